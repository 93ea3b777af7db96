import { defineSchema, defineTable } from "convex/server";
import { v, type VAny, type VString } from "convex/values";
import { expect, it } from "vitest";
import { readSchema } from "./schema";

const table = () => defineTable({ a: v.string(), b: v.number(), vector: v.array(v.float64()) });
const many = Array.from({ length: 17 }, (_, n) => `f${n}`) as ["a"];
/** A path of a field that TypeScript would not let through. */
const path = (text: string) => text as "a";

it("indexes that Convex takes are taken", () => {
  const schema = defineSchema({
    notes: table()
      .index("by_a", ["a", "b"])
      .searchIndex("text", { searchField: "a", filterFields: ["b"] })
      .vectorIndex("near", { vectorField: "vector", dimensions: 1_536, filterFields: ["a"] }),
  });
  expect([...readSchema(schema).tables.keys()]).toEqual(["notes"]);
});

it.each([
  [
    "a reserved name",
    table().index("by_id" as "x", ["a"]),
    /"by_id" of the table "notes": this name is that/,
  ],
  ["a name of other letters", table().index("by a" as "x", ["a"]), /letters, digits and underscores/],
  ["no fields", table().index("x", [] as unknown as ["a"]), /it has no fields/],
  ["too many fields", table().index("x", many), /it has 17 fields, and 16 are the most/],
  ["a field twice", table().index("x", ["a", "a"]), /the field "a" twice/],
  ["the creation time", table().index("x", ["_creationTime" as "a"]), /ends with the creation time/],
  [
    "a name twice",
    table().index("x", ["a"]).searchIndex("x", { searchField: "a" }),
    /there is another one of this name/,
  ],
  ["a field that no document has", table().index("x", [path("c")]), /validator has no field "c"/],
  [
    "a field within a text",
    table().index("x", [path("a.b")]),
    /index "x" of the table "notes": the table's validator has no field "a.b"/,
  ],
  ["a field searched that no document has", table().searchIndex("x", { searchField: path("c") }), /"c"/],
  [
    "a filter field that no document has",
    table().searchIndex("x", { searchField: "a", filterFields: [path("c")] }),
    /no field "c"/,
  ],
  [
    "a vector that no document has",
    table().vectorIndex("x", { vectorField: path("c"), dimensions: 4 }),
    /no field "c"/,
  ],
  [
    "a vector that is a text",
    table().vectorIndex("x", { vectorField: path("a"), dimensions: 4 }),
    /the field "a" is no array of v.float64\(\)/,
  ],
  ["the id", table().index("x", [path("_id")]), /found by their id with db.get/],
  ["a field of the system", table().index("x", [path("_a")]), /"_a" begins with "_"/],
  ["an empty name in a path", defineTable(v.any()).index("x", ["a..b"]), /"a..b" is no path/],
  ["a path of other letters", defineTable(v.any()).index("x", ["a-b"]), /"a-b" is no path/],
  [
    "the fields of another",
    table().index("x", ["a", "b"]).index("y", ["a", "b"]),
    /"y".*index "x" has the same/,
  ],
  [
    "what another searches",
    table()
      .searchIndex("x", { searchField: "a", filterFields: ["b", "a"] })
      .searchIndex("y", { searchField: "a", filterFields: ["a", "b"] }),
    /"y".*index "x" has the same fields/,
  ],
  [
    "the vectors of another",
    table()
      .vectorIndex("x", { vectorField: "vector", dimensions: 4 })
      .vectorIndex("y", { vectorField: "vector", dimensions: 4, filterFields: ["a"] }),
    /"y".*index "x" has the same fields/,
  ],
])("an index with %s is refused", (_, notes, why) => {
  expect(() => readSchema(defineSchema({ notes }))).toThrow(why);
});

it("a field that some document may have can be indexed", () => {
  const shapes = v.union(
    v.object({ kind: v.literal("a"), deep: v.optional(v.object({ n: v.number() })) }),
    v.object({ kind: v.literal("b"), other: v.any(), vector: v.union(v.null(), v.array(v.float64())) }),
  );
  const notes = defineTable(shapes)
    .index("by_deep", ["kind", path("deep.n") as "kind"])
    .index("by_any", [path("other.what.ever") as "kind"])
    .searchIndex("text", { searchField: path("other.text") as "kind" })
    .vectorIndex("near", { vectorField: path("vector") as "kind", dimensions: 4 });
  expect(readSchema(defineSchema({ notes })).tables.get("notes")?.indexes).toHaveLength(2);
});

it("where documents are not validated, an index may name any field", () => {
  const notes = table()
    .index("x", [path("c")])
    .vectorIndex("y", { vectorField: path("a"), dimensions: 4 });
  expect(readSchema(defineSchema({ notes }, { schemaValidation: false })).tables.has("notes")).toBe(true);
});

it.each(["my-table", "1x", "_items", "x".repeat(65), "", "naïve"])("the table name %j is refused", (name) => {
  expect(() => readSchema(defineSchema({ [name]: table() }))).toThrow(
    /can't have the table ".*": a name has up to 64 letters/,
  );
});

it.each([
  ["search indexes", table(), "search"],
  ["vector indexes", table(), "vector"],
] as const)("more than four %s of a table are refused", (kind, notes, of) => {
  for (let n = 1; n <= 5; n++) {
    if (of === "search")
      notes.searchIndex(`s${n}`, { searchField: "a", filterFields: many.slice(0, n) as ["a"] });
    else notes.vectorIndex(`v${n}`, { vectorField: "vector", dimensions: n + 1 });
  }
  expect(() => readSchema(defineSchema({ notes }, { schemaValidation: false }))).toThrow(
    new RegExp(`has 5 ${kind} of the table "notes", and 4 are the most`),
  );
});

it.each([
  ["a field that is no identifier", v.object({ "a-b": v.string() }), /it has a field "a-b": a name has/],
  ["such a field deep inside", v.object({ a: v.array(v.object({ ключ: v.string() })) }), /a field "ключ"/],
  ["ids of no table", v.object({ a: v.optional(v.id("my-table")) }), /v.id\("my-table"\) names no table/],
  [
    "records with keys that are no texts",
    v.object({ a: v.record(v.literal("x") as unknown as VString, v.any()) }),
    /keys of a record can only be v.string\(\)/,
  ],
  ["a text for a document", v.string(), /it must be an object, a union of objects, or v.any\(\)/],
])("a validator of a table with %s is refused", (_, validator, why) => {
  expect(() => readSchema(defineSchema({ notes: defineTable(validator as unknown as VAny) }))).toThrow(why);
});

it("fields that only the system writes are no part of a table's validator", () => {
  const notes = defineTable(v.object({ _x: v.string(), a: v.object({ _deep: v.string() }) }));
  expect(readSchema(defineSchema({ notes })).tables.get("notes")?.documentType).toEqual({
    type: "object",
    value: {
      a: {
        optional: false,
        fieldType: { type: "object", value: { _deep: { optional: false, fieldType: { type: "string" } } } },
      },
    },
  });
});

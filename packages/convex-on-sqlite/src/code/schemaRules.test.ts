import { defineSchema, defineTable, type TableDefinition } from "convex/server";
import { v } from "convex/values";
import { expect, it } from "vitest";
import { LoadError } from "./loadError";
import { readSchema } from "./schema";

const table = () =>
  defineTable({
    a: v.string(),
    b: v.optional(v.object({ c: v.number() })),
    vector: v.optional(v.array(v.float64())),
    tags: v.record(v.string(), v.number()),
  });

/** A schema without types, for errors that the types would reject. */
type Loose = Record<"index" | "searchIndex" | "vectorIndex", (name: string, definition: unknown) => Loose> &
  TableDefinition;
const loose = () => table() as unknown as Loose;

const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const search = (...filterFields: string[]) => ({ searchField: "a", filterFields });
const vector = (dimensions: number, vectorField = "vector") => ({ vectorField, dimensions });

it.each<[string, TableDefinition, RegExp]>([
  ["an index on the id", loose().index("i", ["a", "_id"]), /"notes": the index "i" .*IndexFieldsContainId/],
  [
    "an index on the creation time",
    loose().index("i", ["_creationTime"]),
    /"i" .*IndexFieldsContainCreationTime/,
  ],
  ["an index on a system field", loose().index("i", ["b._c"]), /"i" .*IndexFieldNameReserved/],
  ["an index without fields", loose().index("i", []), /"i" .*EmptyIndex/],
  ["a staged index without fields", loose().index("i", { fields: [], staged: true }), /"i" .*EmptyIndex/],
  ["a field twice", loose().index("i", ["a", "b.c", "a"]), /"i" has the field "a" twice.*FieldsNotUnique/],
  ["too many fields", loose().index("i", many(17)), /"i" may have at most 16 fields.*IndexTooManyFields/],
  ["an invalid field name", loose().index("i", ["a-b"]), /"i" can't use "a-b".*InvalidIndexField/],
  ["a missing field", loose().index("i", ["b.d"]), /"i" uses the field "b.d".*SchemaDefinitionError/],
  ["a key of a record", loose().index("i", ["tags.x"]), /"i" uses the field "tags.x"/],
  ["a missing filter field", loose().searchIndex("i", search("x")), /"i" uses the field "x"/],
  [
    "too many filters",
    loose().searchIndex("i", search(...many(17))),
    /"i" may have at most 16 filter fields/,
  ],
  ["one dimension", loose().vectorIndex("i", vector(1)), /"i" has 1 dimensions.*InvalidVectorDimensionError/],
  ["4,097 dimensions", loose().vectorIndex("i", vector(4097)), /"i" has 4097 dimensions/],
  [
    "no vector",
    loose().vectorIndex("i", vector(4, "a")),
    /vector index "i" uses "a", which must be v\.array/,
  ],
  ["a name twice", loose().index("i", ["a"]).searchIndex("i", search()), /more than one index "i"/],
  ["a reserved name", loose().index("by_creation_time", ["a"]), /"by_creation_time".*IndexNameReserved/],
  ["a name that starts with an underscore", loose().index("_i", ["a"]), /"_i".*IndexNameReserved/],
  ["an invalid name", loose().index("by a", ["a"]), /"by a" must start with a letter.*InvalidIndexName/],
  [
    "two indexes on the same field",
    loose().index("i", ["a"]).index("j", ["a"]),
    /"i" and "j" have the same contents.*IndexNotUnique/,
  ],
  [
    "two search indexes on the same field",
    loose().searchIndex("i", search("b.c")).searchIndex("j", search("b.c")),
    /"i" and "j" .*SearchIndexFieldNotUnique/,
  ],
  [
    "two vector indexes on the same field",
    loose().vectorIndex("i", vector(4)).vectorIndex("j", vector(4)),
    /"i" and "j" .*VectorIndexFieldNotUnique/,
  ],
  [
    "too many indexes",
    Array.from({ length: 65 }, (_, i) => `i${i}`).reduce((all, name) => all.index(name, [name]), loose()),
    /it has 65 indexes.*TooManyIndexes/,
  ],
  [
    "a document type that is not an object",
    defineTable(v.string() as never),
    /the type string: use v\.object/,
  ],
  ["invalid field names", defineTable({ x: v.object({ "a b": v.null() }) }), /the field "a b" must/],
])("rejects like a deployment: %s", (_, notes, message) => {
  const read = () => readSchema(defineSchema({ notes }));
  expect(read).toThrow(LoadError);
  expect(read).toThrow(message);
});

it.each(["_notes", "9notes", "no-tes", "x".repeat(65)])("a table can't be called %s", (name) => {
  expect(() => readSchema(defineSchema({ [name]: table() }))).toThrow(/TableNameReserved|InvalidTableName/);
});

it("accepts a schema that a deployment accepts", () => {
  const notes = loose()
    .index("by_c", ["b.c"])
    .index("by_a_and_c", ["a", "b.c"])
    .searchIndex("text", search("b.c"))
    .searchIndex("text_alone", search())
    .vectorIndex("near", vector(2))
    .vectorIndex("near_wide", vector(4096));
  const kinds = defineTable(
    v.union(
      v.object({ kind: v.literal("x"), at: v.number() }),
      v.object({ kind: v.literal("y"), of: v.any() }),
    ),
  )
    .index("by_at", ["at"])
    .index("by_depth", ["of.what.ever" as "of"]);
  const anything = defineTable(v.any()).index("by_what", ["what"]);
  const schema = readSchema(defineSchema({ notes, kinds, anything }));
  expect([...schema.tables.values()].map(({ indexes }) => indexes.map(({ name }) => name))).toEqual([
    ["by_c", "by_a_and_c"],
    ["by_at", "by_depth"],
    ["by_what"],
  ]);
});

it("without schema validation, an index may use undeclared fields", () => {
  const notes = loose().index("i", ["x"]);
  expect(() => readSchema(defineSchema({ notes }, { schemaValidation: false }))).not.toThrow();
});

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

/** What the types refuse already, and a schema without them does not. */
type Loose = Record<"index" | "searchIndex" | "vectorIndex", (name: string, definition: unknown) => Loose> &
  TableDefinition;
const loose = () => table() as unknown as Loose;

const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const search = (...filterFields: string[]) => ({ searchField: "a", filterFields });
const vector = (dimensions: number, vectorField = "vector") => ({ vectorField, dimensions });

it.each<[string, TableDefinition, RegExp]>([
  ["an index of its id", loose().index("i", ["a", "_id"]), /"notes": the index "i" .*IndexFieldsContainId/],
  ["an index of the moment", loose().index("i", ["_creationTime"]), /"i" .*IndexFieldsContainCreationTime/],
  ["an index of the system's fields", loose().index("i", ["b._c"]), /"i" .*IndexFieldNameReserved/],
  ["an index of nothing", loose().index("i", []), /"i" .*EmptyIndex/],
  ["a staged index of nothing", loose().index("i", { fields: [], staged: true }), /"i" .*EmptyIndex/],
  ["a field twice", loose().index("i", ["a", "b.c", "a"]), /"i" has the field "a" twice.*FieldsNotUnique/],
  ["too many fields", loose().index("i", many(17)), /"i" may have 16 fields.*IndexTooManyFields/],
  ["what is no field", loose().index("i", ["a-b"]), /"i" can't be of "a-b".*InvalidIndexField/],
  ["a field it hasn't", loose().index("i", ["b.d"]), /"i" is of the field "b.d".*SchemaDefinitionError/],
  ["a key of a record", loose().index("i", ["tags.x"]), /"i" is of the field "tags.x"/],
  ["a filter it hasn't", loose().searchIndex("i", search("x")), /"i" is of the field "x"/],
  ["too many filters", loose().searchIndex("i", search(...many(17))), /"i" may have 16 filter fields/],
  ["one dimension", loose().vectorIndex("i", vector(1)), /"i" has 1 dimensions.*InvalidVectorDimensionError/],
  ["4,097 dimensions", loose().vectorIndex("i", vector(4097)), /"i" has 4097 dimensions/],
  [
    "no vector",
    loose().vectorIndex("i", vector(4, "a")),
    /vector index "i" is of "a", which has to be v\.array/,
  ],
  ["a name twice", loose().index("i", ["a"]).searchIndex("i", search()), /more than one index "i"/],
  [
    "a name of the system's",
    loose().index("by_creation_time", ["a"]),
    /"by_creation_time".*IndexNameReserved/,
  ],
  ["a name with an underscore first", loose().index("_i", ["a"]), /"_i".*IndexNameReserved/],
  ["what is no name", loose().index("by a", ["a"]), /"by a" has to begin with a letter.*InvalidIndexName/],
  [
    "two of one field",
    loose().index("i", ["a"]).index("j", ["a"]),
    /"i" and "j" are of the same.*IndexNotUnique/,
  ],
  [
    "two texts of one field",
    loose().searchIndex("i", search("b.c")).searchIndex("j", search("b.c")),
    /"i" and "j" .*SearchIndexFieldNotUnique/,
  ],
  [
    "two of one vector",
    loose().vectorIndex("i", vector(4)).vectorIndex("j", vector(4)),
    /"i" and "j" .*VectorIndexFieldNotUnique/,
  ],
  [
    "too many indexes",
    Array.from({ length: 65 }, (_, i) => `i${i}`).reduce((all, name) => all.index(name, [name]), loose()),
    /it has 65 indexes.*TooManyIndexes/,
  ],
  ["a document that is none", defineTable(v.string() as never), /the type string: only v\.object/],
  [
    "fields that can't be written so",
    defineTable({ x: v.object({ "a b": v.null() }) }),
    /the field "a b" has to/,
  ],
])("refused as by a deployment: %s", (_, notes, message) => {
  const read = () => readSchema(defineSchema({ notes }));
  expect(read).toThrow(LoadError);
  expect(read).toThrow(message);
});

it.each(["_notes", "9notes", "no-tes", "x".repeat(65)])("a table can't be called %s", (name) => {
  expect(() => readSchema(defineSchema({ [name]: table() }))).toThrow(/TableNameReserved|InvalidTableName/);
});

it("what a deployment takes is taken", () => {
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

it("where documents aren't held against the schema, an index may be of what it doesn't name", () => {
  const notes = loose().index("i", ["x"]);
  expect(() => readSchema(defineSchema({ notes }, { schemaValidation: false }))).not.toThrow();
});

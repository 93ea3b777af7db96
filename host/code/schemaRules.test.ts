import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, it } from "vitest";
import { readSchema } from "./schema";

const table = () => defineTable({ a: v.string(), b: v.number(), vector: v.array(v.float64()) });
const many = Array.from({ length: 17 }, (_, n) => `f${n}`) as ["a"];

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
])("an index with %s is refused", (_, notes, why) => {
  expect(() => readSchema(defineSchema({ notes }))).toThrow(why);
});

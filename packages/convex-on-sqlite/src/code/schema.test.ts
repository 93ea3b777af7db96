import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, it } from "vitest";
import { readSchema } from "./schema";

const table = () => defineTable({ a: v.string(), b: v.string() });

it("a table's validator excludes system fields", () => {
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

it("staged indexes are left out, because no query may use them yet", () => {
  const notes = table()
    .index("by_a", { fields: ["a"], staged: true })
    .searchIndex("text_of_a", { searchField: "a", staged: true })
    .index("used", ["b"]);
  expect(readSchema(defineSchema({ notes })).tables.get("notes")).toMatchObject({
    indexes: [{ name: "used" }],
    searchIndexes: [],
    vectorIndexes: [],
  });
});

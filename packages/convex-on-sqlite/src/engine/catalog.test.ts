import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v, type GenericId } from "convex/values";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DATABASE_FILE } from "./engine";
import { openTestEngine, temporaryFolder, testApp } from "../../test/testApp";
import { writeMeta } from "../store/format";
import { Sqlite } from "../store/sqlite";

const notes = {
  add: mutation({ args: { fields: v.any() }, handler: (ctx, { fields }) => ctx.db.insert("notes", fields) }),
  /** Documents with a number instead of a text, except the one with the largest id. */
  fill: mutation({
    args: { count: v.number() },
    handler: async (ctx, { count }) => {
      const ids: string[] = [];
      for (let text = 0; text < count; text++) ids.push(await ctx.db.insert("notes", { topic: "tea", text }));
      const last = ids.sort().at(-1) as GenericId<"notes">;
      await ctx.db.patch("notes", last, { text: "last" });
      return last;
    },
  }),
  byTopic: query({
    args: { topic: v.string() },
    handler: async (ctx, { topic }) => {
      const found = await ctx.db
        .query("notes")
        .withIndex("by_topic", (q) => q.eq("topic", topic))
        .collect();
      return found.map((note) => note.text);
    },
  }),
  all: query({ args: {}, handler: (ctx) => ctx.db.query("notes").collect() }),
};

const plain = defineSchema({ notes: defineTable({ topic: v.string(), text: v.string() }) });
const indexed = defineSchema({
  notes: defineTable({ topic: v.string(), text: v.string() }).index("by_topic", ["topic"]),
});
const reindexed = defineSchema({
  notes: defineTable({ topic: v.string(), text: v.string() }).index("by_topic", ["topic", "text"]),
});
const loose = defineSchema({ notes: defineTable({ topic: v.string(), text: v.any() }) });
const looseIndexed = defineSchema({
  notes: defineTable({ topic: v.string(), text: v.any() }).index("by_topic", ["topic"]),
});
const unchecked = defineSchema(
  { notes: defineTable({ topic: v.string(), text: v.string() }) },
  { schemaValidation: false },
);
const stricter = defineSchema({ notes: defineTable({ topic: v.string(), text: v.number() }) });

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const open = (
  schema: typeof plain | typeof indexed | typeof stricter | typeof looseIndexed | typeof unchecked,
) => openTestEngine(testApp({ "": { modules: { notes }, schema } }), folder.path);

describe("a schema that changes between two starts", () => {
  it("fills a new index with the existing documents", async () => {
    const before = await open(plain);
    await before.mutation("notes:add", { fields: { topic: "tea", text: "old" } });
    await before.close();
    const after = await open(indexed);
    await after.mutation("notes:add", { fields: { topic: "tea", text: "new" } });
    expect(await after.query("notes:byTopic", { topic: "tea" })).toEqual(["old", "new"]);
    await after.close();
  });

  it("fills and checks the last of many documents", async () => {
    const before = await open(loose);
    const last = String(await before.mutation("notes:fill", { count: 1_001 }));
    await before.close();
    const after = await open(looseIndexed);
    expect(await after.query("notes:byTopic", { topic: "tea" })).toHaveLength(1_001);
    await after.close();
    await expect(open(stricter)).rejects.toThrow(last);
  });

  it("checks documents stored meanwhile when an old schema returns", async () => {
    await (await open(plain)).close();
    const meanwhile = await open(loose);
    const id = String(await meanwhile.mutation("notes:add", { fields: { topic: "tea", text: 1 } }));
    await meanwhile.close();
    await expect(open(plain)).rejects.toThrow(id);
  });

  it("rebuilds an index when its fields change", async () => {
    const before = await open(indexed);
    await before.mutation("notes:add", { fields: { topic: "tea", text: "b" } });
    await before.mutation("notes:add", { fields: { topic: "tea", text: "a" } });
    await before.close();
    const after = await open(reindexed);
    expect(await after.query("notes:byTopic", { topic: "tea" })).toEqual(["a", "b"]);
    await after.close();
  });

  it("deletes the entries of an index that is no longer declared", async () => {
    const before = await open(indexed);
    await before.mutation("notes:add", { fields: { topic: "tea", text: "a" } });
    await before.close();
    const after = await open(plain);
    await expect(after.query("notes:byTopic", { topic: "tea" })).rejects.toThrow(
      "Index notes.by_topic not found.",
    );
    await after.close();
    const db = Sqlite.open(join(folder.path, DATABASE_FILE));
    // One document: its entries by id and by creation time.
    expect(db.row("SELECT count(*) FROM index_entries")).toEqual([2]);
    db.close();
  });

  it("names a staged index, which no query may use yet", async () => {
    const staged = await open(
      defineSchema({
        notes: defineTable({ topic: v.string(), text: v.string() }).index("by_topic", {
          fields: ["topic"],
          staged: true,
        }),
      }) as unknown as typeof plain,
    );
    await expect(staged.query("notes:byTopic", { topic: "tea" })).rejects.toThrow(
      "Index notes.by_topic is currently staged and not available to query until it is enabled.",
    );
    await staged.close();
  });

  it("is rejected with table, document and field if stored documents don't match, and changes nothing", async () => {
    const before = await open(plain);
    const id = await before.mutation("notes:add", { fields: { topic: "tea", text: "a" } });
    await before.close();
    await expect(open(stricter)).rejects.toThrow(
      new RegExp(`"${String(id)}" in table "notes".*[\\s\\S]*text`),
    );
    const again = await open(plain);
    expect(await again.query("notes:all")).toHaveLength(1);
    await again.close();
  });
});

describe("a schema without validation", () => {
  it("accepts any existing or new document", async () => {
    const before = await open(loose);
    await before.mutation("notes:add", { fields: { topic: "tea", text: 1 } });
    await before.close();
    const after = await open(unchecked);
    await after.mutation("notes:add", { fields: { topic: 2 } });
    expect(await after.query("notes:all")).toHaveLength(2);
    await after.close();
  });
});

describe("opening a database", () => {
  it("rejects a file with a newer format", async () => {
    await (await open(plain)).close();
    const db = Sqlite.open(join(folder.path, DATABASE_FILE));
    writeMeta(db, { format: "99", version: "7.8.9" });
    db.close();
    await expect(open(plain)).rejects.toThrow(/has format 99 .* Start version 7\.8\.9/);
  });

  it("gives every table of every component its own number", async () => {
    const component = { modules: { notes }, schema: plain };
    const app = testApp({ "": { ...component, children: { child: "child" } }, child: component });
    const { engine, close } = await openTestEngine(app, folder.path);
    const rows = await engine.read((db) => db.rows("SELECT component, name FROM tablets ORDER BY id"));
    expect(rows).toEqual([
      ["", "_scheduled_functions"],
      ["", "notes"],
      ["child", "_scheduled_functions"],
      ["child", "notes"],
    ]);
    await close();
  });
});

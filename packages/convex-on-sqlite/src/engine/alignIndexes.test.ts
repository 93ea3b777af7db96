import {
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  type GenericSchema,
  type SchemaDefinition,
} from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DATABASE_FILE } from "./engine";
import type { LogFields } from "../log";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";
import { Sqlite } from "../store/sqlite";
import type { ConvexJson } from "../types";

const notes = {
  apply: mutation({
    args: { writes: v.array(v.any()), fail: v.boolean() },
    handler: async (ctx, { writes, fail }) => {
      for (const { op, target, document } of writes) {
        const all = await ctx.db.query("notes").collect();
        const found = all[target % Math.max(all.length, 1)];
        if (op === "insert" || found === undefined) await ctx.db.insert("notes", document);
        else if (op === "replace") await ctx.db.replace("notes", found._id, document);
        else if (op === "patch") await ctx.db.patch("notes", found._id, document);
        else await ctx.db.delete("notes", found._id);
      }
      if (fail) throw new Error("requested failure");
    },
  }),
  many: mutation({
    args: { count: v.number() },
    handler: async (ctx, { count }) => {
      for (let number = 0; number < count; number += 1) await ctx.db.insert("notes", { number });
    },
  }),
};

const table = () => defineTable(v.any());
const plain = defineSchema({ notes: table() });
const searchable = defineSchema({
  notes: table()
    .searchIndex("by_text", { searchField: "text", filterFields: ["topic"] })
    .vectorIndex("by_vector", { vectorField: "vector", dimensions: 3, filterFields: ["topic"] }),
});
const changed = defineSchema({
  notes: table()
    .searchIndex("by_text", { searchField: "text" })
    .vectorIndex("by_vector", { vectorField: "vector", dimensions: 2 }),
});

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

type Schema = SchemaDefinition<GenericSchema, boolean>;
const open = (schema: Schema) => openTestEngine(testApp({ "": { modules: { notes }, schema } }), folder.path);

const apply = (host: TestEngine, writes: ConvexJson, fail = false) =>
  host.mutation("notes:apply", { writes, fail });
const insert = (document: ConvexJson) => ({ op: "insert", target: 0, document });

/** All rows of the search tables, with the indexed words of each document. */
async function searchRows(host: TestEngine): Promise<{ words: unknown; vectors: unknown }> {
  return host.engine.read((db) => {
    const id = (kind: string) => Number(db.row("SELECT id FROM indexes WHERE kind = ?", [kind])?.[0]);
    db.exec("DROP TABLE IF EXISTS temp.words");
    db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, text_index_${id("text")}, instance)`);
    return {
      words: db.rows("SELECT doc, col, offset, term FROM temp.words ORDER BY doc, col, offset"),
      vectors: db
        .rows(
          `SELECT seq, document_id, hex(filters), hex(vector) FROM vector_index_${id("vector")} ORDER BY seq`,
        )
        .map((row) => row.map(String)),
    };
  });
}

/** The names of all search index tables. */
function searchTables(): string[] {
  const db = Sqlite.open(join(folder.path, DATABASE_FILE));
  const rows = db.rows(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%_index_%' ORDER BY name",
  );
  db.close();
  return rows.map(([name]) => String(name));
}

describe("search indexes", () => {
  const document = fc.record(
    {
      text: fc.oneof(
        fc.constantFrom("green tea", "black tea", "tea", "coffee", ""),
        fc.constantFrom(null, 3),
      ),
      vector: fc.oneof(
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 4 }),
        fc.constantFrom("none"),
      ),
      topic: fc.constantFrom("a", "b", null),
      other: fc.nat(3),
    },
    { requiredKeys: [] },
  );
  const write = fc.record({
    op: fc.constantFrom("insert", "insert", "replace", "patch", "delete"),
    target: fc.nat(20),
    document,
  });
  const mutations = fc.array(fc.record({ writes: fc.array(write, { maxLength: 8 }), fail: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });

  it("have the same rows after any writes as a freshly filled index", async () => {
    await fc.assert(
      fc.asyncProperty(mutations, async (all) => {
        folder.remove();
        folder = temporaryFolder();
        const writing = await open(searchable);
        for (const { writes, fail } of all) {
          const run = apply(writing, writes, fail);
          if (fail) await expect(run).rejects.toThrow("requested failure");
          else await run;
        }
        const kept = await searchRows(writing);
        await writing.close();
        await (await open(plain)).close();
        const filled = await open(searchable);
        expect(kept).toEqual(await searchRows(filled));
        await filled.close();
      }),
      { numRuns: 20 },
    );
  });

  it("are dropped completely when the schema no longer declares them", async () => {
    const before = await open(searchable);
    await apply(before, [insert({ text: "tea", vector: [1, 2, 3] })]);
    await before.close();
    expect(searchTables()).not.toEqual([]);
    await (await open(plain)).close();
    expect(searchTables()).toEqual([]);
  });

  it("are rebuilt when their definition changes", async () => {
    const before = await open(searchable);
    await apply(before, [
      insert({ text: "tea", topic: "a", vector: [1, 2, 3] }),
      insert({ text: "tea", topic: "a", vector: [0, 2] }),
    ]);
    await before.close();
    const after = await open(changed);
    const { words, vectors } = await searchRows(after);
    expect(words).toEqual([
      [expect.any(Number), "body", 0, "tea"],
      [expect.any(Number), "body", 0, "tea"],
    ]);
    expect(vectors).toEqual([[expect.any(String), expect.any(String), "", "000000000000803F"]]);
    await after.close();
  });

  it("keep their rows when nothing about them changes", async () => {
    const before = await open(searchable);
    await apply(before, [insert({ text: "tea", vector: [1, 2, 3] })]);
    const rows = await searchRows(before);
    await before.close();
    const tables = searchTables();
    const after = await open(searchable);
    expect(await searchRows(after)).toEqual(rows);
    await after.close();
    expect(searchTables()).toEqual(tables);
  });
});

describe("a start that takes seconds", () => {
  it("logs its progress every 10,000 documents", async () => {
    const before = await open(plain);
    for (const count of [8_000, 2_000, 999]) await before.mutation("notes:many", { count });
    await before.close();
    const progress: [string, LogFields | undefined][] = [];
    const log = {
      info: (...line: [string, LogFields?]) => void progress.push([line[0], line[1]]),
      warn: () => undefined,
      error: () => undefined,
    };
    const counted = defineSchema({
      notes: defineTable({ number: v.number() }).index("by_number", ["number"]),
    });
    const app = testApp({ "": { modules: { notes }, schema: counted } });
    await (await openTestEngine(app, folder.path, { log })).close();
    expect(progress).toEqual([
      ["filling an index", { table: "notes", index: "by_number", documents: 10_000 }],
      ["checking documents against a changed schema", { table: "notes", documents: 10_000 }],
    ]);
    await (await openTestEngine(app, folder.path, { log })).close();
    expect(progress).toHaveLength(2);
  });
});

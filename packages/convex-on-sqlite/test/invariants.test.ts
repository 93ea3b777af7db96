import { copyFileSync, openSync, closeSync, writeSync } from "node:fs";
import { join } from "node:path";
import {
  defineSchema,
  defineTable,
  internalMutationGeneric as internalMutation,
  makeFunctionReference,
  mutationGeneric as mutation,
} from "convex/server";
import { v, type GenericId } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../src/engine/engine";
import { openTestEngine, temporaryFolder, testApp, TEST_META, valueOf } from "./testApp";
import { Sqlite } from "../src/store/sqlite";
import { checkDatabase, checkNoRunningJobs, schemasOf, type Finding, type Rule } from "./invariants";

const schema = defineSchema({
  notes: defineTable({ text: v.string(), n: v.number(), vector: v.array(v.float64()) })
    .index("by_n", ["n"])
    .searchIndex("by_text", { searchField: "text", filterFields: ["n"] })
    .vectorIndex("by_vector", { vectorField: "vector", dimensions: 2, filterFields: ["n"] }),
  others: defineTable({ n: v.number() }),
});

const NOTE = makeFunctionReference<"mutation">("notes:add");

const notes = {
  add: mutation({
    args: { text: v.string(), n: v.number() },
    handler: (ctx, { text, n }) => ctx.db.insert("notes", { text, n, vector: [n, 1] }),
  }),
  remove: internalMutation({
    args: { id: v.id("notes") },
    handler: (ctx, { id }) => ctx.db.delete(id),
  }),
  schedule: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.scheduler.runAfter(3_600_000, NOTE, { text: "later", n: 9 });
      await ctx.scheduler.cancel(await ctx.scheduler.runAfter(3_600_000, NOTE, { text: "never", n: 8 }));
      await ctx.db.insert("others", { n: 1 });
    },
  }),
};

const app = testApp({ "": { modules: { notes }, schema } });
const schemas = schemasOf(app);
let folder: ReturnType<typeof temporaryFolder>;
let copies = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  const engine = await openTestEngine(app, folder.path);
  for (const [n, text] of ["apple tart", "beetroot soup", "cherry cake"].entries())
    await engine.mutation("notes:add", { text, n });
  const id = (await engine.mutation("notes:add", { text: "gone", n: 7 })) as GenericId<"notes">;
  await engine.mutation("notes:remove", { id });
  await engine.mutation("notes:schedule");
  const session = { sessionId: "a-session", requestId: 3 };
  valueOf(
    await engine.engine.mutation(
      { componentPath: "", name: "notes:add" },
      { text: "by session", n: 5 },
      { visibility: "public", meta: TEST_META, dedupe: session },
    ),
  );
  await engine.close();
});
afterAll(() => folder.remove());

/** A copy of the database, modified by SQL statements. */
function damagedBy(...statements: readonly string[]): string {
  const path = join(folder.path, `copy${(copies += 1)}.sqlite3`);
  copyFileSync(join(folder.path, DATABASE_FILE), path);
  const db = Sqlite.open(path);
  for (const sql of statements) db.exec(sql);
  db.close();
  return path;
}

function findingsIn(path: string): readonly Finding[] {
  const db = Sqlite.open(path, { readOnly: true });
  try {
    return checkDatabase(db, schemas).findings;
  } finally {
    db.close();
  }
}

/** The id of an index of `notes`, as SQL. */
const index = (name: string) =>
  `(SELECT i.id FROM indexes i JOIN tablets t ON t.id = i.tablet WHERE t.name = 'notes' AND i.name = '${name}')`;
const tablet = (name: string) => `(SELECT id FROM tablets WHERE name = '${name}')`;
const note = (text: string) => `(SELECT seq FROM documents WHERE json LIKE '%${text}%')`;
const PENDING = "(SELECT id FROM jobs WHERE state = 'pending')";

describe("an intact database", () => {
  it("has no findings", () => {
    expect(findingsIn(damagedBy())).toEqual([]);
  });

  it("has no running job", () => {
    const findings: string[] = [];
    const db = Sqlite.open(damagedBy(`UPDATE jobs SET state = 'inProgress' WHERE id = ${PENDING}`));
    checkNoRunningJobs(db, (_rule, detail) => void findings.push(detail));
    db.close();
    expect(findings).toEqual([expect.stringContaining("is marked as running")]);
  });
});

/** The id of an index. It is part of its table's name, so it can't be a subquery. */
function indexId(name: string): number {
  const db = Sqlite.open(join(folder.path, DATABASE_FILE), { readOnly: true });
  const number = Number(db.row(`SELECT ${index(name)}`)?.[0]);
  db.close();
  return number;
}

const DAMAGES: readonly [what: string, rule: Rule, sql: () => string[]][] = [
  [
    "a missing index entry",
    "index",
    () => [`DELETE FROM index_entries WHERE index_id = ${index("by_n")} AND seq = ${note("apple")}`],
  ],
  [
    "an extra index entry",
    "index",
    () => [`INSERT INTO index_entries VALUES (${index("by_n")}, x'01', ${note("apple")})`],
  ],
  [
    "an index entry that refers to another document",
    "index",
    () => [
      `UPDATE index_entries SET seq = ${note("apple")} WHERE index_id = ${index("by_n")} AND seq = ${note("cherry")}`,
    ],
  ],
  ["entries without an index", "index", () => ["INSERT INTO index_entries VALUES (99999, x'01', 1)"]],
  [
    "a changed document",
    "index",
    () => [`UPDATE documents SET json = replace(json, '"n":0', '"n":6') WHERE seq = ${note("apple")}`],
  ],
  ["a missing document", "index", () => [`DELETE FROM documents WHERE seq = ${note("apple")}`]],
  [
    "a duplicate document",
    "id",
    () => [
      `INSERT INTO documents (tablet, size, json) SELECT tablet, size, json FROM documents WHERE seq = ${note("apple")}`,
    ],
  ],
  [
    "a document in the wrong table for its id",
    "id",
    () => [`UPDATE documents SET tablet = ${tablet("others")} WHERE seq = ${note("apple")}`],
  ],
  [
    "a document that does not match the schema",
    "document",
    () => [`UPDATE documents SET json = replace(json, '"n":0', '"n":"0"') WHERE seq = ${note("apple")}`],
  ],
  ["a truncated document", "document", () => ["UPDATE documents SET json = substr(json, 1, 20)"]],
  ["a wrong size", "document", () => [`UPDATE documents SET size = size + 1 WHERE seq = ${note("apple")}`]],
  ["documents without a table", "document", () => ["UPDATE documents SET tablet = 99999"]],
  [
    "documents out of creation order",
    "clock",
    () => [
      `UPDATE documents SET json = replace(json, '"_creationTime":', '"_creationTime":9') WHERE seq = ${note("apple")}`,
    ],
  ],
  [
    "a clock that has gone back",
    "clock",
    () => ["UPDATE meta SET value = '1' WHERE key = 'last_creation_time'"],
  ],
  [
    "a missing row of a text index",
    "search",
    () => [`DELETE FROM text_index_${indexId("by_text")} WHERE rowid = ${note("apple")}`],
  ],
  [
    "a row of a text index with other words",
    "search",
    () => [
      `DELETE FROM text_index_${indexId("by_text")} WHERE rowid = ${note("apple")}`,
      `INSERT INTO text_index_${indexId("by_text")} (rowid, body, filters) VALUES (${note("apple")}, 'apple pie', '')`,
    ],
  ],
  [
    "an extra row of a text index",
    "search",
    () => [`INSERT INTO text_index_${indexId("by_text")} (rowid, body, filters) VALUES (999, 'ghost', '')`],
  ],
  [
    "a missing row of a vector index",
    "search",
    () => [`DELETE FROM vector_index_${indexId("by_vector")} WHERE seq = ${note("apple")}`],
  ],
  [
    "a row of a vector index with another vector",
    "search",
    () => [`UPDATE vector_index_${indexId("by_vector")} SET vector = x'0000803f00000000'`],
  ],
  [
    "an extra row of a vector index",
    "search",
    () => [
      `INSERT INTO vector_index_${indexId("by_vector")} SELECT 999, document_id, filters, vector
       FROM vector_index_${indexId("by_vector")} LIMIT 1`,
    ],
  ],
  [
    "an index without its table",
    "search",
    () => [`DROP TABLE vector_index_${indexId("by_vector")}`, `DROP TABLE text_index_${indexId("by_text")}`],
  ],
  ["a table without an index", "search", () => ["CREATE TABLE vector_index_999 (seq)"]],
  ["a job missing in the queue", "job", () => ["DELETE FROM jobs WHERE state = 'pending'"]],
  [
    "a job in the queue without a document",
    "job",
    () => [
      "INSERT INTO jobs SELECT id || 'x', owner, component, name, args, due_ms, state FROM jobs LIMIT 1",
    ],
  ],
  ["a job with two states", "job", () => ["UPDATE jobs SET state = 'inProgress' WHERE state = 'pending'"]],
  ["a job with other arguments", "job", () => ["UPDATE jobs SET args = '{}' WHERE state = 'pending'"]],
  [
    "a job that is due at another time",
    "job",
    () => ["UPDATE jobs SET due_ms = due_ms + 1 WHERE state = 'pending'"],
  ],
  [
    "an ended run of a cron that was not deleted",
    "job",
    () => ["INSERT INTO jobs VALUES ('cron::c:1', NULL, '', 'notes:add', '{}', 1, 'ended')"],
  ],
  ["a cron that is never due", "job", () => ["INSERT INTO crons VALUES ('', 'c', '{}', 0, NULL)"]],
  [
    "an answer later than the clock",
    "session",
    () => ["UPDATE session_requests SET ts = '9' || ts WHERE session = 'a-session'"],
  ],
  ["an unreadable answer", "session", () => ["UPDATE session_requests SET value = '{'"]],
  [
    "an index made from another definition",
    "catalog",
    () => [`UPDATE indexes SET definition = 'x' WHERE id = ${index("by_n")}`],
  ],
  ["a missing index", "catalog", () => [`DELETE FROM indexes WHERE id = ${index("by_text")}`]],
  [
    "an undeclared index",
    "catalog",
    () => [
      `INSERT INTO indexes (tablet, name, kind, definition) VALUES (${tablet("notes")}, 'x', 'text', 'x')`,
    ],
  ],
  [
    "an index without a table",
    "catalog",
    () => ["INSERT INTO indexes (tablet, name, kind, definition) VALUES (99999, 'x', 'text', 'x')"],
  ],
  ["a missing table", "catalog", () => ["DELETE FROM tablets WHERE name = 'others'"]],
  [
    "documents checked against another validator",
    "catalog",
    () => ["UPDATE tablets SET checksum = 'x' WHERE name = 'notes'"],
  ],
];

describe("the check finds", () => {
  it.each(DAMAGES)("%s", (_what, rule, sql) => {
    expect(findingsIn(damagedBy(...sql())).map((finding) => finding.rule)).toContain(rule);
  });

  it("a damaged file", () => {
    const path = damagedBy();
    const db = Sqlite.open(path, { readOnly: true });
    const root = Number(
      db.row("SELECT rootpage FROM sqlite_schema WHERE name = 'session_requests_by_age'")?.[0],
    );
    const size = Number(db.row("PRAGMA page_size")?.[0]);
    db.close();
    const file = openSync(path, "r+");
    // Cells are at the end of the page.
    writeSync(file, Buffer.alloc(16, 0xff), 0, 16, root * size - 16);
    closeSync(file);
    expect(findingsIn(path).map((finding) => finding.rule)).toContain("file");
  });
});

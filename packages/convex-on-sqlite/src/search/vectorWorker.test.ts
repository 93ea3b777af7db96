/** How the vector search thread combines the changes it receives with the rows it has read. */
import { defineSchema, defineTable, mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { vectorThread } from "./startVectorThread";
import { DATABASE_FILE } from "../engine/engine";
import { lastCommitTs } from "../store/format";
import type { VectorIndex } from "../store/tablets";
import { openTestEngine, temporaryFolder, testApp } from "../../test/testApp";
import type { VectorChange, VectorRow } from "./vectorIndex";

const DEFINITION = { name: "by_vector", vectorField: "vector", dimensions: 2, filterFields: [] };
const schema = defineSchema({
  shells: defineTable(v.any()).vectorIndex("by_vector", { vectorField: "vector", dimensions: 2 }),
});
const shells = {
  add: mutation({ args: {}, handler: (ctx) => ctx.db.insert("shells", { vector: [1, 0] }) }),
};

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let index: VectorIndex;
let stored: string;
/** The timestamp of the commit that stored the document. */
let ts: bigint;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder.path, DATABASE_FILE);
  const host = await openTestEngine(testApp({ "": { modules: { shells }, schema } }), folder.path);
  stored = String(await host.mutation("shells:add"));
  const [id, committed] = await host.engine.read((db): [number, bigint] => [
    Number(db.row("SELECT id FROM indexes WHERE kind = 'vector'")?.[0]),
    lastCommitTs(db),
  ]);
  index = { ...DEFINITION, id };
  ts = committed;
  await host.close();
  await vectorThread.request({ kind: "load", path, index });
});
afterEach(async () => {
  await vectorThread.request({ kind: "forget", path });
  folder.remove();
});

const changes = (at: bigint, ...all: Pick<VectorChange, "documentId" | "row">[]) =>
  vectorThread.request({
    kind: "changes",
    path,
    ts: at,
    changes: all.map((change) => ({ indexId: index.id, ...change })),
  });
const removed = () => ({ documentId: stored, row: null });
const other = (vector: VectorRow["vector"]) => ({
  documentId: "another",
  row: { vector, filters: new Uint8Array(0) },
});
async function found(): Promise<string[]> {
  const query = { vector: new Float32Array([1, 0]), limit: 8, anyOf: null };
  const matches = await vectorThread.request({ kind: "search", path, index, query });
  return matches.map(({ documentId }) => documentId);
}

describe("a change", () => {
  it("is ignored when the load has read its commit", async () => {
    await changes(ts, removed());
    await changes(ts - 1n, removed());
    expect(await found()).toEqual([stored]);
  });

  it("is applied when its commit is later than the load", async () => {
    await changes(ts + 1n, removed(), other(new Uint8Array(new Float32Array([0, 1]).buffer)));
    expect(await found()).toEqual(["another"]);
  });

  it("makes the next search reload the index when it can't be applied", async () => {
    await changes(ts + 1n, removed(), other(new Uint8Array(64 * 1024 * 1024)));
    expect(await found()).toEqual([stored]);
  });
});

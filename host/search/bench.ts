/**
 * How fast text and vector search are: `node scripts/run.mjs host/search/bench.ts [documents]`, 100,000 by default.
 * Prints a table and one line of JSON; times are in milliseconds.
 */
import { defineSchema, defineTable, mutationGeneric, queryGeneric, type QueryBuilder } from "convex/server";
import type { DataModelFromSchemaDefinition } from "convex/server";
import { v } from "convex/values";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestEngine, testApp } from "../engine/testApp";
import { seededRandom } from "../engine/random";
import { Sqlite } from "../store/sqlite";
import { filterHash } from "./filterValues";
import { createVectorIndex, unitVector, writeVectorRow } from "./vectorIndex";
import { VectorSearcher } from "./vectorSearcher";

const ROUNDS = 31;
const WORDS_PER_DOCUMENT = 60;
const VOCABULARY = 20_000;
const DOCUMENTS_PER_MUTATION = 500;
const TOPICS = 10;

interface Result {
  readonly name: string;
  readonly min: number;
  readonly median: number;
  /** The longest that anything else had to wait for the event loop meanwhile. */
  readonly stall: number;
}

async function measured(name: string, body: () => Promise<unknown>): Promise<Result> {
  // The first rounds compile; what they cost comes once in a process's life.
  for (let i = 0; i < 3; i++) await body();
  let [stall, last, isOver] = [0, performance.now(), false];
  const tick = () => {
    stall = Math.max(stall, performance.now() - last);
    last = performance.now();
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await body();
    times.push(performance.now() - start);
  }
  isOver = true;
  times.sort((a, b) => a - b);
  return { name, min: times[0] ?? 0, median: times[ROUNDS >> 1] ?? 0, stall };
}

// Text: the n-th most frequent word is n times as rare as the first, as in any language.

const schema = defineSchema({
  notes: defineTable(v.any()).searchIndex("by_text", { searchField: "text", filterFields: ["topic"] }),
});
const query = queryGeneric as QueryBuilder<DataModelFromSchemaDefinition<typeof schema>, "public">;

const notes = {
  fill: mutationGeneric({
    args: { documents: v.array(v.any()) },
    handler: async (ctx, { documents }) => {
      for (const document of documents) await ctx.db.insert("notes", document);
    },
  }),
  search: query({
    args: { text: v.string(), topic: v.union(v.number(), v.null()) },
    handler: async (ctx, { text, topic }) => {
      const found = await ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => {
          const search = q.search("text", text);
          return topic === null ? search : search.eq("topic", topic);
        })
        .take(10);
      return found.length;
    },
  }),
};

/** A made-up word of its own for each rank. */
function word(rank: number): string {
  const syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni"];
  return `${[...rank.toString(8)].map((digit) => syllables[Number(digit)] ?? "").join("")}x`;
}

function wordPicker(random: () => number): () => string {
  let total = 0;
  const sums = Array.from({ length: VOCABULARY }, (_, i) => (total += 1 / (i + 1)));
  return () => {
    const wanted = random() * total;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return word(low);
  };
}

async function benchText(folder: string, documents: number): Promise<Result[]> {
  const host = await openTestEngine(testApp({ "": { modules: { notes }, schema } }), folder);
  const random = seededRandom();
  const pick = wordPicker(random);
  const start = performance.now();
  for (let made = 0; made < documents; made += DOCUMENTS_PER_MUTATION) {
    const texts = Array.from({ length: DOCUMENTS_PER_MUTATION }, (_, i) => ({
      text: Array.from({ length: WORDS_PER_DOCUMENT }, pick).join(" "),
      topic: (made + i) % TOPICS,
    }));
    await host.mutation("notes:fill", { documents: texts });
  }
  const perDocument = (performance.now() - start) / documents;
  const results: Result[] = [
    { name: "text: insert a document", min: perDocument, median: perDocument, stall: 0 },
  ];
  const search = (name: string, text: string, topic: number | null = null) =>
    measured(`text: ${name}`, () => host.query("notes:search", { text, topic }));
  const words = (...ranks: number[]) => ranks.map(word).join(" ");
  results.push(
    await search("two words of 1 in 1,000 documents", words(5_000, 6_000)),
    await search("two words of 1 in 20 documents", words(100, 120)),
    await search("two words of 1 in 4 documents", words(20, 25)),
    await search("the two most frequent words", words(0, 1)),
    await search("two words of 1 in 4 documents, filtered", words(20, 25), 3),
    await search(
      "16 words, half of them frequent",
      words(...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [n, 500 + 99 * n])),
    ),
    await search("a prefix of one letter", word(64).slice(0, 1)),
    await search("a prefix of three letters", word(64).slice(0, 3)),
  );
  await host.close();
  return results;
}

// Vectors: in a table as the engine writes it, without the documents, which would take gigabytes.

async function benchVectors(folder: string, rows: number, dimensions: number): Promise<Result[]> {
  const name = `vectors: ${rows.toLocaleString("en")} of ${dimensions}`;
  const index = { id: 1, name: "by_vector", vectorField: "vector", dimensions, filterFields: ["topic"] };
  const db = Sqlite.open(join(folder, `${rows}x${dimensions}.sqlite3`), { synchronous: "NORMAL" });
  const random = seededRandom();
  const randomVector = () =>
    unitVector(Array.from({ length: dimensions }, () => random() - 0.5)) ?? new Float32Array(0);
  db.transaction(() => {
    createVectorIndex(db, index);
    for (let seq = 1; seq <= rows; seq++) {
      const row = { vector: new Uint8Array(randomVector().buffer), filters: filterHash(seq % TOPICS) };
      writeVectorRow(db, index, { seq, id: `document ${seq}` }, null, row);
    }
  });
  const searcher = new VectorSearcher((body) => Promise.resolve(body(db)));
  const start = performance.now();
  await searcher.search(index, { vector: randomVector(), limit: 10, anyOf: null });
  const loading = performance.now() - start;
  const vector = randomVector();
  const filter = [{ field: 0, hash: filterHash(3) }];
  const results = [
    { name: `${name}, first search (loads)`, min: loading, median: loading, stall: 0 },
    await measured(name, () => searcher.search(index, { vector, limit: 10, anyOf: null })),
    await measured(`${name}, one in ten`, () => searcher.search(index, { vector, limit: 10, anyOf: filter })),
  ];
  db.close();
  return results;
}

const documents = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "search-bench-"));
try {
  const results = await benchText(join(folder, "text"), documents);
  for (const rows of [documents / 10, documents])
    for (const dimensions of [384, 1536]) results.push(...(await benchVectors(folder, rows, dimensions)));
  const width = Math.max(...results.map(({ name }) => name.length));
  const line = (name: string, ...cells: string[]) =>
    process.stdout.write(`${name.padEnd(width)}${cells.map((cell) => cell.padStart(12)).join("")}\n`);
  line("milliseconds", "min", "median", "stall");
  for (const { name, min, median, stall } of results)
    line(name, min.toFixed(2), median.toFixed(2), stall === 0 ? "" : stall.toFixed(2));
  process.stdout.write(`${JSON.stringify({ bench: "search", documents, results })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

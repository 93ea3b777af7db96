/** Measures the host's vector search: `npm run bench:vectors -- [--vectors 100000] [--dimensions 1536] [--rounds 24]`. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filterHash } from "../src/search/filterHash";
import { newVectorThread } from "../src/search/startVectorThread";
import { createVectorIndex, unitVector, writeVectorRow, type VectorRow } from "../src/search/vectorIndex";
import { VectorSearcher } from "../src/search/vectorSearcher";
import { prepareFormat, writeMeta } from "../src/store/format";
import { Sqlite } from "../src/store/sqlite";
import { toolOptions, wholeOption } from "../../../scripts/tool";
import { figure, inRounds, table, type Figure } from "../../../scripts/bench/figure";
import { keep } from "../../../scripts/bench/kept";

const USAGE = "npm run bench:vectors -- [--vectors 100000] [--dimensions 1536] [--rounds 24]";
const values = toolOptions(USAGE, {
  vectors: { type: "string", default: "100000" },
  dimensions: { type: "string", default: "1536" },
  rounds: { type: "string", default: "24" },
});
const vectors = wholeOption(USAGE, "vectors", values.vectors);
const dimensions = wholeOption(USAGE, "dimensions", values.dimensions);
const rounds = wholeOption(USAGE, "rounds", values.rounds);

/** The number of distinct values per filter field. A filter on the field passes 1/1, 1/10 or 1/100 of the rows. */
const DISTINCT_VALUES = [1, 10, 100];
const LIMITS = [64, 256];
const CLUSTERS = 500;

const index = {
  id: 1,
  name: "by_vector",
  vectorField: "vector",
  dimensions,
  filterFields: DISTINCT_VALUES.map((count) => `field${count}`),
};

const randomVector = (): number[] => Array.from({ length: dimensions }, () => Math.random() - 0.5);
const centres = Array.from({ length: CLUSTERS }, randomVector);

/** Near one of the cluster centres, as embeddings of similar texts are. */
function clusteredVector(): Float32Array<ArrayBuffer> {
  const centre = centres[Math.floor(Math.random() * CLUSTERS)] ?? [];
  return unitVector(randomVector().map((part, at) => part + (centre[at] ?? 0))) ?? new Float32Array();
}

function newRow(seq: number): VectorRow {
  const filters = Buffer.concat(DISTINCT_VALUES.map((count) => filterHash(seq % count)));
  return { vector: new Uint8Array(clusteredVector().buffer), filters };
}

const figures: Figure[] = [];
async function measure(name: string, round: () => Promise<unknown>, times = rounds): Promise<void> {
  const results = await inRounds(times, async () => {
    const start = performance.now();
    await round();
    return performance.now() - start;
  });
  figures.push(figure(name, "ms", results));
}

const folder = mkdtempSync(join(tmpdir(), "anima-bench-vectors-"));
// toolOptions removes the folder at the end.
const path = join(folder, "vectors.sqlite3");
const db = Sqlite.open(path, { synchronous: "NORMAL" });
const thread = newVectorThread();
try {
  prepareFormat(db);
  createVectorIndex(db, index);
  for (let seq = 1; seq <= vectors;) {
    db.transaction(() => {
      for (const end = Math.min(seq + 1_000, vectors + 1); seq < end; seq++)
        writeVectorRow(db, index, { seq, id: `d${seq}` }, null, newRow(seq));
    });
  }
  const searcher = new VectorSearcher(path, thread);
  const search = (limit: number, field = 0) =>
    searcher.search(index, { vector: clusteredVector(), limit, anyOf: [{ field, hash: filterHash(0) }] });

  // Start the thread first: its start is not part of the load.
  await thread.request({ kind: "forget", path });
  await measure("load", () => searcher.preload(index), 1);
  for (const limit of LIMITS) {
    for (const [field, count] of DISTINCT_VALUES.entries())
      await measure(`best ${limit}, filter passes 1/${count}`, () => search(limit, field));
  }
  let ts = 0n;
  await measure("commit one vector", () => {
    const seq = 1 + Math.floor(Math.random() * vectors);
    const row = newRow(seq);
    ts += 1n;
    db.transaction(() => {
      writeMeta(db, { last_ts: String(ts) });
      writeVectorRow(db, index, { seq, id: `d${seq}` }, null, row);
    });
    searcher.applyCommit(ts, [{ indexId: index.id, documentId: `d${seq}`, row }]);
    return Promise.resolve();
  });
} finally {
  await thread.terminate();
  db.close();
}
const { machine, path: keptAt } = keep("bench-vectors.json", figures);
console.log(
  `${machine}\n${vectors} vectors of ${dimensions} dimensions\n\n${table(figures)}\n\nAs JSON: ${keptAt}`,
);

/**
 * Measures consolidation at one size: `node scripts/run.mjs scripts/bench/consolidation.ts [--memories 100000] [--new 1000]
 * [--backlog] [--data DIR]`. With `--backlog` it measures one call of a first consolidation, with nothing consolidated before.
 * A given directory is kept, and seeded only if it is empty.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { projectRoot } from "../start/root";
import { toolOptions, wholeOption } from "../tool";
import { consolidateAll, consolidateNew } from "./memory/consolidation";
import { seed } from "./memory/seed";

const USAGE = "consolidation.ts [--memories 100000] [--new 1000] [--backlog] [--data DIR]";
const values = toolOptions(USAGE, {
  memories: { type: "string", default: "100000" },
  new: { type: "string", default: "1000" },
  backlog: { type: "boolean", default: false },
  data: { type: "string" },
});
const memories = wholeOption(USAGE, "memories", values.memories);
const token = "consolidation-bench-token";
const env = { TICK_TOKEN: token, AUTONOMY: "off", RATE_LIMIT_WRITE: "0", RATE_LIMIT_READ: "0" };
const folder = mkdtempSync(join(tmpdir(), "anima-consolidation-"));
const dataDir = values.data ?? join(folder, "data");
try {
  if (!existsSync(join(dataDir, "convex.sqlite3"))) {
    const progress = (count: number) => process.stderr.write(`\r${count} of ${memories} stored`);
    const storeMs = await seed({ dataDir, memories, model: null, env, progress });
    process.stderr.write(`\r${memories} stored, ${storeMs.toFixed(2)} ms each\n`);
  }
  const host = await startHost({
    functionsDir: join(projectRoot, "convex"),
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    env,
    log: processLogger("warn"),
  });
  try {
    const consolidated = (count: number) => process.stderr.write(`\r${count} of ${memories} consolidated`);
    if (!values.backlog) await consolidateAll(host, token, consolidated);
    console.log(await consolidateNew(host, Number(values.new), token));
  } finally {
    await host.stop(10_000);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Measures the JavaScript time of each query and mutation on Convex: `npm run replay -- [--memories 100000] [--data DIR]
 * [--model]`. A given directory is kept, and seeded only if it is empty.
 *
 * Convex ends a transaction after one second of JavaScript, including module evaluation. The embedded host cannot show
 * that, since it loads functions once. So this tool records a mixed load at the documented maxima on the host, on a store of
 * that many memories, and runs the most expensive calls of each function again in a fresh context with the CLI's bundle,
 * without a database. It fails if a function takes more than 300 ms cold, or more than a quarter of any other limit of a
 * transaction.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { setCallObserver } from "convex-on-sqlite/testing";
import { DATABASE_FILE, startHost } from "convex-on-sqlite";
import { processLogger } from "convex-on-sqlite/process";
import { startModelServer } from "../test/support/model-server";
import { aligned } from "./bench/aligned";
import { fill } from "./bench/memory/seed";
import { bundleForDeploy } from "./deploy-bundle";
import { faultsOf, MAX_COLD_MS } from "./replay/bounds";
import { driveMaxima } from "./replay/load";
import { Recording, type RecordedCall } from "./replay/recording";
import { Texts } from "./replay/texts";
import { projectRoot } from "./start/root";
import { toolOptions, wholeOption } from "./tool";

const TOKEN = "token-of-the-replayed-load";
const SEED = 20_261_126;

const USAGE = "npm run replay -- [--memories 0] [--data DIR] [--runs 3] [--model] [--all] [--small]";
const options = toolOptions(USAGE, {
  memories: { type: "string", default: "0" },
  data: { type: "string" },
  runs: { type: "string", default: "3" },
  model: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  // One request in place of the load: shows that the tool works.
  small: { type: "boolean", default: false },
});
const memories = wholeOption(USAGE, "memories", options.memories, 0);
const runs = wholeOption(USAGE, "runs", options.runs);
const folder = mkdtempSync(join(tmpdir(), "anima-replay-"));
const progress = (what: string): void => void process.stderr.write(`${what} …\n`);

const replayed = z.array(
  z.union([
    z.object({
      name: z.string(),
      ok: z.literal(true),
      coldMs: z.number(),
      loadMs: z.number(),
      warmMs: z.number(),
      modules: z.number(),
      diverged: z.number(),
    }),
    z.object({ name: z.string(), ok: z.literal(false), reason: z.string() }),
  ]),
);

const bundleDir = join(folder, "bundle");
const bundling = bundleForDeploy(projectRoot, bundleDir);
const { calls, env } = await record();
const bundled = await bundling;
if (bundled.kind === "refused") throw new Error(`convex/ does not bundle: ${bundled.reasons}`);
progress(`${calls.length} calls, each ${runs + 1} times`);
const results = await replay(calls, env);
process.exitCode = report(calls, results) ? 0 : 1;

/** The most expensive calls of each function under the load, and the variables that they saw. */
async function record(): Promise<{ calls: RecordedCall[]; env: Record<string, string> }> {
  const recording = new Recording();
  const dataDir = options.data ?? join(folder, "data");
  const isSeeded = existsSync(join(dataDir, DATABASE_FILE));
  const model = options.model ? await startModelServer() : null;
  const env = { ...environment(), ...(model === null ? {} : modelVariables(model.baseUrl)) };
  const host = await startHost({
    functionsDir: join(projectRoot, "convex"),
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    env,
    log: processLogger("error"),
    synchronous: "NORMAL",
    // The slowest calls are what it measures.
    jsLimitMs: Infinity,
  });
  try {
    const texts = new Texts(SEED);
    await fill(host.engine, {
      memories: isSeeded ? 0 : memories,
      model: null,
      content: (_, number) => texts.memory(number),
      progress: (stored) => progress(`${stored} of ${memories} memories`),
    });
    setCallObserver(recording.observe);
    if (options.small)
      await fetch(`${host.url}/tick`, { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } });
    else await driveMaxima({ url: host.url, token: TOKEN, progress });
    return { calls: recording.calls, env };
  } finally {
    setCallObserver(null);
    await host.stop(10_000);
    await model?.stop();
  }
}

function environment(): Record<string, string> {
  return {
    TICK_TOKEN: TOKEN,
    AUTONOMY: "on",
    RATE_LIMIT_TICK: "0",
    RATE_LIMIT_WRITE: "0",
    RATE_LIMIT_READ: "0",
  };
}

function modelVariables(baseUrl: string): Record<string, string> {
  return {
    LLM_API_KEY: "any",
    LLM_BASE_URL: baseUrl,
    EMBEDDING_API_KEY: "any",
    EMBEDDING_BASE_URL: baseUrl,
  };
}

/** Runs the calls again in another process, because modules in contexts need a flag of Node. */
async function replay(
  calls: readonly RecordedCall[],
  env: Readonly<Record<string, string>>,
): Promise<z.infer<typeof replayed>> {
  const [callsFile, resultsFile] = [join(folder, "calls.json"), join(folder, "results.json")];
  writeFileSync(callsFile, JSON.stringify({ calls, env, runs }));
  const child = spawn(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--disable-warning=ExperimentalWarning",
      fileURLToPath(new URL("./replay/child.mjs", pathOfThis())),
      join(bundleDir, "isolate"),
      callsFile,
      resultsFile,
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the replay ended with exit code ${String(code)}`);
  return replayed.parse(JSON.parse(readFileSync(resultsFile, "utf8")));
}

/** The path of this file's source. This file runs from a bundle. */
function pathOfThis(): URL {
  return new URL(`file://${join(projectRoot, "scripts", "replay.ts")}`);
}

/** Prints the worst call of each function. Returns whether all are within bounds. */
function report(calls: readonly RecordedCall[], results: z.infer<typeof replayed>): boolean {
  const faults: string[] = [];
  const worst = new Map<string, { coldMs: number; cells: string[] }>();
  results.forEach((result, i) => {
    const call = calls[i];
    if (call === undefined) return;
    if (!result.ok) {
      faults.push(`${result.name} could not be replayed: ${result.reason}`);
      return;
    }
    faults.push(...faultsOf({ ...call, coldMs: result.coldMs }));
    if (result.coldMs <= (worst.get(result.name)?.coldMs ?? -1)) return;
    const {
      documentsRead = 0,
      documentsWritten = 0,
      databaseQueries = 0,
      bytesRead = 0,
      bytesWritten = 0,
    } = call.usage;
    worst.set(result.name, {
      coldMs: result.coldMs,
      cells: [
        result.name,
        ...[result.coldMs, result.loadMs, result.warmMs, result.modules].map((value) =>
          String(Math.round(value)),
        ),
        ...[documentsRead, documentsWritten, databaseQueries].map(String),
        ...[bytesRead, bytesWritten].map((bytes) => String(Math.round(bytes / 1024))),
        result.diverged > 0 ? `${result.diverged} results by order` : "",
      ],
    });
  });
  const rows = [...worst.values()].sort((a, b) => b.coldMs - a.coldMs).map(({ cells }) => cells);
  const heading = "function,cold ms,load ms,warm ms,modules,read,written,ranges,KiB read,KiB written,".split(
    ",",
  );
  console.log(aligned([heading, ...(options.all ? rows : rows.slice(0, 20))]));
  for (const fault of [...new Set(faults)]) console.error(fault);
  console.log(
    faults.length === 0
      ? `All ${worst.size} functions take at most ${MAX_COLD_MS} ms cold and a quarter of every other limit.`
      : `${new Set(faults.map((fault) => fault.split(" ")[0])).size} of ${worst.size} functions exceed a limit.`,
  );
  return faults.length === 0;
}

/**
 * `npm run bench:memory`: measures the memory routes over HTTP with many memories.
 * `node scripts/run.mjs scripts/bench/memory.ts [--memories 100000] [--requests N] [--vectors] [--data DIR]`. A given directory
 * is kept, and seeded only if it is empty.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod";
import { startModelServer, type ModelServer } from "../../test/support/model-server";
import { RunningService } from "../../test/support/running-service";
import { projectRoot } from "../start/root";
import { toolOptions, wholeOption } from "../tool";
import { quantile, shown } from "./figure";
import { residentMiB } from "./footprint";
import { casesOf, type Case, type Seeded } from "./memory/cases";
import { seed } from "./memory/seed";

const MODEL = "bench";
// Requests before the measurement, so that the code is compiled.
const WARM_UP = 200;
const page = z.object({ memories: z.array(z.object({ createdAt: z.number() })), total: z.number() });

const USAGE = "npm run bench:memory -- [--memories 100000] [--requests N] [--vectors] [--data DIR]";
const values = toolOptions(USAGE, {
  memories: { type: "string", default: "100000" },
  // At most so many of each kind.
  requests: { type: "string", default: "999999999" },
  vectors: { type: "boolean" },
  data: { type: "string" },
});
const memories = wholeOption(USAGE, "memories", values.memories);
const requests = wholeOption(USAGE, "requests", values.requests);

interface Measured {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly times: number;
}

const provider = values.vectors === true ? await startModelServer() : null;
const folder = values.data ?? mkdtempSync(join(tmpdir(), "anima-bench-"));
try {
  report(await measured(folder, provider));
} finally {
  await provider?.stop();
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Seeds the folder if it is empty, and measures the service on it. */
async function measured(dataDir: string, provider: ModelServer | null): Promise<Measured[]> {
  const env = providerEnv(provider);
  if (!existsSync(join(dataDir, "convex.sqlite3"))) {
    const startedAt = performance.now();
    const progress = (done: number): void => {
      process.stderr.write(`seeding: ${done.toLocaleString("en")} of ${memories.toLocaleString("en")}\n`);
    };
    const each = await seed({ dataDir, memories, model: provider === null ? null : MODEL, env, progress });
    const seconds = (performance.now() - startedAt) / 1000;
    process.stderr.write(`seeded in ${seconds.toFixed(0)} s, ${shown(each)} ms a memory\n`);
  }
  const service = await RunningService.start({ dataDir, env });
  try {
    const figures: Measured[] = [];
    for (const one of casesOf(await seeded(service))) figures.push(await measure(service, one));
    process.stderr.write(`resident memory: ${residentMiB(service.pid ?? 0).toFixed(0)} MiB\n`);
    return figures;
  } finally {
    await service.dispose();
  }
}

function providerEnv(provider: ModelServer | null): Record<string, string> {
  // No ticks during seeding.
  const env = { AUTONOMY: "off" };
  if (provider === null) return env;
  return { ...env, EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: provider.baseUrl, EMBEDDING_MODEL: MODEL };
}

async function seeded(service: RunningService): Promise<Seeded> {
  const { total } = (await service.get("/memories?limit=1")).as(page);
  const offset = Math.floor(total / 2);
  const [middle] = (await service.get(`/memories?limit=1&offset=${offset}`)).as(page).memories;
  return { memories: total, middle: middle?.createdAt ?? 0 };
}

/** Sequential requests on keep-alive connections, each timed from sending it to reading the whole response. */
async function measure(service: RunningService, { name, call, ...one }: Case): Promise<Measured> {
  const latencies: number[] = [];
  const [times, warmUp] = [Math.min(requests, one.times), Math.min(requests, WARM_UP)];
  for (let n = 0; n < times + warmUp; n += 1) {
    const { method, path, body } = call(n);
    const startedAt = performance.now();
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${service.tokens.write}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (n >= warmUp) latencies.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  }
  process.stderr.write(`${name}: ${shown(quantile(latencies, 0.5))} ms\n`);
  return { name, p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), times };
}

function report(figures: readonly Measured[]): void {
  const results = join(projectRoot, ".host", "bench-memory.json");
  mkdirSync(join(projectRoot, ".host"), { recursive: true });
  const vectors = values.vectors === true;
  writeFileSync(
    results,
    `${JSON.stringify({ at: new Date().toISOString(), memories, vectors, figures }, null, 2)}\n`,
  );
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`${memories.toLocaleString("en")} memories${vectors ? " with vectors" : ""}, milliseconds\n`);
  console.log(`${"".padEnd(width)}  ${"p50".padStart(7)}  ${"p95".padStart(7)}`);
  for (const { name, p50, p95 } of figures)
    console.log(`${name.padEnd(width)}  ${shown(p50).padStart(7)}  ${shown(p95).padStart(7)}`);
  console.log(`\nJSON: ${relative(process.cwd(), results)}`);
}

/**
 * Measures rate limiting with the counts of many callers, and requests during their cleanup: `node scripts/run.mjs
 * scripts/bench/callers.ts [--callers 1000000]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHost, type Host } from "../../host/host";
import { processLogger } from "../../host/log";
import type { ConvexJson } from "../../host/types";
import { projectRoot } from "../start/root";
import { toolOptions, wholeOption } from "../tool";
import { call } from "./call";
import { quantile, shown } from "./figure";
import { vectorThread } from "../start/vectorThread";

const CONCURRENCY = 200;
const REQUESTS = 600;
const MINUTE = 60_000;

const USAGE = "callers.ts [--callers 1000000]";
const values = toolOptions(USAGE, { callers: { type: "string", default: "1000000" } });
const callers = wholeOption(USAGE, "callers", values.callers);
const folder = mkdtempSync(join(tmpdir(), "anima-callers-"));
const env = { TICK_TOKEN: "token-of-the-callers-bench", AUTONOMY: "off", RATE_LIMIT_READ: "1000000" };
const host = await startHost({
  vectorThread,
  functionsDir: join(projectRoot, "convex"),
  dataDir: join(folder, "data"),
  hostname: "127.0.0.1",
  port: 0,
  env,
  log: processLogger("warn"),
});
try {
  await requests(host);
  report("GET /state without other callers", await requests(host));
  await addCallers(host, callers);
  report(`GET /state with ${callers.toLocaleString("en")} callers`, await requests(host));
  await call(host.engine, "mutation", "registry/sweeper:sweep", {});
  report("GET /state during the cleanup of past minutes", await requests(host));
} finally {
  await host.stop(10_000);
  rmSync(folder, { recursive: true, force: true });
}

/** The duration of each of many sequential requests, in ms. */
async function requests({ url }: Host): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const startedAt = performance.now();
    await (await fetch(`${url}/state`)).text();
    waits.push(performance.now() - startedAt);
  }
  return waits;
}

/** Counts one request of each of `count` callers, as the service does. */
async function addCallers({ engine }: Host, count: number): Promise<void> {
  const countRequest = (n: number): Promise<unknown> => {
    const args: ConvexJson = {
      class: "read",
      caller: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      limit: 100,
    };
    return call(engine, "mutation", "rateLimits/rateLimits:take", args);
  };
  const startedAt = performance.now();
  for (let at = 0; at < count; at += CONCURRENCY) {
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENCY, count - at) }, (_, i) => countRequest(at + i)),
    );
    if (at % (50 * CONCURRENCY) === 0) process.stderr.write(`\r${at} of ${count} callers`);
  }
  process.stderr.write(
    `\r${count} callers in ${((performance.now() - startedAt) / MINUTE).toFixed(1)} min\n`,
  );
}

function report(what: string, waits: readonly number[]): void {
  console.log(`${what}: p50 ${shown(quantile(waits, 0.5))} ms, p99 ${shown(quantile(waits, 0.99))} ms`);
}

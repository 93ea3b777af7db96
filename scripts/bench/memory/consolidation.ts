/** Measures the consolidation of new memories into many others, and the latency of other requests meanwhile. */
import * as z from "zod";
import { callFunction, type Host } from "convex-on-sqlite";
import { seeded } from "../../../test/support/random";
import { quantile } from "../figure";
import { madeUp } from "./texts";

export interface ConsolidationFigures {
  /** Of the call, in ms. */
  readonly duration: number;
  /** CPU time of this process, in ms, which is more reliable than the duration on a shared machine. */
  readonly cpu: number;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  /** Latencies of GET /state meanwhile, in ms. */
  readonly probes: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

const SEED = 7_041;
const PROBE_EVERY_MS = 20;

const done = z.object({
  memoriesProcessed: z.number(),
  coreMemoriesCreated: z.number(),
  coreMemoriesUpdated: z.number(),
  duration: z.number(),
});

async function consolidate(host: Host, token: string): Promise<z.infer<typeof done>> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${host.url}/memories/consolidate`, { method: "POST", headers });
  if (!response.ok) throw new Error(`POST /memories/consolidate answered ${await response.text()}`);
  return done.parse(await response.json());
}

/** Consolidates all memories. */
export async function consolidateAll(
  host: Host,
  token: string,
  progress: (processed: number) => void,
): Promise<void> {
  for (let all = 0; ;) {
    const { memoriesProcessed } = await consolidate(host, token);
    if (memoriesProcessed === 0) return;
    progress((all += memoriesProcessed));
  }
}

/** Stores `count` new memories and consolidates them over HTTP, while it requests GET /state repeatedly. */
export async function consolidateNew(
  host: Host,
  count: number,
  token: string,
): Promise<ConsolidationFigures> {
  for (const memory of madeUp(count, SEED + Math.floor(seeded(SEED)() * 1000)))
    await callFunction(host.engine, "mutation", "memories/functions:store", { ...memory, confidence: 0.8 });
  const waits: number[] = [];
  let over = false;
  const sampling = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await (await fetch(`${host.url}/state`)).text();
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  })();
  const before = process.cpuUsage();
  const answer = await consolidate(host, token);
  const { user, system } = process.cpuUsage(before);
  over = true;
  await sampling;
  return {
    duration: answer.duration,
    cpu: Math.round((user + system) / 1000),
    processed: answer.memoriesProcessed,
    created: answer.coreMemoriesCreated,
    updated: answer.coreMemoriesUpdated,
    probes: waits.length,
    median: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    longest: quantile(waits, 1),
  };
}

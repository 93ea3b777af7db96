/** Consolidating some new memories into many that are consolidated, and how long anything else then waits. */
import * as z from "zod";
import type { Host } from "../../../host/host";
import type { ConvexJson, Engine, RequestMeta } from "../../../host/types";
import { seeded } from "../../../test/support/random";
import { quantile } from "../figure";
import { madeUp } from "./texts";

export interface ConsolidationFigures {
  /** Of the call, in ms. */
  readonly duration: number;
  /** What this process computed meanwhile, in ms: it says more than the duration where others use the machine. */
  readonly cpu: number;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  /** What GET /state took meanwhile, in ms. */
  readonly probes: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

const META: RequestMeta = {
  ip: null,
  userAgent: null,
  requestId: "0000000000000000",
  scheduledFunctionId: null,
  authToken: null,
};
const SEED = 7_041;
/** Members of a theme, and how strongly they hang together, of memories that are only said to be consolidated. */
const THEME_SIZE = 30;
const STRENGTH = 0.3;
const NEIGHBOURS = 12;
const AT_ONCE = 120;
const PROBE_EVERY_MS = 20;

const begun = z.object({ run: z.number(), from: z.number(), total: z.number() });
const texts = z.array(z.object({ place: z.number(), memoryId: z.string() }));
const done = z.object({
  memoriesProcessed: z.number(),
  coreMemoriesCreated: z.number(),
  coreMemoriesUpdated: z.number(),
  duration: z.number(),
});

/**
 * Says of all memories that they are consolidated, in themes of neighbouring ones: what consolidating a hundred thousand
 * one after the other would leave takes most of an hour to make.
 */
export async function pretendConsolidated(engine: Engine): Promise<void> {
  const { run, from, total } = begun.parse(await call(engine, "mutation", "consolidation:begin", {}));
  const words = { theme: "Pretence", summary: "Made up.", writer: "reflex", wording: "provisional" };
  for (let at = from; at < total; at += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, total - at) }, (_, i) => at + i);
    const some = texts.parse(await call(engine, "query", "consolidation:texts", { model: "", places }));
    const themes = Array.from({ length: Math.ceil(some.length / THEME_SIZE) }, (_, i) =>
      some.slice(i * THEME_SIZE, (i + 1) * THEME_SIZE),
    );
    const rows = themes.flatMap((theme) =>
      theme.map(({ place, memoryId }, i) => ({
        memoryId,
        place,
        nearest: Array.from({ length: Math.min(NEIGHBOURS, theme.length - 1) }, (_, j) => ({
          place: theme[(i + j + 1) % theme.length]?.place ?? 0,
          strength: STRENGTH,
        })),
        comparedBy: "",
        evidence: true,
        confidence: 0.8,
      })),
    );
    await call(engine, "mutation", "consolidation:write", { run, rows });
    await call(engine, "mutation", "coreMemories:apply", {
      run,
      from: at,
      to: at + places.length,
      reinforcedAt: 1_000,
      changes: themes
        .filter((theme) => theme.length >= 3)
        .map((theme) => ({ kind: "founded", members: theme, confidence: 0.5, words })),
    });
  }
  await call(engine, "mutation", "consolidation:end", { run, caughtUp: true });
}

/** Stores `count` new memories and consolidates them over HTTP, while GET /state is asked again and again. */
export async function consolidateNew(
  host: Host,
  count: number,
  token: string,
): Promise<ConsolidationFigures> {
  for (const memory of madeUp(count, SEED + Math.floor(seeded(SEED)() * 1000)))
    await call(host.engine, "mutation", "memories:store", { ...memory, confidence: 0.8 });
  const waits: number[] = [];
  let over = false;
  const probing = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await (await fetch(`${host.url}/state`)).text();
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  })();
  const before = process.cpuUsage();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${host.url}/memories/consolidate`, { method: "POST", headers });
  const answer = done.parse(await response.json());
  const { user, system } = process.cpuUsage(before);
  over = true;
  await probing;
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

async function call(
  engine: Engine,
  kind: "query" | "mutation",
  name: string,
  args: ConvexJson,
): Promise<unknown> {
  const address = { componentPath: "", name };
  const outcome = await engine[kind](address, args, { visibility: "any", meta: META });
  if (!outcome.ok) throw new Error(`${name} failed: ${outcome.error.message}`);
  return JSON.parse(outcome.value);
}

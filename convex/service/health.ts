/** The report of GET /health: whether the service works, and which part does not. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { MEMORY_TYPES, TONES } from "../../mind/enums";
import { TICK_INTERVAL_MS } from "../../mind/time/schedule";
import { timeTaken } from "../../mind/time/timeSince";
import type { Settings } from "../lib/settings";
import * as Agent from "../agent/state";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Usage from "../llm/usage";
import * as Totals from "../lib/totals";
import * as Machine from "../lib/machine";
import * as Lease from "../leases/lease";
import { DATA_FORMAT } from "../migrations/format";
import * as Vitals from "../vitals/vitals";

export const report = v.object({
  status: literals("ok", "degraded"),
  model: v.string(),
  lastTick: v.number(),
  tickCount: v.number(),
  uptime: v.number(),
  version: v.string(),
  dataFormat: v.number(),
  health: v.number(),
  /** Those of the service, and those of the host's machine where it has any. */
  checks: v.record(v.string(), v.string()),
  /** Present while what is stored gets vectors of another model. */
  reembedding: v.optional(v.object({ done: v.number(), total: v.number() })),
});
type Report = Infer<typeof report>;

export const OK = "ok";
const MISSED_INTERVALS = 3;

export async function examine(ctx: QueryCtx, now: number, settings: Settings): Promise<Report> {
  const vitals = (await Vitals.find(ctx)) ?? Vitals.initialVitals(now);
  const { health } = await Agent.state(ctx);
  const checks = {
    model: await modelCheck(ctx, vitals, now, settings),
    tick: tickCheck(vitals),
    schedule: scheduleCheck(vitals, now, settings),
    lock: await lockCheck(ctx, now),
    embedding: await ProviderHealth.check(ctx, settings),
    ...withDifferences(Machine.checks(), vitals),
  };
  const done = await ProviderHealth.backfilled(ctx, settings);
  const healthy = Object.values(checks).every(
    (check) => check === OK || check === ProviderHealth.LEXICAL_ONLY,
  );
  return {
    status: healthy ? "ok" : "degraded",
    model: settings.llm?.model ?? "reflex",
    lastTick: vitals.lastTick,
    tickCount: vitals.tickCount,
    uptime: Math.max(0, Math.floor((now - vitals.startedAt) / 1000)),
    version: Vitals.VERSION,
    dataFormat: DATA_FORMAT,
    health,
    checks,
    ...(done === null ? {} : { reembedding: { done, total: await embeddable(ctx) } }),
  };
}

/** Memories and thoughts. Passages are not counted anywhere, but are embedded among them. */
async function embeddable(ctx: QueryCtx): Promise<number> {
  const { memories, thoughts } = await Totals.readAll(ctx);
  const counts = [...MEMORY_TYPES.map((type) => memories[type]), ...TONES.map((tone) => thoughts[tone])];
  return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}

async function modelCheck(
  ctx: QueryCtx,
  vitals: Vitals.Vitals,
  now: number,
  settings: Settings,
): Promise<string> {
  const { llm, dailyTokens, timeZone } = settings;
  if (llm === null) return "keyless: LLM_API_KEY is not set, so the agent keeps a journal by itself";
  const fault = Vitals.providerFault(vitals, now);
  if (fault !== null) return fault;
  if (!(await Usage.isBudgetSpent(ctx, now, settings))) return OK;
  return `budget: the ${dailyTokens} tokens of LLM_DAILY_TOKENS are spent until midnight (${timeZone}), so the agent keeps a journal by itself`;
}

/** The machine's checks, with what the last verification found. Of a fault of the machine it says nothing new. */
function withDifferences(
  checks: ReturnType<typeof Machine.checks>,
  { differences }: Vitals.Vitals,
): ReturnType<typeof Machine.checks> {
  if (differences === undefined || differences.found === 0 || (checks.storage ?? OK) !== OK) return checks;
  const { found, first } = differences;
  const advice = "anima verify names them all, and with --repair writes lists and totals anew";
  return {
    ...checks,
    storage: `the data differ from what follows from them (${found}: ${first} …): ${advice}`,
  };
}

function tickCheck({ lastEnd }: Vitals.Vitals): string {
  if (lastEnd === null || lastEnd.outcome === "succeeded") return OK;
  return `the last tick ${lastEnd.outcome === "lost" ? "was lost" : "failed"}: ${lastEnd.error}`;
}

function scheduleCheck(vitals: Vitals.Vitals, now: number, { autonomy }: Settings): string {
  // A paused schedule misses no tick.
  if (!autonomy) return OK;
  const idleMs = Vitals.idleMs(vitals, now);
  if (idleMs <= MISSED_INTERVALS * TICK_INTERVAL_MS) return OK;
  if (idleMs === Infinity) return "no successful tick since the clock was set back";
  return `no successful tick for ${Math.floor(idleMs / 60_000)} minutes`;
}

async function lockCheck(ctx: QueryCtx, now: number): Promise<string> {
  const lease = await Lease.read(ctx, "tick");
  if (lease.expiresAt === 0 || Lease.isActive(lease, "tick", now)) return OK;
  return `a tick's lease ran out ${Math.ceil(timeTaken(lease.expiresAt, now) / 1000)} s ago and no tick has taken over`;
}

/** The service's one row of vital signs: when it started, how its ticks and its model provider fare. */
import type { WithoutSystemFields } from "convex/server";
import packageJson from "../../package.json";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { HealthMeasures } from "../../mind/affect/affect";
import { ACCOUNTED_EVERY_MS, TICK_INTERVAL_MS } from "../../mind/time/schedule";
import { timeSince } from "../../mind/time/timeSince";
import { unit } from "../../mind/unit";
import type { TickOutcome } from "../../mind/enums";
import type { Settings } from "../lib/settings";
import { orderliness } from "../consolidation/schedule";
import * as Breaker from "../llm/breaker";

export const VERSION = packageJson.version;

/** The weight of the newest outcome in a success share: about the last ten count. */
const NEWEST = 0.1;
/** In so long what is well again loses half of what its failures cost by time alone; seven successes do as much. */
const WELL_AGAIN_HALF_LIFE_MS = 60 * 60_000;

export type Vitals = WithoutSystemFields<Doc<"vitals">>;

export async function find(ctx: QueryCtx): Promise<Doc<"vitals"> | null> {
  return await ctx.db.query("vitals").first();
}

/** The vital signs of a service that starts now. */
export function initialVitals(now: number): Vitals {
  return {
    startedAt: now,
    version: VERSION,
    selfStartedAt: 0,
    tickCount: 0,
    lastTick: 0,
    lastEnd: null,
    provider: null,
    tickSuccess: 1,
    providerSuccess: 1,
  };
}

/** Applies `change` to the row, made now if there is none. */
export async function update(
  ctx: MutationCtx,
  now: number,
  change: (vitals: Vitals) => Partial<Vitals>,
): Promise<Vitals> {
  const row = await find(ctx);
  if (row === null) {
    const fresh = initialVitals(now);
    const vitals = { ...fresh, ...change(fresh) };
    await ctx.db.insert("vitals", vitals);
    return vitals;
  }
  // On hosted Convex nothing runs at a deploy by itself; a changed version shows one that nobody told of.
  const restarted = row.version === VERSION ? {} : { version: VERSION, startedAt: now };
  const changed = { ...restarted, ...change(row) };
  await ctx.db.patch("vitals", row._id, changed);
  return { ...row, ...changed };
}

/** Milliseconds without a successful tick, as of `now`: Infinity where the clock was set back and none has been since. */
export function idleMs({ lastTick, startedAt }: Vitals, now: number): number {
  return Math.min(timeSince(lastTick, now), timeSince(startedAt, now));
}

/** What a tick's end does to the vital signs. */
export function afterTick(
  vitals: Vitals,
  end: { at: number; outcome: Exclude<TickOutcome, "running">; error?: string; asked: Asked },
): Partial<Vitals> {
  const succeeded = end.outcome === "succeeded";
  return {
    lastEnd: { at: end.at, outcome: end.outcome, error: end.error ?? "" },
    tickSuccess: weighed(tickShare(vitals, end.at), succeeded),
    ...(succeeded ? { tickCount: vitals.tickCount + 1, lastTick: end.at } : {}),
    ...(end.asked.kind === "not asked"
      ? {}
      : {
          provider: providerAfter(vitals.provider, end.at, end.asked),
          providerSuccess: weighed(providerShare(vitals, end.at), end.asked.kind === "answered"),
        }),
  };
}

/** Notes how the model fared outside of ticks. An answer writes nothing where one is known, so that many at once don't collide. */
export async function noteProviderOutcome(
  ctx: MutationCtx,
  now: number,
  asked: Exclude<Asked, { kind: "not asked" }>,
): Promise<void> {
  const known = (await find(ctx))?.provider ?? null;
  const ok = asked.kind === "answered";
  if (ok && (known?.ok ?? true)) return;
  // An outage weighs once, however many questions meet it.
  const isNews = ok || known?.reason !== asked.reason;
  await update(ctx, now, (vitals) => ({
    provider: providerAfter(known, now, asked),
    ...(isNews ? { providerSuccess: weighed(providerShare(vitals, now), ok) } : {}),
  }));
}

/** A failure that another question might not meet shows that the provider can be called, so it closes the breaker. */
function providerAfter(
  last: Vitals["provider"],
  now: number,
  asked: Exclude<Asked, { kind: "not asked" }>,
): Vitals["provider"] {
  if (asked.kind === "answered") return { at: now, ok: true, reason: "" };
  const breaker = asked.ofText ? {} : Breaker.afterFailure(last, now);
  return { at: now, ok: false, reason: asked.reason, ...breaker };
}

/**
 * Null where the model's provider may be called. Otherwise why not: its breaker is open. The call that may try when the pause
 * is over puts all others off for another pause, so that one finds out for all.
 */
export async function refuseCall(ctx: MutationCtx, now: number): Promise<string | null> {
  const provider = (await find(ctx))?.provider ?? null;
  const breaker = Breaker.stateOf(provider, now);
  if (provider === null || breaker.kind === "closed") return null;
  if (breaker.kind === "open") return pausedReason(provider, breaker.forMs);
  const nextAttemptAt = now + Breaker.pauseMs(provider.failures ?? 0);
  await update(ctx, now, () => ({ provider: { ...provider, nextAttemptAt } }));
  return null;
}

/** Why the provider fails; with an open breaker also when it is asked again. Null where it works or has not been asked. */
export function providerFault({ provider }: Vitals, now: number): string | null {
  if (provider === null || provider.ok) return null;
  const breaker = Breaker.stateOf(provider, now);
  return breaker.kind === "open" ? pausedReason(provider, breaker.forMs) : provider.reason;
}

function pausedReason({ reason, failures }: NonNullable<Vitals["provider"]>, forMs: number): string {
  return `${reason} (${failures} failures in a row; asked again in ${Math.ceil(forMs / 1_000)} s)`;
}

/** The provider's share of successes at `now`. */
function providerShare({ provider, providerSuccess }: Vitals, now: number): number {
  return provider?.ok === true ? healed(providerSuccess, provider.at, now) : providerSuccess;
}

/** The ticks' share of successes at `now`. */
function tickShare({ lastEnd, tickSuccess }: Vitals, now: number): number {
  return lastEnd?.outcome === "succeeded" ? healed(tickSuccess, lastEnd.at, now) : tickSuccess;
}

/** A share of what succeeded last, at `at`: it heals by time alone, for in quiet hours nobody asks the provider, and by night nobody may tick. */
function healed(share: number, at: number, now: number): number {
  return 1 - (1 - share) * 2 ** (-timeSince(at, now) / WELL_AGAIN_HALF_LIFE_MS);
}

/** Whether a tick asked the model, and what came of it. */
export type Asked =
  | { kind: "not asked" }
  | { kind: "answered" }
  /** `ofText`: the question may be at fault, so that another might succeed. */
  | { kind: "failed"; reason: string; ofText: boolean };

/**
 * What the health score is measured from between `from`, up to which it is told, and `now`; each 0 to 1.
 * `consolidatedAt`: when no memory waited to be consolidated last. A gap in which nothing ran is no lateness, whether the
 * service was stopped or its machine slept: then all is as it was when the gap began.
 */
export function measures(
  vitals: Vitals,
  { from, now }: { readonly from: number; readonly now: number },
  { autonomy, llm }: Pick<Settings, "autonomy" | "llm">,
  consolidatedAt: number,
): HealthMeasures {
  const at = now - from > ACCOUNTED_EVERY_MS ? from : now;
  // A service that was started since has been idle for no time; one whose clock was set back, for who knows how long.
  const sinceStart =
    timeSince(vitals.startedAt, now) === Infinity ? Infinity : Math.max(0, at - vitals.startedAt);
  const idle = Math.min(timeSince(vitals.lastTick, at), sinceStart);
  return {
    tickSuccess: tickShare(vitals, at),
    providerSuccess: llm === null ? 1 : providerShare(vitals, at),
    // On time up to one interval and a half; as late as three is not at all.
    punctuality: autonomy ? unit((3 - idle / TICK_INTERVAL_MS) / 1.5) : 1,
    consolidation: autonomy ? orderliness(Math.min(timeSince(consolidatedAt, at), sinceStart)) : 1,
  };
}

function weighed(share: number, success: boolean): number {
  return share + NEWEST * ((success ? 1 : 0) - share);
}

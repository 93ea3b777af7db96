/** The service's vital signs, in one row: its start, and the outcomes of its ticks and of calls to the model's provider. */
import type { WithoutSystemFields } from "convex/server";
import packageJson from "../../package.json";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { timeSince } from "../../mind/time/timeSince";
import type { TickOutcome } from "../../mind/enums";
import * as Breaker from "./breaker";
import { writeVitals } from "./rows";

export const VERSION = packageJson.version;

/** The weight of the newest outcome in a share of successes, so that about the last ten count. */
const NEWEST = 0.1;
/** After a success, a share regains half of its losses in this time, as much as by seven more successes. */
const WELL_AGAIN_HALF_LIFE_MS = 60 * 60_000;

export type Vitals = WithoutSystemFields<Doc<"vitals">>;

export async function find(ctx: QueryCtx): Promise<Doc<"vitals"> | null> {
  return await ctx.db.query("vitals").first();
}

/** The vital signs of a service that starts at `now`. */
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

/** Applies `change` to the row, created if there is none. */
export async function update(
  ctx: MutationCtx,
  now: number,
  change: (vitals: Vitals) => Partial<Vitals>,
): Promise<Vitals> {
  const row = await find(ctx);
  if (row === null) {
    const fresh = initialVitals(now);
    const vitals = { ...fresh, ...change(fresh) };
    await writeVitals(ctx, null, vitals);
    return vitals;
  }
  // Nothing runs at a deployment to hosted Convex, so a changed version counts as a start.
  const restarted = row.version === VERSION ? {} : { version: VERSION, startedAt: now };
  const changed = { ...restarted, ...change(row) };
  const vitals = { ...row, ...changed };
  await writeVitals(ctx, row, vitals);
  return vitals;
}

/** Milliseconds since the last successful tick or the start; Infinity if both are ahead because the clock was set back. */
export function idleMs({ lastTick, startedAt }: Vitals, now: number): number {
  return Math.min(timeSince(lastTick, now), timeSince(startedAt, now));
}

/** The changes that a tick's end makes. */
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

/** Records the outcome of a call outside of ticks. Repeated successes are not written, so that concurrent calls don't conflict. */
export async function noteProviderOutcome(
  ctx: MutationCtx,
  now: number,
  asked: Exclude<Asked, { kind: "not asked" }>,
): Promise<void> {
  const known = (await find(ctx))?.provider ?? null;
  const ok = asked.kind === "answered";
  if (ok && (known?.ok ?? true)) return;
  // Failures for the same reason count once, because they are one outage.
  const isNews = ok || known?.reason !== asked.reason;
  await update(ctx, now, (vitals) => ({
    provider: providerAfter(known, now, asked),
    ...(isNews ? { providerSuccess: weighed(providerShare(vitals, now), ok) } : {}),
  }));
}

/** A failure over the prompt (`ofText`) closes the breaker, because the provider responded. */
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
 * Null if the model's provider may be called, otherwise why not: its breaker is open. After the pause, the first call is allowed
 * and refuses the others for another pause, so that only one call tries.
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

/** Why the provider fails and, while its breaker is open, when it is asked again. Null if its last call succeeded or is unknown. */
export function providerFault({ provider }: Vitals, now: number): string | null {
  if (provider === null || provider.ok) return null;
  const breaker = Breaker.stateOf(provider, now);
  return breaker.kind === "open" ? pausedReason(provider, breaker.forMs) : provider.reason;
}

function pausedReason({ reason, failures }: NonNullable<Vitals["provider"]>, forMs: number): string {
  return `${reason} (${failures} failures in a row; asked again in ${Math.ceil(forMs / 1_000)} s)`;
}

/** The provider's share of successes at `now`. */
export function providerShare({ provider, providerSuccess }: Vitals, now: number): number {
  return provider?.ok === true ? healed(providerSuccess, provider.at, now) : providerSuccess;
}

/** The ticks' share of successes at `now`. */
export function tickShare({ lastEnd, tickSuccess }: Vitals, now: number): number {
  return lastEnd?.outcome === "succeeded" ? healed(tickSuccess, lastEnd.at, now) : tickSuccess;
}

/** A share whose last outcome, at `at`, was a success. It rises with time, because in quiet hours nothing may add successes. */
function healed(share: number, at: number, now: number): number {
  return 1 - (1 - share) * 2 ** (-timeSince(at, now) / WELL_AGAIN_HALF_LIFE_MS);
}

/** Whether a tick asked the model, and what came of it. */
export type Asked =
  | { kind: "not asked" }
  | { kind: "answered" }
  /** `ofText`: the prompt may be at fault, so another might succeed. */
  | { kind: "failed"; reason: string; ofText: boolean };

function weighed(share: number, success: boolean): number {
  return share + NEWEST * ((success ? 1 : 0) - share);
}

/**
 * Rounds: a tick by the schedule, by the service's start or by POST /tick, and the ticks that follow it, since each reads
 * the events of one scope. A round reads each waiting scope once, so that one with many events holds up no other.
 */
import type { Trigger } from "../../mind/enums";
import * as Events from "../agent/events";
import type { QueryCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";

/** The most ticks of a round: so few that with a model that takes eight seconds they end before the next scheduled tick. */
const MAX_TICKS = 32;

/** The scopes whose events the ticks of this round have read; the number of its ticks, up to 32. */
export async function soFar(ctx: QueryCtx): Promise<{ scopes: Set<string>; ticks: number }> {
  const newest = await ctx.db.query("ticks").order("desc").take(MAX_TICKS);
  const first = newest.findIndex(({ trigger }) => trigger !== "wake" && trigger !== "backlog");
  const ticks = first === -1 ? newest : newest.slice(0, first + 1);
  const scopes = new Set<string>();
  for (const { shown } of ticks) {
    const [eventId] = shown?.events ?? [];
    const event = eventId === undefined ? null : await ctx.db.get("events", eventId);
    if (event !== null) scopes.add(event.scope);
  }
  return { scopes, ticks: ticks.length };
}

/**
 * Why another tick follows; null if none does. `wake`: a note waits whose sender asked for a tick while one was running.
 * `backlog`: a scope waits that this round has not read; not while autonomy is off.
 */
export async function nextTrigger(
  ctx: QueryCtx,
  { autonomy }: Pick<Settings, "autonomy">,
): Promise<Trigger | null> {
  if (await Events.isCalled(ctx)) return "wake";
  if (!autonomy) return null;
  const { scopes, ticks } = await soFar(ctx);
  return ticks < MAX_TICKS && (await Events.scopeBesides(ctx, scopes)) !== null ? "backlog" : null;
}

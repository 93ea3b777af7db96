/** What the passing of time does to the agent's state between ticks. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import { restedSummary } from "../../mind/journal/stateSummary";
import { routineAt } from "../../mind/time/routine";
import { TICK_INTERVAL_MS } from "../../mind/time/schedule";
import { timeSince } from "../../mind/time/timeSince";
import type { Routine } from "../../mind/enums";
import type { Settings } from "../lib/settings";
import * as Agent from "./state";
import * as Consolidation from "../consolidation/schedule";
import { writeAgent } from "./rows";
import { healthMeasures } from "./healthMeasures";
import * as Vitals from "../vitals/vitals";

/**
 * Nearly a tick's interval, at which upkeep comes, too. A state that is minutes old is still right, because feeling changes
 * within hours.
 */
const STALE_MS = TICK_INTERVAL_MS - 30_000;

/** The affect of an agent born at `now`. */
export function initialAffect(now: number, { timeZone }: Settings): Affect.AffectState {
  return Affect.initialAffect(now, routineAt(now, timeZone));
}

/** `affect` after the time from `affect.at` to `now`, and the routine at `now`. */
export async function elapsedAffect(
  ctx: QueryCtx,
  affect: Affect.AffectState,
  now: number,
  settings: Settings,
): Promise<{ affect: Affect.AffectState; routine: Routine }> {
  const vitals = (await Vitals.find(ctx)) ?? Vitals.initialVitals(now);
  const consolidatedAt = await Consolidation.caughtUpAt(ctx);
  const routine = routineAt(now, settings.timeZone);
  const measures = healthMeasures(vitals, { from: affect.at, now }, settings, consolidatedAt);
  return { affect: Affect.elapse(affect, measures, now, routine), routine };
}

/**
 * Brings the stored state up to date if it is about a tick's interval old or the routine has changed. Queries may not read
 * the clock, so they can't compute this. Writes nothing if nothing visible changes.
 */
export async function elapse(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const routine = routineAt(now, settings.timeZone);
  if (routine === agent.routine && timeSince(agent.affect.at, now) < STALE_MS) return;
  // Nothing has moved a newborn's feeling, so it has nothing to return from.
  const newborn = Agent.isNewborn(agent);
  const affect = newborn
    ? initialAffect(now, settings)
    : (await elapsedAffect(ctx, agent.affect, now, settings)).affect;
  const shown = { ...Agent.visibleState(affect), routine };
  const changed =
    shown.mood !== agent.mood ||
    shown.health !== agent.health ||
    shown.volatility !== agent.volatility ||
    shown.routine !== agent.routine;
  // `affect.at` is ahead if the clock was set back. It is replaced, or no time would pass until the clock reaches it.
  if (!changed && agent.affect.at <= now) return;
  const summary = newborn ? null : restedSummary(agent, { ...shown, latents: affect.now });
  await writeAgent(ctx, agent, {
    ...agent,
    ...shown,
    affect,
    updatedAt: now,
    ...(summary === null ? {} : { summary, summaryOf: null }),
  });
}

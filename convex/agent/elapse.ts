/** Time passing: what it makes of the agent where no tick tells. */
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
import * as Vitals from "./vitals";

/** As often as ticks would: a state that is read in between is older by minutes, while feeling moves in hours. */
const STALE_MS = TICK_INTERVAL_MS;

/** The affect of an agent that is born now. */
export function initialAffect(now: number, { timeZone }: Settings): Affect.AffectState {
  return Affect.initialAffect(now, routineAt(now, timeZone));
}

/** The affect and the time of day that time alone has made of `affect` by now. */
export async function elapsedAffect(
  ctx: QueryCtx,
  affect: Affect.AffectState,
  now: number,
  settings: Settings,
): Promise<{ affect: Affect.AffectState; routine: Routine }> {
  const vitals = (await Vitals.find(ctx)) ?? Vitals.initialVitals(now);
  const consolidatedAt = await Consolidation.caughtUpAt(ctx);
  const routine = routineAt(now, settings.timeZone);
  const measures = Vitals.measures(vitals, { from: affect.at, now }, settings, consolidatedAt);
  return { affect: Affect.elapse(affect, measures, now, routine), routine };
}

/**
 * Brings the state up to now where no tick or event has for a while, or the time of day has turned: a query may not
 * read the clock, so what time does to the state is written. Writes nothing where nothing would show.
 */
export async function elapse(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const routine = routineAt(now, settings.timeZone);
  if (routine === agent.routine && timeSince(agent.affect.at, now) < STALE_MS) return;
  // Nothing has happened to a newborn, so there is nothing to return from: it stays as it was born.
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
  // A moment still to come is the work of a clock that was set back: unless it goes, no time passes until then.
  if (!changed && agent.affect.at <= now) return;
  const summary = newborn ? null : restedSummary(agent, { ...shown, latents: affect.now });
  await ctx.db.patch("agent", agent._id, {
    ...shown,
    affect,
    updatedAt: now,
    ...(summary === null ? {} : { summary }),
  });
}

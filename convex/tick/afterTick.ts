/** Schedules the work that may follow a tick, each kind as an action of its own. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as LinkSchedule from "../memories/linkSchedule";
import * as ReflectionSchedule from "../reflections/schedule";
import * as ThoughtSchedule from "../thoughts/schedule";
import * as Vitals from "../vitals/vitals";

/** Schedules linking, a reflection and a thought, as far as each is due. Does nothing while autonomy is off. */
export async function scheduleFollowUps(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tickId: Id<"ticks">,
): Promise<void> {
  if (!settings.autonomy) return;
  // The last call failed, so this tick did not ask the model. Without a probe, quiet ticks would never notice its recovery.
  const provider = (await Vitals.find(ctx))?.provider ?? null;
  if (settings.llm !== null && provider?.ok === false) {
    await ctx.scheduler.runAfter(0, internal.llm.probe.probeProvider, {});
  }
  await LinkSchedule.startRun(ctx, now, settings);
  if (await ReflectionSchedule.claimTurn(ctx, now))
    await ctx.scheduler.runAfter(0, internal.reflections.reflect.runScheduled, {});
  const run = await ThoughtSchedule.acquireRun(ctx, now);
  if (run !== null) await ctx.scheduler.runAfter(0, internal.thoughts.think.runScheduled, { run, tickId });
}

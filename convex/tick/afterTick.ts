/** What may follow a tick: each in an action of its own, begun by the mutation that ended the tick and freed its lock. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as LinkSchedule from "../memories/linkSchedule";
import * as ReflectionSchedule from "../reflections/schedule";
import * as ThoughtSchedule from "../thoughts/schedule";
import * as Vitals from "../agent/vitals";

/** Lets an autonomous agent link what is new, reflect where enough has gathered, and think where it may. */
export async function scheduleFollowUps(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tickId: Id<"ticks">,
): Promise<void> {
  if (!settings.autonomy) return;
  // A tick that asked it would have failed with it: this one was quiet, and quiet ones alone would never find it well again.
  const provider = (await Vitals.find(ctx))?.provider ?? null;
  if (settings.llm !== null && provider?.ok === false) {
    await ctx.scheduler.runAfter(0, internal.llm.probe.probeProvider, {});
  }
  const linking = await LinkSchedule.acquireRun(ctx, now, settings);
  if (linking !== null)
    await ctx.scheduler.runAfter(0, internal.memories.linkMemory.runScheduled, { run: linking });
  if (await ReflectionSchedule.claimTurn(ctx, now))
    await ctx.scheduler.runAfter(0, internal.reflections.reflect.runScheduled, {});
  const run = await ThoughtSchedule.acquireRun(ctx, now);
  if (run !== null) await ctx.scheduler.runAfter(0, internal.thoughts.think.runScheduled, { run, tickId });
}

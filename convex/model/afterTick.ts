/** What may follow a tick: each in an action of its own, begun by the mutation that ended the tick and freed its lock. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Settings } from "../settings";
import * as LinkingTurn from "./linkingTurn";
import * as ReflectionTurn from "./reflectionTurn";
import * as Thinking from "./thinking";
import * as Vitals from "./vitals";

/** Lets an autonomous agent link what is new, reflect where enough has gathered, and think where it may. Whatever else it does by itself after a tick begins here, too. */
export async function follow(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  if (!settings.autonomy) return;
  // A tick that asked it would have failed with it: this one was quiet, and quiet ones alone would never find it well again.
  const provider = (await Vitals.find(ctx))?.provider ?? null;
  if (settings.llm !== null && provider?.ok === false) {
    await ctx.scheduler.runAfter(0, internal.probing.model, {});
  }
  const linking = await LinkingTurn.takeTurn(ctx, now, settings);
  if (linking !== null) await ctx.scheduler.runAfter(0, internal.linking.alone, { run: linking });
  if (await ReflectionTurn.takeTurn(ctx, now))
    await ctx.scheduler.runAfter(0, internal.reflecting.runScheduled, {});
  const run = await Thinking.takeTurn(ctx, now);
  if (run !== null) await ctx.scheduler.runAfter(0, internal.thinking.runScheduled, { run });
}

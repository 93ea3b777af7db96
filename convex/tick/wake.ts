/** Waking the agent: a note, and the tick that it asks for. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import type { Priority } from "../../mind/enums";
import * as Events from "../agent/events";
import * as Ticks from "./ticks";

export interface Wake {
  note: string;
  priority: Priority;
  triggerTick: boolean;
}

/** Stores the note and, where asked, begins a tick for it in the same transaction, unless one is running. */
export async function wake(ctx: MutationCtx, now: number, { note, priority, triggerTick }: Wake) {
  const begun = triggerTick ? await Ticks.begin(ctx, now, "wake") : null;
  const tick = begun?.kind === "begun" ? { tickId: begun.tickId, run: begun.run } : null;
  await Events.takeNote(ctx, now, { note, priority, calls: tick !== null });
  if (tick !== null) await ctx.scheduler.runAfter(0, internal.tick.run.complete, tick);
  return { tickTriggered: tick !== null };
}

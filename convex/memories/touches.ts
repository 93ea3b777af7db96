/**
 * The touches of searches. A host of one machine gathers them in memory, so that the searches of a second cause one write; on
 * Convex each search schedules its own. A touch that is lost, as in a crash, only lets a salience fade a little sooner.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { bestEffort } from "../lib/bestEffort";
import * as Machine from "../lib/machine";
import * as Activation from "./activation";
import type { PublicMemory } from "./memories";

const GATHER_MS = 1_000;
/** One mutation writes them all. Further ones of the second are dropped. */
const MAX_GATHERED = 256;

const gathered = new Set<Id<"memories">>();
/** When the gathered touches are due, in milliseconds since the epoch. */
let dueAt = 0;

/** Counts the memories that a search returned as recalled, after its answer; not at all where that can't be written, as on a full disk. */
export async function touchLater(ctx: ActionCtx, memories: readonly PublicMemory[]): Promise<void> {
  const now = Date.now();
  const memoryIds = memories.filter((one) => Activation.countsAsRecall(one, now)).map(({ _id }) => _id);
  if (memoryIds.length === 0) return;
  await bestEffort("memories found by a search were not touched", async () => {
    if (!Machine.isOneMachine())
      return void (await ctx.scheduler.runAfter(0, internal.memories.search.touch, { memoryIds }));
    for (const id of memoryIds) if (gathered.size < MAX_GATHERED) gathered.add(id);
    const isScheduled = now < dueAt && dueAt <= now + GATHER_MS;
    if (isScheduled) return;
    dueAt = now + GATHER_MS;
    await ctx.scheduler.runAfter(GATHER_MS, internal.memories.touches.flush, {});
  });
}

/** Writes what this process has gathered. */
export const flush = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const memoryIds = [...gathered];
    gathered.clear();
    if (memoryIds.length > 0) await ctx.runMutation(internal.memories.search.touch, { memoryIds });
  },
});

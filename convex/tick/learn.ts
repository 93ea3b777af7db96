/** Stores what a tick learned, in the mutation that ends the tick. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Mood, Routine } from "../../mind/enums";
import type { Remembered } from "../../mind/tick/learning";
import type { Settings } from "../lib/settings";
import { DEFAULT_CONFIDENCE } from "../memories/memories";
import { ChangeSet } from "../changes/changes";
import * as Citations from "../citations/citations";
import * as Corrections from "../memories/corrections";
import * as Links from "../memories/links";
import { storeOrMerge } from "../memories/merge";
import * as Metadata from "../memories/metadata";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";

/** The link from a memory to one that, according to the model, it corrects; whether it may, `mayCorrect` says. */
const CONTRADICTION = { type: "contradicts", strength: 0.8, confidence: 0.8 } as const;

/** Stores `learned` in a scope with the agent's mood and routine, or reinforces equal memories. Returns the ids of both, each once. */
export async function storeLearned(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  learned: readonly Remembered[],
  {
    tickId,
    scope,
    memoryIds,
    ...felt
  }: {
    readonly tickId: Id<"ticks">;
    /** Of the events that it learned from. */
    readonly scope: string;
    readonly mood: Mood;
    readonly routine: Routine;
    /** What it was shown. */
    readonly memoryIds: readonly Id<"memories">[];
  },
): Promise<Id<"memories">[]> {
  const kept = new Set<Id<"memories">>();
  const set = new ChangeSet(ctx, now, { kind: "facts", by: "self", tickId });
  for (const { type, content, importance, confidence, metadata, eventIds, corrects } of learned) {
    const memory = {
      scope,
      type,
      content,
      confidence: Math.min(DEFAULT_CONFIDENCE, confidence),
      metadata: JSON.stringify({ ...Metadata.read(metadata), mood: felt.mood, routine: felt.routine }),
      // It reports what others said, even in the agent's words, so it counts as evidence.
      author: "world" as const,
      ...(importance === null ? {} : { importance }),
      contradicts: corrects.flatMap((number) => memoryIds[number - 1] ?? []),
    };
    const stored = await storeOrMerge(ctx, now, settings, memory, NO_NEIGHBORS, set);
    kept.add(stored.memoryId);
    // A memory that was there before does not rest on this event.
    if (stored.kind === "new") {
      await set.add({ memories: [{ memoryId: stored.memoryId, from: 0, to: 1, merges: [] }] });
      await Citations.add(ctx, { kind: "memory", _id: stored.memoryId }, eventIds);
    }
    for (const target of memory.contradicts) {
      const known = await ctx.db.get("memories", target);
      // One person can't contradict what another said, nor what all share.
      if (known === null || target === stored.memoryId || known.scope !== scope) continue;
      const link = { source: stored.memoryId, target, ...CONTRADICTION, detected: true };
      const isCorrection = await Corrections.mayCorrect(ctx, memory, known);
      await Links.add(ctx, now, isCorrection ? { ...link, corrects: true } : link, set);
    }
  }
  return [...kept];
}

/** Stores what a tick learned, each thing once. Part of the mutation that ends the tick. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Mood, Routine } from "../../mind/enums";
import type { Remembered } from "../../mind/tick/learning";
import type { Settings } from "../lib/settings";
import { DEFAULT_CONFIDENCE } from "../memories/memories";
import { storeOrMerge } from "../memories/merge";
import * as Metadata from "../memories/metadata";
import { NO_NEIGHBORS } from "../search/semanticNeighbors";

/** Stores `learned`, with the agent's mood and routine; what is known already is reinforced. The memories, old and new, each once. */
export async function storeLearned(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  learned: readonly Remembered[],
  felt: { readonly mood: Mood; readonly routine: Routine },
): Promise<Id<"memories">[]> {
  const kept = new Set<Id<"memories">>();
  for (const { type, content, importance, confidence, metadata } of learned) {
    const memory = {
      type,
      content,
      confidence: Math.min(DEFAULT_CONFIDENCE, confidence),
      metadata: JSON.stringify({ ...Metadata.read(metadata), mood: felt.mood, routine: felt.routine }),
      // What events say is the world's word, whoever wrote it down.
      author: "world" as const,
      ...(importance === null ? {} : { importance }),
    };
    const stored = await storeOrMerge(ctx, now, settings, memory, NO_NEIGHBORS);
    kept.add(stored.memoryId);
  }
  return [...kept];
}

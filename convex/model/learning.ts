/** Keeping what a tick learned: each thing once, with where it came from. Part of the mutation that ends the tick. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { namedEvents } from "../mind/events/eventWords";
import type { Situation } from "../../mind/tick/situation";
import type { Learned } from "../mind/ticks/learning";
import { isNewOccurrence } from "../mind/time/occurrences";
import type { Mood } from "../../mind/enums";
import type { Settings } from "../settings";
import { DEFAULT_CONFIDENCE } from "./memories";
import { storeOrMerge } from "./merging";
import { NOTHING_FOUND } from "./nearness";

/** Stores what was learned in `situation`; what is known already is made stronger. The memories, old and new, each once. */
export async function remember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tick: {
    situation: Situation;
    learned: readonly Learned[];
    mood: Mood;
    /** How sure the teller is, 0 to 1; what was told is no surer for a sure teller. */
    confidence: number;
  },
): Promise<Id<"memories">[]> {
  const { situation, learned, mood } = tick;
  const kept = new Set<Id<"memories">>();
  for (const { type, content, importance, basedOn, mostConfidence } of learned) {
    const events = basedOn.flatMap((number) => situation.events[number - 1] ?? []);
    const metadata = JSON.stringify({
      source: "tick",
      context: namedEvents(events),
      mood,
      routine: situation.routine,
    });
    const stored = await storeOrMerge(
      ctx,
      now,
      settings,
      // What events say is the world's word, whoever wrote it down.
      {
        type,
        content,
        confidence: Math.min(DEFAULT_CONFIDENCE, tick.confidence, mostConfidence ?? 1),
        metadata,
        author: "world",
        ...(importance === null ? {} : { importance }),
      },
      NOTHING_FOUND,
      {
        // What it says may have come to pass once more.
        fits: ({ createdAt }) =>
          !isNewOccurrence(content, { before: createdAt, now, timeZone: settings.timeZone }),
      },
    );
    kept.add(stored.memoryId);
  }
  return [...kept];
}

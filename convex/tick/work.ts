/** What a tick read and wrote, as its end takes it: put together in the action, so that the mutation only has to write. */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { eventMemories } from "../../mind/journal/memories";
import { tickJournal } from "../../mind/journal/tick";
import { noteStimuli } from "../../mind/tick/events";
import { readToAfter } from "../../mind/tick/inbox";
import { remembered, type Learned } from "../../mind/tick/learning";
import type { Gathered } from "./situation";
import type * as Ticks from "./ticks";

export type Work = Infer<typeof Ticks.work>;

/** A model's answer: what it learned names its events by their numbers. */
export type Answer = Infer<typeof Ticks.deliberation> & { readonly memories: readonly Learned[] };

/** Who writes the tick: the model, or the journal; `because` says why not the model. */
export type Written =
  | { readonly kind: "answered"; readonly deliberation: Answer }
  | { readonly kind: "quiet"; readonly because: string };

export function workOf(
  tickId: Id<"ticks">,
  { situation, eventIds, memoryIds, knowledgeIds }: Gathered,
  written: Written,
): Work {
  const { events, logs } = situation;
  const read = {
    tickId,
    events: eventIds.map((eventId, i) => ({ eventId, readTo: readToAfter(events[i]) })),
    logs: logs.length,
    memoryIds,
    knowledgeIds,
    notes: noteStimuli(events),
  };
  if (written.kind === "quiet") {
    const { because } = written;
    return {
      ...read,
      learned: remembered(eventMemories(situation), events, 1),
      words: { author: "reflex", skipped: because, ...tickJournal(situation, because) },
    };
  }
  const { memories, ...answer } = written.deliberation;
  return {
    ...read,
    learned: remembered(memories, events, answer.proposal.confidence),
    words: { author: "model", ...answer },
  };
}

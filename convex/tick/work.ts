/** What a tick read and wrote, as its end takes it: put together in the action, so that the mutation only has to write. */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { eventMemories } from "../../mind/journal/memories";
import { tickJournal } from "../../mind/journal/tick";
import { replyByExtraction } from "../../mind/journal/reply";
import type { Writer } from "../../mind/enums";
import { notesToAnswer, type Reply } from "../../mind/tick/replies";
import { noteStimuli } from "../../mind/tick/events";
import { readToAfter } from "../../mind/tick/inbox";
import { remembered, type Learned } from "../../mind/tick/learning";
import type { Gathered } from "./situation";
import type * as Ticks from "./ticks";

export type Work = Infer<typeof Ticks.work>;

/** A model's answer: what it learned names its events by their numbers. */
export type Answer = Infer<typeof Ticks.deliberation> & {
  readonly memories: readonly Learned[];
  /** By the numbers of notes. */
  readonly replies: readonly Reply[];
};

/** Who writes the tick: the model, or the journal; `because` says why not the model. */
export type Written =
  | { readonly kind: "answered"; readonly deliberation: Answer }
  | { readonly kind: "quiet"; readonly because: string };

/** Completes "I can't answer this, since …". */
const NOT_ANSWERED = "the model gave no answer to it";

export function workOf(
  tickId: Id<"ticks">,
  { situation, eventIds, memoryIds, knowledgeIds }: Gathered,
  written: Written,
): Work {
  const { events, logs } = situation;
  const stored = ({ note, text }: Reply, writer: Writer) => {
    const eventId = eventIds[note - 1];
    return eventId === undefined ? [] : [{ eventId, text, writer }];
  };
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
    const { replies, ...journal } = tickJournal(situation, because);
    return {
      ...read,
      learned: remembered(eventMemories(situation), events, eventIds, 1),
      replies: replies.flatMap((reply) => stored(reply, "reflex")),
      words: { author: "reflex", skipped: because, ...journal },
    };
  }
  const { memories, replies, ...answer } = written.deliberation;
  const unanswered = notesToAnswer(situation).filter((note) => !replies.some((reply) => reply.note === note));
  return {
    ...read,
    learned: remembered(memories, events, eventIds, answer.proposal.confidence),
    replies: [
      ...replies.flatMap((reply) => stored(reply, "model")),
      ...unanswered.flatMap((note) => stored(replyByExtraction(situation, note, NOT_ANSWERED), "reflex")),
    ],
    words: { author: "model", ...answer },
  };
}

/** Prepares what `finish` writes. This happens in the action, so that the mutation only has to write. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { eventMemories } from "../../mind/journal/memories";
import { tickJournal } from "../../mind/journal/tick";
import { replyByExtraction } from "../../mind/journal/reply";
import type { Writer } from "../../mind/enums";
import type { Reminder } from "../../mind/tick/reminders";
import { askedReminders } from "../../mind/tick/askedReminders";
import { notesToAnswer, type Reply } from "../../mind/tick/replies";
import { impactOf, noteStimuli } from "../../mind/tick/events";
import { readToAfter } from "../../mind/tick/inbox";
import { remembered, type Learned } from "../../mind/tick/learning";
import type { Gathered } from "./situation";
import type * as Tick from "./validators";

export type Work = Infer<typeof Tick.work>;

/** A model's answer. Its memories, replies, reminders and sentiments refer to events by their numbers. */
export type Answer = Infer<typeof Tick.deliberation> & {
  readonly memories: readonly Learned[];
  readonly replies: readonly Reply[];
  readonly reminders: readonly Reminder[];
  readonly sentiments: readonly { readonly event: number; readonly sentiment: number }[];
};

/** Who writes the tick: the model (`answered`) or the journal (`quiet`). `because`: why not the model. */
export type Written =
  | { readonly kind: "answered"; readonly deliberation: Answer; readonly model: ModelCall }
  | { readonly kind: "quiet"; readonly because: string; readonly model?: ModelCall };

/** The model and what asking it cost, for the receipt. */
export type ModelCall = NonNullable<Doc<"ticks">["model"]>;

/** Completes "written without understanding, since …". */
const NOT_ANSWERED = "the model gave no answer to it";

/** Replaces the answer's numbers by ids. The journal replies to notes that the model left unanswered. */
export function workOf(
  tickId: Id<"ticks">,
  { situation, eventIds, memoryIds, knowledgeIds, logIds, madeIds, turnIds, epoch, scope }: Gathered,
  written: Written,
): Work {
  const { events, logs } = situation;
  const asked = askedReminders(situation);
  const beside = { reminders: asked, eventIds, memoryIds, knowledgeIds };
  /** The reminders to set for these notes, as far as their words name a time. */
  const settable = (notes: readonly number[]) =>
    notes.flatMap((note): Reminder[] => {
      const reminder = asked.get(note);
      return reminder?.kind === "set" ? [{ note, text: reminder.text, at: reminder.at }] : [];
    });
  const toSet = (reminders: readonly Reminder[], setBy: Writer) =>
    reminders.flatMap(({ note, text, at }) => {
      const eventId = eventIds[note - 1];
      return eventId === undefined ? [] : [{ eventId, text, at, setBy }];
    });
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
    epoch,
    scope,
    notes: noteStimuli(events),
    model: written.model,
  };
  if (written.kind === "quiet") {
    const { because } = written;
    const { replies, ...journal } = tickJournal(situation, because, beside);
    return {
      ...read,
      corrections: [],
      reminders: toSet(settable(notesToAnswer(situation)), "reflex"),
      learned: remembered(eventMemories(situation), events, eventIds, 1),
      replies: replies.flatMap((reply) => stored(reply, "reflex")),
      words: { author: "reflex", skipped: because, ...journal },
    };
  }
  const { memories, replies, reminders, sentiments, ...answer } = written.deliberation;
  const unanswered = notesToAnswer(situation).filter((note) => !replies.some((reply) => reply.note === note));
  // The model may have set a reminder for a note without a reply to it.
  const set = new Map(reminders.map(({ note, text, at }) => [note, { kind: "set" as const, text, at }]));
  const forgotten = unanswered.filter((note) => !set.has(note));
  return {
    ...read,
    shownWords: { logEntries: logIds, artifacts: madeIds, turns: turnIds, themes: situation.themes.length },
    corrections: sentiments.flatMap(({ event: number, sentiment }) => {
      const [event, eventId] = [events[number - 1], eventIds[number - 1]];
      if (event === undefined || eventId === undefined || event.sentimentStated === true) return [];
      return [{ eventId, from: event.sentiment, to: sentiment, impact: impactOf(event) }];
    }),
    learned: remembered(memories, events, eventIds, answer.proposal.confidence),
    reminders: [...toSet(reminders, "model"), ...toSet(settable(forgotten), "reflex")],
    replies: [
      ...replies.flatMap((reply) => stored(reply, "model")),
      ...unanswered.flatMap((note) =>
        stored(
          replyByExtraction(situation, note, NOT_ANSWERED, {
            ...beside,
            reminders: new Map([...asked, ...set]),
          }),
          "reflex",
        ),
      ),
    ],
    words: { author: "model", ...answer },
  };
}

/** Replies without a model. They begin with what was found or done, or that nothing was, and end with why there is no more. */
import { bestPart } from "../knowledge/bestPart";
import { parsedText } from "../text/parsedText";
import { clipped, fullStop, numberWord, quoted } from "../text/phrasing";
import { termsOf } from "../text/tokens";
import { dayAndTime } from "../time/calendarDay";
import { states } from "./memories";
import { relatedTo } from "./related";
import type { AskedReminder } from "../tick/askedReminders";
import { repeatsNote } from "../tick/confidences";
import { requestOf } from "../tick/events";
import type { Reply } from "../tick/replies";
import type { Situation } from "../tick/situation";

/** The limit of a model's reply. */
const REPLY_LENGTH = 2_000;
/** The most characters of a note's questions that are quoted. */
const QUESTION_LENGTH = 240;
/** The most memories and documents named as forgettable; their lines fit into a reply. */
const MAX_FORGETTABLE = 6;
/** Why there is no answer where no model is configured. */
export const NO_MODEL = "no model is configured";

/** What a reply tells of beside the situation. */
export interface Beside {
  /** By the notes' numbers. */
  readonly reminders?: ReadonlyMap<number, AskedReminder>;
  /** In the order of the situation's events, memories and passages. */
  readonly eventIds?: readonly string[];
  readonly memoryIds?: readonly string[];
  readonly knowledgeIds?: readonly string[];
}

/** A reply to event number `note`, counted from 1. `because` completes "written without understanding, since …". */
export function replyByExtraction(
  situation: Situation,
  note: number,
  because: string,
  beside: Beside = {},
): Reply {
  const setting = because === NO_MODEL ? " (LLM_API_KEY)" : "";
  const end = `Written without understanding, since ${because}${setting}.`;
  const told = clipped(saidTo(situation, note, beside).join("\n"), REPLY_LENGTH - end.length - 1);
  return { note, text: `${told}\n${end}` };
}

function saidTo(situation: Situation, note: number, beside: Beside): string[] {
  const event = situation.events[note - 1];
  if (event === undefined) return [];
  if (requestOf(event, "forget")) return forgettable(situation, note, beside);
  const reminder = beside.reminders?.get(note);
  if (reminder !== undefined) return [aboutReminder(reminder, situation)];
  const asked = parsedText(event.content).questions.join(" ");
  const isOrder = requestOf(event, "order") !== undefined || parsedText(event.content).onlyAsks;
  const kept = states(event) ? ["Your note is kept."] : [];
  // A note that only greets or thanks needs no search results.
  if (asked === "" && !isOrder && kept.length === 0)
    return ["Your note has come in. It holds nothing to look up or to keep."];
  const found = [
    ...cameInWith(situation, note, asked),
    ...relatedTo(situation, note).found.map(({ isSure, origin, quote }) =>
      fullStop(`${isSure ? "From" : "Perhaps this, from"} ${origin}: ${quote}`),
    ),
  ];
  const about = asked === "" ? "this" : quoted(bestPart(asked, asked, QUESTION_LENGTH), QUESTION_LENGTH);
  const nothing = [
    ...(asked === "" && !isOrder ? [] : [fullStop(`I found nothing on ${about} in memory or knowledge`)]),
    ...(isOrder && asked === "" ? ["Nothing was done, since I can't carry out orders."] : []),
  ];
  return [...(found.length === 0 ? nothing : found), ...kept];
}

/**
 * What a note asks to forget, and how to erase it: by kind, day and id, since a quotation would write it once more. Erasing is
 * left to a person, who sees what goes.
 */
function forgettable(situation: Situation, note: number, beside: Beside): string[] {
  const { memoryIds = [], knowledgeIds = [], eventIds = [] } = beside;
  const { found } = relatedTo(situation, note, MAX_FORGETTABLE);
  const rows = found.flatMap(({ kind, number, isSure, origin }) => {
    const [path, id] =
      kind === "memory" ? ["memories", memoryIds[number - 1]] : ["knowledge", knowledgeIds[number - 1]];
    const source = kind === "memory" ? situation.memories[number - 1]?.note : undefined;
    return [
      `- ${isSure ? "" : "perhaps "}${kind === "memory" ? "kept from " : "a document, "}${origin}: DELETE /${path}/${id}`,
      ...(source === undefined ? [] : [`- the note it was learned from: DELETE /notes/${source.id}`]),
    ];
  });
  const own = `your request itself: DELETE /notes/${eventIds[note - 1]}`;
  if (found.length === 0) return [`Nothing is forgotten, for I found nothing that matches. Kept is ${own}`];
  return [
    `Nothing is forgotten yet. I found ${numberWord(found.length)} that may be meant:`,
    ...new Set([...rows, `- ${own}`]),
    "To erase them with what rests on them: anima forget <ids> --derived, or POST /erase. Both show a plan first; with a text they find every row that holds it.",
  ];
}

function aboutReminder(reminder: AskedReminder, { timeZone }: Situation): string {
  return reminder.kind === "none"
    ? `No reminder is set, since ${reminder.because}.`
    : `${fullStop(`A reminder is set for ${dayAndTime(reminder.at, timeZone)}: ${quoted(reminder.text, QUESTION_LENGTH)}`)} It comes once. GET /reminders lists it; DELETE /reminders/{id} takes it back.`;
}

/** The share of a question's terms from which another event of the tick may answer it. */
const SHARED = 0.5;
const MAX_WITH_IT = 2;
const QUOTE_LENGTH = 300;

/** Quotes the events of the same tick that share most terms with the question. Memory does not hold them yet. */
function cameInWith(situation: Situation, note: number, asked: string): string[] {
  const terms = [...new Set(termsOf(asked))];
  if (terms.length === 0) return [];
  return situation.events
    .filter((event, i) => i + 1 !== note && states(event) && !repeatsNote(event.content, note, situation))
    .map(({ content }) => {
      const held = new Set(termsOf(content));
      return { content, shared: terms.filter((term) => held.has(term)).length / terms.length };
    })
    .filter(({ shared }) => shared >= SHARED)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_WITH_IT)
    .map(({ content }) =>
      fullStop(`Came in with it: ${quoted(bestPart(content, asked, QUOTE_LENGTH), QUOTE_LENGTH)}`),
    );
}

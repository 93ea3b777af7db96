/** Artifacts that events require, whoever writes the tick: alerts, notes of what to remember, and due reminders. */
import { parsedText } from "../text/parsedText";
import { quoted, sentenceCase, signed } from "../text/phrasing";
import { termsOf } from "../text/tokens";
import { dayAndClock } from "../time/calendarDay";
import { distinctTexts } from "./distinctTexts";
import { EVEN, namedEvent, requestOf } from "./events";
import { normalForm } from "../text/normalForm";
import type { Situation, SituationArtifact, SituationEvent } from "./situation";

/** An artifact of 1 to 1,000 code points. */
export type Artifact = Pick<SituationArtifact, "type" | "content">;

/** The most alerts and notes of one tick. */
const MAX_MADE = 4;
const QUOTE_LENGTH = 600;

/**
 * The usual English and German requests to remember, at the start of a sentence or after an address such as "Anima,". Incomplete on
 * purpose: a note that asks in other words is still stored as a memory.
 */
const REMEMBER =
  /^(?:[^,.:!?]{1,40}[,:!] )?(?:(?:please|bitte),? )?(?:(?:can|could|will|would) you (?:please )?)?(?:remember|don[’']?t forget|do not forget|never forget|note that|note:|keep in mind|bear in mind|make a note|take a note|merke? dir|denke? daran|vergiss (?:\p{L}+ ){0,4}nicht)\b/iu;

/** Whether `event` is a feed event of high impact and negative sentiment. */
export function isAlarming({ source, sentiment }: SituationEvent): boolean {
  return source.kind === "feed" && source.impact === "high" && sentiment <= -EVEN;
}

/** An alert for each alarming text, unless one of `alerts`, those of the last 24 hours, quotes the same. */
export function alertsFor({ events, alerts, timeZone }: Situation): Artifact[] {
  const raised = new Set(alerts.map(({ content }) => normalForm(quotedIn(content))));
  return distinctTexts(events.filter(isAlarming)).flatMap(({ event }) => {
    const said = quoted(event.content, QUOTE_LENGTH);
    if (raised.has(normalForm(quotedIn(said)))) return [];
    const named = sentenceCase(namedEvent(event));
    const facts = `tone ${signed(event.sentiment)}, received on ${dayAndClock(event.receivedAt, timeZone)}`;
    return [{ type: "alert", content: `${named}, ${facts}: ${said}` }];
  });
}

/** The text that an alert quotes, or the whole alert if it doesn't end with a quotation, as a model's may not. */
function quotedIn(alert: string): string {
  return /“(.*)”$/su.exec(alert)?.[1] ?? alert;
}

/** Whether a note asks to remember something. */
export function asksToRemember({ source, content }: Pick<SituationEvent, "source" | "content">): boolean {
  return (
    source.kind === "wake" &&
    parsedText(content).sentences.some((sentence) => {
      const [request] = REMEMBER.exec(sentence.trim()) ?? [];
      // "Remember Ana?" is a question; "Could you remember that Ana is away?" is a request.
      return request !== undefined && (!/[?？؟]\W*$/u.test(sentence) || /\byou\b/iu.test(request));
    })
  );
}

/** A note for each distinct text that asks to remember something, or to be reminded of it. */
export function notesFor({ events, timeZone }: Situation): Artifact[] {
  const asks = (event: SituationEvent) => asksToRemember(event) || requestOf(event, "remind") !== undefined;
  return distinctTexts(events.filter(asks)).map(({ event: { content, receivedAt } }) => ({
    type: "note",
    content: `To remember, from a note of ${dayAndClock(receivedAt, timeZone)}: ${quoted(content, QUOTE_LENGTH)}`,
  }));
}

/** A note for each reminder: "Reminder for 3 March 2026 at 14:05, from Ada: “…”". */
export function remindersDue({ events, timeZone }: Situation): Artifact[] {
  return events.flatMap(({ source, content }) =>
    source.kind === "reminder" ? [reminderNote(source, content, timeZone)] : [],
  );
}

/** The note for a due reminder. `dueAt` is in ms since the epoch. */
export function reminderNote(
  { dueAt, from }: { readonly dueAt: number; readonly from?: string },
  content: string,
  timeZone: string,
): Artifact {
  const sender = from === undefined ? "" : `, from ${from}`;
  return {
    type: "note",
    content: `Reminder for ${dayAndClock(dueAt, timeZone)}${sender}: ${quoted(content, QUOTE_LENGTH)}`,
  };
}

/** All artifacts that the events require. The limit does not apply to reminders: each that is due becomes a note. */
export function dueArtifacts(situation: Situation): Artifact[] {
  return [...remindersDue(situation), ...alertsAndNotes(situation)];
}

function alertsAndNotes(situation: Situation): Artifact[] {
  return [...alertsFor(situation), ...notesFor(situation)].slice(0, MAX_MADE);
}

/** Two texts are about the same thing if they share this part of the shorter one's terms. */
const COVERED = 1 / 3;

/**
 * The due artifacts that a model has not made. An alert is covered by an alert about the same thing, a note by a note or a memory
 * about it, a reminder by any artifact about it. A text in another language shares few terms, so each text that covers nothing
 * else covers one due artifact with which it shares any term.
 */
export function missingArtifacts(
  situation: Situation,
  made: readonly { readonly type: string; readonly content: string }[],
  remembered: readonly { readonly content: string }[],
): Artifact[] {
  const due = alertsAndNotes(situation);
  const unused = new Set([...made, ...remembered.map(({ content }) => ({ type: "note", content }))]);
  const about = (one: Artifact, least: number) =>
    [...unused].find(
      ({ type, content }) => type === one.type && likeness(quotedIn(one.content), content) >= least,
    );
  const covering = new Map(due.map((one) => [one, about(one, COVERED)]));
  for (const cover of covering.values()) if (cover !== undefined) unused.delete(cover);
  const untold = remindersDue(situation).filter(
    ({ content }) => !made.some((one) => likeness(quotedIn(content), one.content) >= COVERED),
  );
  const missing = due.filter((one) => {
    const cover = covering.get(one) ?? about(one, Number.MIN_VALUE);
    if (cover !== undefined) unused.delete(cover);
    return cover === undefined;
  });
  return [...untold, ...missing];
}

/** The shared terms as a share of those of the shorter text, 0 to 1. */
function likeness(one: string, other: string): number {
  const [terms, others] = [new Set(termsOf(one)), new Set(termsOf(other))];
  const shared = [...terms].filter((term) => others.has(term)).length;
  return shared / Math.max(1, Math.min(terms.size, others.size));
}

/** What the events of a tick call for, whoever writes it: alerts of what is bad and of high impact, notes of what is to be remembered. */
import { parsedText } from "../text/parsedText";
import { quoted, sentenceCase, signed } from "../text/phrasing";
import { termsOf } from "../text/tokens";
import { dayAndClock } from "../time/calendarDay";
import { distinctTexts } from "./distinctTexts";
import { EVEN, namedEvent } from "./events";
import { normalForm } from "../text/normalForm";
import type { Situation, SituationArtifact, SituationEvent } from "./situation";

/** What a tick makes: 1 to 1,000 characters. */
export type Artifact = Pick<SituationArtifact, "type" | "content">;

/** As many as one tick may make. */
const MAX_MADE = 4;
const QUOTE_LENGTH = 600;

/**
 * The usual English requests to remember, where a sentence or a clause of address begins with one. Short on purpose: a note
 * that asks in other words is remembered all the same, as a memory.
 */
const REMEMBER =
  /^(?:[^,.:!?]{1,40}[,:!] )?(?:please,? )?(?:(?:can|could|will|would) you (?:please )?)?(?:remember|don[’']?t forget|do not forget|never forget|note that|note:|keep in mind|bear in mind|make a note|take a note|remind me)\b/iu;

/** Whether `event` is bad and of high impact, by its severity or its words: `sentiment` is computed from both. */
export function isAlarming({ source, sentiment }: SituationEvent): boolean {
  return source.kind === "feed" && source.impact === "high" && sentiment <= -EVEN;
}

/** An alert for each alarming text, unless one of the last 24 hours quotes the same. */
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

/** What an alert quotes; all of one that a model worded otherwise. */
function quotedIn(alert: string): string {
  return /“(.*)”$/su.exec(alert)?.[1] ?? alert;
}

/** Whether a note asks to remember something. */
export function asksToRemember({ source, content }: Pick<SituationEvent, "source" | "content">): boolean {
  return (
    source.kind === "wake" &&
    parsedText(content).sentences.some((sentence) => {
      const [request] = REMEMBER.exec(sentence.trim()) ?? [];
      // "Remember Ana?" asks; "Could you remember that Ana is away?" asks to remember.
      return request !== undefined && (!/[?？؟]\W*$/u.test(sentence) || /\byou\b/iu.test(request));
    })
  );
}

/** A note for each text that asks to be remembered. */
export function notesFor({ events, timeZone }: Situation): Artifact[] {
  return distinctTexts(events.filter(asksToRemember)).map(({ event: { content, receivedAt } }) => ({
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

/** The artifact that a reminder becomes. */
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

/** What the events of a tick call for. Reminders are all told, however many come due at once. */
export function dueArtifacts(situation: Situation): Artifact[] {
  return [...remindersDue(situation), ...alertsAndNotes(situation)];
}

function alertsAndNotes(situation: Situation): Artifact[] {
  return [...alertsFor(situation), ...notesFor(situation)].slice(0, MAX_MADE);
}

/** Share of the shorter text's terms from which two texts are about the same. */
const COVERED = 1 / 3;

/**
 * What is due and that a model has not made: an alert or a note about it, for a note or a memory; a reminder only by an
 * artifact. A text that shares few words may
 * say it in another language, so each that is about nothing else stands for one thing due with which it shares any term.
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

/** Shared terms as a share of those of the text that has fewer. */
function likeness(one: string, other: string): number {
  const [terms, others] = [new Set(termsOf(one)), new Set(termsOf(other))];
  const shared = [...terms].filter((term) => others.has(term)).length;
  return shared / Math.max(1, Math.min(terms.size, others.size));
}

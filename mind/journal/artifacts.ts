/** What the journal makes for others to read: alerts of what is bad and weighs much, notes of what somebody asks to remember. */
import { parsedText } from "../text/parsedText";
import { quoted, sentenceCase, signed } from "../text/phrasing";
import { dayAndClock } from "../time/calendarDay";
import { CLEAR, namedEvent } from "../tick/events";
import { wordingKey } from "../tick/repetition";
import type { Situation, SituationArtifact, SituationEvent } from "../tick/situation";
import { distinctTexts } from "./eventsListed";

/** What a tick makes: 1 to 1,000 characters. */
export type Artifact = Pick<SituationArtifact, "type" | "content">;

/** As many as one tick may make. */
const MOST_MADE = 4;
const QUOTE_LENGTH = 600;

/**
 * The usual English requests to remember, where a sentence or a clause of address begins with one. Short on purpose: a note
 * that asks in other words is remembered all the same, as a memory.
 */
const REMEMBER =
  /^(?:[^,.:!?]{1,40}[,:!] )?(?:please,? )?(?:(?:can|could|will|would) you (?:please )?)?(?:remember|don[’']?t forget|do not forget|never forget|note that|note:|keep in mind|bear in mind|make a note|take a note|remind me)\b/iu;

/** Whether `event` is bad and of high impact, by its severity or its words: `sentiment` is computed from both. */
export function isAlarming({ source, sentiment }: SituationEvent): boolean {
  return source.kind === "feed" && source.impact === "high" && sentiment <= -CLEAR;
}

/** An alert for each alarming text, unless one of the last 24 hours quotes the same. */
export function alertsFor({ events, alerts, timeZone }: Situation): Artifact[] {
  const raised = new Set(alerts.map(({ content }) => wordingKey(quotedIn(content))));
  return distinctTexts(events.filter(isAlarming)).flatMap(({ event }) => {
    const said = quoted(event.content, QUOTE_LENGTH);
    if (raised.has(wordingKey(quotedIn(said)))) return [];
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

/** What the events of a tick earn, alerts first. */
export function earnedArtifacts(situation: Situation): Artifact[] {
  return [...alertsFor(situation), ...notesFor(situation)].slice(0, MOST_MADE);
}

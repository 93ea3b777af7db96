/** Artifacts that events require, whoever writes the tick: alerts, notes of what to remember, and due reminders. */
import { ARTIFACT_TYPES, type ArtifactType } from "../enums";
import { parsedText } from "../text/parsedText";
import { lengthOf, quoted, sentenceCase, signed } from "../text/phrasing";
import { dayAndClock } from "../time/calendarDay";
import { LIMITS } from "./answer";
import { distinctTexts } from "./distinctTexts";
import { EVEN, namedEvent, requestOf } from "./events";
import { readToAfter } from "./inbox";
import { normalForm } from "../text/normalForm";
import type { Situation, SituationArtifact, SituationEvent } from "./situation";

/** An artifact of 1 to 1,000 code points. */
export type Artifact = Pick<SituationArtifact, "type" | "content">;

/** Up to this many alerts are made apart; more share as few as hold them. */
const MAX_APART = 4;
const QUOTE_LENGTH = 600;

/**
 * The usual English and German requests to remember, at the start of a sentence or after an address such as "Anima,". Incomplete on
 * purpose: a note that asks in other words is still stored as a memory.
 */
const REMEMBER =
  /^(?:[^,.:!?]{1,40}[,:!] )?(?:(?:please|bitte),? )?(?:(?:can|could|will|would) you (?:please )?)?(?:remember|don[’']?t forget|do not forget|never forget|note that|note:|keep in mind|bear in mind|make a note|take a note|merke? dir|denke? daran|vergiss (?:\p{L}+ ){0,4}nicht)\b/iu;

/** Whether bad news in `event` is due an alert: it is a feed event of high impact. */
export function mayAlarm({ source }: SituationEvent): boolean {
  return source.kind === "feed" && source.impact === "high";
}

/** Whether an alert is due for `event`, unless one was raised already. */
export function isAlarming(event: SituationEvent): boolean {
  return mayAlarm(event) && event.sentiment <= -EVEN;
}

/** One line for each alarming text, "A high-impact news item, tone −0.6, received on …: “…”", and as few alerts as hold them. */
function alertsFor(alarming: readonly SituationEvent[], { alerts, timeZone }: DueTo): Artifact[] {
  const raised = new Set(alerts.flatMap(({ content }) => content.split("\n").map(quotedIn)).map(normalForm));
  const lines = distinctTexts(alarming)
    // A quotation that was cut equals no text, so two long texts that only begin alike raise an alert each.
    .filter(({ event }) => !raised.has(normalForm(quotedIn(quoted(event.content, Infinity)))))
    .map(({ event }) => {
      const facts = `tone ${signed(event.sentiment)}, received on ${dayAndClock(event.receivedAt, timeZone)}`;
      return `${sentenceCase(namedEvent(event))}, ${facts}: ${quoted(event.content, QUOTE_LENGTH)}`;
    });
  const told: string[] = [];
  for (const line of lines) {
    const together = `${told.at(-1) ?? ""}\n${line}`;
    const isApart = told.length === 0 || lines.length <= MAX_APART || lengthOf(together) > LIMITS.artifact;
    told.splice(isApart ? told.length : -1, 1, isApart ? line : together);
  }
  return told.map((content) => ({ type: "alert", content }));
}

/** The text that a line of an alert quotes, or the whole line if it doesn't end with a quotation, as a model's may not. */
function quotedIn(line: string): string {
  return /“(.*)”$/su.exec(line)?.[1] ?? line;
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

function reminderNote({ source, content }: SituationEvent, timeZone: string): Artifact[] {
  if (source.kind !== "reminder") return [];
  const sender = source.from === undefined ? "" : `, from ${source.from}`;
  const due = dayAndClock(source.dueAt, timeZone);
  return [{ type: "note", content: `Reminder for ${due}${sender}: ${quoted(content, QUOTE_LENGTH)}` }];
}

/** What may cover events of a tick: an artifact that a model made, or a memory. `covers`: their numbers. */
export interface Cover {
  readonly type: ArtifactType | "memory";
  readonly covers: readonly number[];
}

type DueTo = Pick<Situation, "events" | "alerts" | "timeZone">;

/**
 * The artifacts that events require and that nothing in `made` covers: for each reminder a note, for each bad news item of high
 * impact an alert, unless one of the last 24 hours quotes the same text, and for each request to remember a note. An alert covers
 * bad news, a note or a memory a request, and any artifact a reminder. An event that is read in parts is due where it ends.
 */
export function dueArtifacts(situation: DueTo, made: readonly Cover[] = []): Artifact[] {
  const { events, timeZone } = situation;
  const left = (isDue: (event: SituationEvent) => boolean, covering: readonly Cover["type"][]) => {
    const covered = new Set(made.flatMap(({ type, covers }) => (covering.includes(type) ? covers : [])));
    return events.filter((event, i) => isDue(event) && readToAfter(event) === null && !covered.has(i + 1));
  };
  const asksForNote = (one: SituationEvent) => asksToRemember(one) || requestOf(one, "remind") !== undefined;
  return [
    ...left(() => true, ARTIFACT_TYPES).flatMap((event) => reminderNote(event, timeZone)),
    ...alertsFor(left(isAlarming, ["alert"]), situation),
    ...distinctTexts(left(asksForNote, ["note", "memory"])).map(({ event }) => toRemember(event, timeZone)),
  ];
}

function toRemember({ content, receivedAt }: SituationEvent, timeZone: string): Artifact {
  const day = dayAndClock(receivedAt, timeZone);
  return { type: "note", content: `To remember, from a note of ${day}: ${quoted(content, QUOTE_LENGTH)}` };
}

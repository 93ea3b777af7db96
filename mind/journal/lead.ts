/** The beginning of a tick's summary: the most telling thing that happened, each kind of thing in a sentence of its own. */
import { parsedText } from "../text/parsedText";
import {
  clipped,
  counted,
  duration,
  fullStop,
  lengthOf,
  numberWord,
  oneLine,
  ordinal,
  quoted,
  sentenceCase,
} from "../text/phrasing";
import { dayAndClock, dayIfAnother, localTime } from "../time/calendarDay";
import { requestIn } from "../text/requests";
import { termsOf } from "../text/tokens";
import { asksToRemember, isAlarming, type Artifact } from "../tick/dueArtifacts";
import {
  bySeverity,
  CLEAR,
  countedKinds,
  namedEvent,
  nounOf,
  quotedEvent,
  requestOf,
  toneOf,
} from "../tick/events";
import { describeNewSinceLastTick } from "../tick/given";
import type { Situation, SituationEvent } from "../tick/situation";
import { EFFECT_LENGTH } from "./effect";
import { firstDifference } from "./quotes";
import { momentOf } from "./quiet";
import { relatedTo } from "./related";
import type { Beside } from "./reply";

/** The summary's 280 characters, minus the effect and a space. */
const LEAD_LENGTH = 280 - EFFECT_LENGTH - 1;
/** The most characters quoted of what was found for a question, and the fewest of an event. */
const FOUND_LENGTH = 70;
const MIN_QUOTED = 20;
/** From this many events on, their number is the news, with the gravest of them. */
const MANY = 4;
/** From this long on, the silence before an event is worth telling. */
const LONG_SILENCE_MS = 3 * 3_600_000;
/** The questions that notes ask, each once, without those that ask to be reminded. */
export function questionsAsked(events: readonly SituationEvent[]): string[] {
  const notes = events.filter((event) => event.source.kind === "wake" && !requestOf(event, "forget"));
  const questions = notes.flatMap(({ content }) => parsedText(content).questions);
  return [...new Set(questions.filter((question) => requestIn(question)?.kind !== "remind"))];
}

/** What precedes and follows the quotation of an event. */
type Frame = readonly [before: string, after?: string];

/** `made`: the tick's artifacts. Harm comes first, then a question, since somebody waits for the answer, then the gravest. */
export function leadOf(
  situation: Situation,
  because: string,
  made: readonly Artifact[],
  beside: Beside = {},
): string {
  const { events } = situation;
  const gravest = bySeverity(events);
  const alarm = made.some(({ type }) => type === "alert") ? gravest.find(isAlarming) : undefined;
  const foremost = alarm ?? gravest.find((event) => questionsAsked([event]).length > 0) ?? gravest[0];
  if (foremost === undefined) return eventlessLead(situation);
  const [question] = questionsAsked([foremost]);
  const [before, after = ""] =
    foremost === alarm
      ? ([`Alert raised over ${namedEvent(foremost)}`] as const)
      : question === undefined
        ? frameOf(situation, foremost, beside)
        : ([`${writerOf(foremost)} asks`, foundFor(situation, foremost, because)] as const);
  const others = events.filter((event) => event !== foremost);
  const also = others.length === 0 ? "" : ` Also ${countedKinds(others)}.`;
  const rest = `${after === "" ? "" : ` ${after}`}${also}`;
  const room = Math.max(MIN_QUOTED, LEAD_LENGTH - lengthOf(`${before}${rest}`) - 5);
  const said = question === undefined ? quotedEvent(foremost, room) : quoted(question, room);
  return clipped(`${fullStop(`${before}: ${said}`)}${rest}`, LEAD_LENGTH);
}

/** What there is to answer a question with, or why it is not answered. */
function foundFor(situation: Situation, event: SituationEvent, because: string): string {
  const best = bestFor(situation, event);
  return best === undefined
    ? `Not answered: ${because}.`
    : fullStop(`Found in ${best.origin}: ${quoted(best.quote.slice(1, -1), FOUND_LENGTH)}`);
}

/** What is surely related to an event, the most similar first. */
function bestFor(situation: Situation, event: SituationEvent) {
  const best = relatedTo(situation, situation.events.indexOf(event) + 1).found.find(({ isSure }) => isSure);
  return best && { ...best, origin: best.origin.replace(/^your notes/, "the sender’s notes") };
}

/** What sets an event apart: what it asks for, that it repeats or contradicts, who sent it, when, what it is about, its tone. */
function frameOf(situation: Situation, event: SituationEvent, { reminders }: Beside): Frame {
  const { events, now, timeZone, turns, themes, quietSince } = situation;
  const { source, repeats, sentiment, receivedAt } = event;
  const [writer, named] = [writerOf(event), namedEvent(event).replace("low-impact ", "")];
  const thing = sentenceCase(named);
  const from = source.kind === "feed" ? undefined : source.from;
  const reminder = reminders?.get(events.indexOf(event) + 1);
  if (source.kind === "reminder")
    return [`Due since ${momentOf(source.dueAt, situation)}${from === undefined ? "" : `, for ${writer}`}`];
  if (requestOf(event, "forget")) return [`${writer} sent`];
  if (reminder?.kind === "set")
    return [
      `A reminder is set for ${dayAndClock(reminder.at, timeZone)}, as ${writerOf(event, "a note")} asks`,
    ];
  if (asksToRemember(event)) return [`${writer} wants this kept`];
  if (requestOf(event, "order")) return [`${writer} asks for what I can't do`];
  if (repeats > 0) return [`The ${ordinal(repeats + 1)} ${nounOf(event)} with the same words`];
  const related = bestFor(situation, event);
  const held = situation.memories[(related?.kind === "memory" ? related.number : 0) - 1];
  const difference = held && firstDifference([event, held].map(({ content }) => parsedText(content)));
  if (difference) return [thing, `Beside ${related?.origin}, ${difference.how}.`];
  if (events.length >= MANY)
    return [`${sentenceCase(numberWord(events.length))} came in at once, the gravest ${named}`];
  const last = turns.findLast((turn) => turn.from === from);
  if (from !== undefined && last === undefined) return [`First note kept from ${writer}`];
  if (quietSince !== undefined && dayIfAnother(quietSince, now, timeZone).day !== undefined)
    return [`First on ${localTime(now, timeZone).weekday}, ${named}`];
  if (quietSince !== undefined && receivedAt - quietSince >= LONG_SILENCE_MS)
    return [`After ${duration(receivedAt - quietSince)} of quiet, ${named}`];
  if (related !== undefined) return [`${thing} that goes with ${related.origin}`];
  if (from !== undefined && last !== undefined)
    return [`${writer} writes again, after ${duration(receivedAt - last.at)}`];
  const { counts } = parsedText(event.content);
  const theme = themes.find((one) => termsOf(one.theme).some((term) => counts.has(term)));
  if (theme !== undefined) return [`${thing} near the theme ${quoted(theme.theme, 40)}`];
  if (Math.abs(sentiment) >= CLEAR) return [`${thing}, ${toneOf(sentiment)} in tone`];
  return [thing];
}

/** Who wrote a note; `unnamed` if it does not say. */
function writerOf({ source }: SituationEvent, unnamed = "A note"): string {
  const { from = "" } = source.kind === "feed" ? {} : source;
  return from === "" ? unnamed : clipped(oneLine(from), 40);
}

/** The lead of a tick without events that is not quiet. */
function eventlessLead(situation: Situation): string {
  const { first, given, waiting, lastTickAt } = situation;
  const stored = describeNewSinceLastTick(given);
  const since = momentOf(lastTickAt, situation);
  const also = stored === "" ? "" : `, but ${stored} stored`;
  if (first) return `The first tick: no note and no feed so far${also}.`;
  if (waiting > 0)
    return `Nothing was read, while ${counted(waiting, "event")} wait${waiting === 1 ? "s" : ""}.`;
  if (stored !== "") return `Stored since ${since}: ${stored}.`;
  return `No tick from ${since} until ${momentOf(situation.now, situation)}, and nothing came in.`;
}

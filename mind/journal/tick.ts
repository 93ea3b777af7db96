/** The journal of a tick: text extracted without a model. The same situation yields the same text. */
import { clipped, counted, fullStop, listed, ordinal, quoted, spanBetween } from "../text/phrasing";
import { dayAndTime } from "../time/calendarDay";
import { nounOf } from "../tick/events";
import { describeNewSinceLastTick } from "../tick/given";
import type { Situation } from "../tick/situation";
import { dueArtifacts, type Artifact } from "../tick/dueArtifacts";
import { EFFECT_LENGTH } from "./effect";
import { eventsListed } from "./eventsListed";
import { leadOf, questionsAsked } from "./lead";
import { CAUSES, quietWords } from "./quiet";
import { relatedTo } from "./related";
import { notesToAnswer, type Reply } from "../tick/replies";
import { replyByExtraction, type Beside } from "./reply";

/** A tick's text without its effect on mood and health, which `withEffect` adds. */
export interface TickJournal {
  /** The beginning of the summary: at most 280 characters with the effect. */
  lead: string;
  /** The beginning of the detail: at most 4,000 characters with the effect. */
  body: string;
  remark?: string;
  artifacts: Artifact[];
  /** The numbers of the memories and passages quoted. */
  usedMemories: number[];
  usedPassages: number[];
  /** One for each note. */
  replies: Reply[];
  /** Of a quiet tick: the moment since which nothing came in. */
  quietSince?: number;
}

/** The detail's 4,000 characters, minus the effect and the figures after it. */
const BODY_LENGTH = 4_000 - EFFECT_LENGTH - 80;
/** From this many events with the same words on, the journal remarks on the repetition. */
const MIN_REPEATED = 3;

/** The journal of a tick without a usable answer by a model. `because` completes "not answered, since …". */
export function tickJournal(situation: Situation, because: string, beside?: Beside): TickJournal {
  const quiet = quietWords(situation);
  if (quiet !== null) return { ...quiet, artifacts: [], replies: [], usedMemories: [], usedPassages: [] };
  const { found, ...used } = relatedTo(situation);
  const told = found.map(({ origin, quote }) => fullStop(`Related, ${origin}: ${quote}`)).join("\n");
  const paragraphs = [
    opening(situation),
    eventsListed(situation),
    unanswered(situation, because, told !== ""),
    told,
    meanwhile(situation),
  ];
  const remark = repetitionRemark(situation);
  const artifacts = dueArtifacts(situation);
  return {
    lead: leadOf(situation, because, artifacts, beside),
    body: clipped(paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"), BODY_LENGTH),
    ...(remark === null ? {} : { remark }),
    artifacts,
    replies: notesToAnswer(situation).map((note) => replyByExtraction(situation, note, because, beside)),
    ...used,
  };
}

/** The tick's time, number and cause, and the time since the last one. */
function opening({ now, timeZone, number, trigger, first, lastTickAt }: Situation): string {
  const at = `${dayAndTime(now, timeZone)}. Tick ${number}, ${CAUSES[trigger]}`;
  if (first) return `${at}, the first.`;
  const since = spanBetween(lastTickAt, now);
  return since === null
    ? `${at}; the clock was set back since the last one.`
    : `${at}, ${since} after the last.`;
}

/** The most questions quoted in the detail. The list of events quotes the notes too. */
const MAX_QUESTIONS = 3;

function unanswered({ events }: Situation, because: string, isFound: boolean): string {
  const questions = questionsAsked(events).slice(0, MAX_QUESTIONS);
  if (questions.length === 0) return "";
  const asked = listed(questions.map((question) => quoted(question, 120)));
  const found = isFound ? "" : " Nothing that bears on it was found in memory or knowledge.";
  return `${fullStop(`Not answered, since ${because}: ${asked}`)}${found}`;
}

/** What changed apart from the events, and how many events wait. */
function meanwhile(situation: Situation): string {
  const { given, events, waiting, first, lastEvent, now } = situation;
  const silent = lastEvent === null ? null : spanBetween(lastEvent.receivedAt, now);
  const stored = describeNewSinceLastTick(given);
  const sentences = [
    ...(events.length > 0 || silent === null ? [] : [`The last event came in ${silent} ago.`]),
    ...(stored === "" ? [] : [`Stored ${first ? "so far" : "since the last tick"}: ${stored}.`]),
    ...(waiting === 0 ? [] : [`Left for the next tick: ${counted(waiting, "more event")}.`]),
  ];
  return sentences.join(" ");
}

/** "The third note with the same words."; null without such a repetition. */
function repetitionRemark({ events }: Situation): string | null {
  const [most] = events.toSorted((a, b) => b.repeats - a.repeats);
  if (most === undefined || most.repeats + 1 < MIN_REPEATED) return null;
  return `The ${ordinal(most.repeats + 1)} ${nounOf(most)} with the same words.`;
}

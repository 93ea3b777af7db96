/** The reflexes: a tick's words without a model, made of what really happened. The same situation yields the same words. */
import { byGravity, namedEvents, questionIn, talliedKinds, toneOf } from "../events/eventWords";
import { tellsOrAsks } from "../events/orders";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { nearestPassage } from "../knowledge/documentAnswers";
import {
  clipped,
  counted,
  fullStop,
  lengthOf,
  listed,
  numberWord,
  quoted,
  sentenceCase,
  shapeOf,
  spanBetween,
} from "../../../mind/text/phrasing";
import { localTime, routineAt } from "../../../mind/time/routine";
import { LATE_AFTER_MS } from "../../../mind/time/schedule";
import type { Trigger } from "../../../mind/enums";
import { earnedArtifacts, MOST_MADE, unanswered } from "./earnedArtifacts";
import { eventsTold } from "./eventsTold";
import { moodClause, moodTold } from "./moodTold";
import { musingOf } from "./musing";
import { obeyed } from "./ordered";
import { quietSummary } from "./quiet";
import { givenBesides, quietTold } from "./quietTold";
import { recollectionOf, type Recollection } from "./recollection";
import { remarkOn } from "./remark";
import { BEGUN } from "./stateWords";
import { thingsIn, type Thing } from "./things";
import type { TickAffect, TickWords } from "./tickWords";

export type { TickAffect, TickWords } from "./tickWords";

const SUMMARY_LENGTH = 280;
/** How much of the gravest event a summary quotes. */
const QUOTE_LENGTH = 130;
const DETAIL_LENGTH = 4000;
/** The gravest events are looked up in what the agent was given to know. */
const LOOKED_UP = 3;

/** The words of a tick that ends in `after`: quotes are excerpts, and the last entry's summary is never repeated. */
export function reflexTick(gathered: Situation, after: TickAffect): TickWords {
  const recollection = recollectionOf(gathered);
  const situation = { ...gathered, events: gathered.events.map((event) => unsettled(event, recollection)) };
  const known = knownOf(situation);
  const orders = obeyed(situation);
  const musing = musingOf(situation);
  const summary =
    situation.events.length > 0
      ? eventfulSummary(situation, after)
      : quietSummary(situation, after, musing?.memory);
  const artifacts = earnedArtifacts(
    situation,
    orders.flatMap(({ made }) => made ?? []),
  );
  const paragraphs = [
    openingOf(situation),
    situation.events.length > 0 ? eventsTold(situation) : quietTold(situation),
    givenBesides(situation),
    musing?.told ?? recollection.told,
    known.told,
    orders.map(({ told }) => told).join(" "),
    unansweredTold(unanswered(situation, artifacts)),
    effectOf(situation, after),
  ];
  const remark = remarkOn(situation, after);
  return {
    summary: clipped(summary, SUMMARY_LENGTH),
    detail: clipped(paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"), DETAIL_LENGTH),
    ...(remark === undefined ? {} : { remark }),
    artifacts: artifacts.map(({ type, content }) => ({ type, content })),
    usedMemories: recollection.used,
    ...(musing === null ? {} : { musedOn: musing.number }),
    usedPassages: distinct([known.passage, ...artifacts.map(({ passage }) => passage)]),
  };
}

/** What the agent was given to know that bears most on the gravest events. */
function knownOf({ events, knowledge }: Situation): { readonly told: string; readonly passage?: number } {
  const gravest = byGravity(events.filter(tellsOrAsks)).slice(0, LOOKED_UP);
  const known = nearestPassage(
    gravest.map(({ content }) => content),
    knowledge,
  );
  const passage = known?.passage ?? 0;
  const title = knowledge[passage - 1]?.title;
  if (known === null || title === undefined) return { told: "" };
  const told = `What I was given to know says, in ${quoted(title, 80)}: ${quoted(known.text, 300)}`;
  return { told: fullStop(told), passage };
}

/** So many of the questions that had no place are quoted. */
const MOST_UNANSWERED = 3;

/** What was asked beyond what a tick answers. */
function unansweredTold(questions: readonly string[]): string {
  if (questions.length === 0) return "";
  const said = questions.slice(0, MOST_UNANSWERED).map((question) => quoted(question, 120));
  const others = questions.length - said.length;
  const more = others > 0 ? [counted(others, "more question")] : [];
  return `Asked as well, and not answered, for a tick makes no more than ${numberWord(MOST_MADE)} things: ${listed([...said, ...more])}.`;
}

function distinct(numbers: readonly (number | undefined)[]): number[] {
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

/** What a memory contradicts is no known fact, however often it was heard. */
function unsettled(event: SituationEvent, { disputed }: Recollection): SituationEvent {
  if (event.echo !== "repeats" || !disputed.includes(event)) return event;
  const { echo: _, ...rest } = event;
  return rest;
}

/** What came in, in one or two sentences that end in what it did to the mood. */
function eventfulSummary(situation: Situation, after: TickAffect): string {
  const [foremost] = thingsIn(situation.events);
  if (foremost === undefined) return quietSummary(situation, after);
  const mood = moodClause(situation, after, foremost.event);
  const { clock } = localTime(situation.now, situation.timeZone);
  const openings = [
    leadClause(situation.events, foremost),
    `${sentenceCase(talliedKinds(situation.events))} by ${clock}${situation.events.length > 1 ? ", foremost" : ""}: `,
  ];
  const tellings = openings.map((opening) => {
    const room = SUMMARY_LENGTH - lengthOf(opening) - lengthOf(mood) - 4;
    return `${fullStop(opening + quoted(foremost.event.content, Math.min(QUOTE_LENGTH, room)))} ${mood}`;
  });
  const latest = situation.logs[0]?.summary;
  const unsaid = tellings.find((telling) => latest === undefined || shapeOf(telling) !== shapeOf(latest));
  return unsaid ?? tellings.find((telling) => telling !== latest) ?? tellings[0] ?? "";
}

/** What is foremost, with all that says the same, beside what else came in. */
function leadClause(events: readonly SituationEvent[], { event: lead, events: same }: Thing): string {
  const others = events.filter((event) => !same.includes(event));
  const named = sentenceCase(namedEvents(same));
  const again = lead.echo === "repeats" || lead.echo === "recurs" ? " again" : "";
  if (others.length > 0)
    return `${named}${same.length > 1 ? " in the same words stand" : " stands"} out beside ${talliedKinds(others)}: `;
  if (same.length > 1) return `${named} say the same${again}: `;
  if (lead.source.kind === "wake")
    return `${named} ${questionIn(lead.content) === null ? "says" : "asks"}${again}: `;
  return again === "" ? `${named}, ${toneOf(lead.sentiment)}: ` : `${named} says again: `;
}

const CAUSES: { readonly [trigger in Trigger]: string } = {
  schedule: "on schedule",
  start: "as the service started",
  manual: "by request",
  wake: "woken by a note",
};
/** When this tick is, why, and how long after the last. */
function openingOf(situation: Situation): string {
  const { weekday, clock } = localTime(situation.now, situation.timeZone);
  const isLate = situation.trigger === "schedule" && situation.now - situation.lastTickAt > LATE_AFTER_MS;
  const cause = isLate ? "late by the schedule" : CAUSES[situation.trigger];
  if (situation.first) return `${weekday}, ${clock}. My first tick, ${CAUSES[situation.trigger]}.`;
  const since = spanBetween(situation.lastTickAt, situation.now);
  if (since === null)
    return `${weekday}, ${clock}. A tick ${cause}; the clock has been set back since the last one.`;
  const turned =
    routineAt(situation.lastTickAt, situation.timeZone) === situation.routine
      ? ""
      : ` ${BEGUN[situation.routine]} since then.`;
  return `${weekday}, ${clock}. ${sentenceCase(since)} after the last tick, ${cause}.${turned}`;
}

/** What it did to the agent: mood and its cause, feeling, volatility, health and its course. */
function effectOf(situation: Situation, after: TickAffect): string {
  return [moodTold(situation, after), unrestTold(after.volatility), healthTold(situation, after)].join(" ");
}

/** Volatility is of the moves behind, and no word for how it feels now; who was just born, at 0.2, was not moved by anything. */
function unrestTold(volatility: number): string {
  const word =
    volatility < 0.25
      ? "steady"
      : volatility < 0.4
        ? "slightly unsettled of late"
        : volatility < 0.7
          ? "unsettled of late"
          : "much shaken of late";
  return `Volatility ${volatility.toFixed(2)}: ${word}.`;
}

function healthTold(situation: Situation, after: TickAffect): string {
  const health = Math.round(after.health);
  const change = health - Math.round(situation.healthBefore);
  if (change !== 0) {
    return `Health ${health}, ${change > 0 ? "up" : "down"} ${counted(Math.abs(change), "point")} since ${situation.first ? "birth" : "the last tick"}.`;
  }
  const oldest = situation.logs.at(-1);
  const course = oldest === undefined ? 0 : health - Math.round(oldest.health);
  const span = oldest === undefined ? null : spanBetween(oldest.timestamp, situation.now);
  if (span === null || Math.abs(course) < 2) return `Health ${health}, unchanged.`;
  return `Health ${health}, unchanged since the last tick and ${course > 0 ? "up" : "down"} ${counted(Math.abs(course), "point")} in ${span}.`;
}

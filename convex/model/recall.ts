/** What a tick remembers: memories that its events call to mind, or in a quiet hour what mattered of late. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { byGravity, questionIn } from "../mind/events/eventWords";
import { besidesOrders, ordersOfEvent, toldByMemory } from "../mind/events/orders";
import type { SituationEvent, SituationMemory } from "../../mind/tick/situation";
import { withoutFrame } from "../mind/language/frames";
import { inTurns } from "../../mind/lists/interleave";
import { mayAnswer } from "../mind/knowledge/toldAnswers";
import { onceEach } from "../../mind/lists/uniqueBy";
import { aboutOf, bears, sharedBy, weightOfShared } from "../mind/statements/bearing";
import {
  askedOf,
  asksOfItself,
  isRequest,
  MOST_TOLD,
  newsAskedFor,
  soundsBad,
} from "../mind/ticks/selfAnswers";
import { calledToMind, cueOf, type Remembered } from "./calledToMind";
import * as Musing from "./musing";
import { newestEvidence } from "./newestEvidence";
import { present } from "./present";
import { hitsOf, type CueHits } from "./vectorHits";

/** Events whose memories are looked up: each costs a search, and a tick should be quick. */
const MOST_CUES = 3;
/** Memories a tick recalls, and of those the most that one event may call to mind. */
const MOST_RECALLED = 8;
const MOST_FOR_A_CUE = 6;
/** So many are read to choose those from: of somebody of whom much is remembered the name alone ranks low. */
const READ_FOR_A_CUE = 18;
/** Of those that a question calls to mind so many may be there for being new. */
const MOST_NEWEST = 3;
/** What a name that both hold is worth beside their similarity, 0 to 1: it outweighs a common word. */
const NAME_BONUS = 0.2;
/** Texts that words may bring for a cue: what is among the best few shares its rarest words. */
const BREADTH = 32;
/** For a question, the newest; and with nothing to call anything to mind, the weightiest of more of them. */
const LOOKED_BACK = 32;
const MUSED_OVER = 48;

/**
 * What to look up for these events, put to the agent of this `name`: texts by which memories are searched. What somebody asks
 * or asks for comes first, since they wait for it, and then the gravest; what the agent is asked of itself, and what is new, takes no search.
 */
export function cuesOf(events: readonly SituationEvent[], name: string): string[] {
  const asked = askedIn(events, name);
  const first = byGravity(events).filter((event) => asked.includes(event) || isOrdered(event));
  return [...first, ...byGravity(events).filter((event) => !first.includes(event))]
    .flatMap((event) => cuesFor(event, name))
    .filter(
      ({ question }) =>
        question === null || !(asksOfItself(question, name) || newsAskedFor(question, name) !== null),
    )
    .map(({ query }) => query)
    .slice(0, MOST_CUES);
}

/** The notes that ask something, the gravest first. */
function askedIn(events: readonly SituationEvent[], name: string): SituationEvent[] {
  return byGravity(events).filter(
    ({ source, content }) => source.kind === "wake" && askedOf(content, name).length > 0,
  );
}

/** Whether an event tells the agent to make something. */
function isOrdered(event: SituationEvent): boolean {
  return ordersOfEvent(event).some(({ kind }) => kind === "make");
}

/** A text by which memories are searched, and the question that it asks, if it does. */
interface Sought {
  readonly query: string;
  readonly question: string | null;
}

/** Of several questions each, and what orders are about where there is nothing else; else the beginning. */
function cuesFor(event: SituationEvent, name: string): Sought[] {
  const questions = event.source.kind === "wake" ? askedOf(event.content, name) : [];
  const [question = null, another] = questions;
  if (another !== undefined) return questions.map((one) => ({ query: cueOf(one), question: one }));
  const abouts = ordersOfEvent(event).flatMap((order) =>
    order.kind === "make" && order.about !== null ? [order.about] : [],
  );
  const isAll = abouts.length > 0 && besidesOrders(event.content).length === 0;
  return isAll
    ? abouts.map((query) => ({ query, question: null }))
    : [{ query: cueOf(event.content), question }];
}

/** What recalls: the agent's name, its clock and its zone (IANA name), where what lay ahead has passed. */
interface Recalling {
  readonly name: string;
  readonly now: number;
  readonly timeZone: string;
}

/**
 * The memories for the cues of these events, what bears on them most first; `hits` are those of the cues.
 * Questions beyond the cues are held against what was told of late.
 */
export async function recall(
  ctx: QueryCtx,
  { name, now, timeZone }: Recalling,
  events: readonly SituationEvent[],
  hits: readonly CueHits[],
): Promise<Doc<"memories">[]> {
  const cues = cuesOf(events, name);
  if (events.length === 0)
    return await Musing.candidates(ctx, now, await newestEvidence(ctx, MUSED_OVER), timeZone);
  const asked = askedIn(events, name)
    .flatMap((event) => cuesFor(event, name))
    .filter(({ question }) => question !== null);
  const newest = asked.length > 0 ? await newestEvidence(ctx, LOOKED_BACK) : [];
  const found: Remembered[][] = [];
  for (const query of cues) {
    const vectorHits = hitsOf(hits, query, "memory");
    const cue = { query, vectorHits, breadth: BREADTH, most: READ_FOR_A_CUE };
    const called = namesakesFirst(query, await calledToMind(ctx, cue));
    const isAsked = questionIn(query) !== null;
    const best = (isAsked ? answersFirst(called) : called).slice(0, MOST_FOR_A_CUE);
    found.push(isAsked ? withTheNewest(query, best, newest) : best);
  }
  for (const { query, question } of asked.filter((one) => !cues.includes(one.query))) {
    const news = question === null ? null : newsAskedFor(question, name);
    found.push(news === null ? withTheNewest(query, [], newest) : lastStated(newest, name, news));
  }
  // No cue takes the places of the others.
  return onceEach(inTurns(found), ({ row }) => row.normalKey)
    .slice(0, MOST_RECALLED)
    .sort((a, b) => b.bearing - a.bearing)
    .map(({ row }) => row);
}

/** What stated something last, of any kind or of what sounds bad. */
function lastStated(newest: readonly Doc<"memories">[], name: string, kind: "any" | "bad"): Remembered[] {
  return newest
    .filter(({ content }) => tells(content) && !isRequest(withoutFrame(content), name))
    .filter(({ content }) => kind === "any" || soundsBad(toldByMemory(content)))
    .slice(0, MOST_TOLD)
    .map((row) => ({ row, bearing: 0 }));
}

/** What names somebody or something that the cue names counts more. */
function namesakesFirst(cue: string, found: readonly Remembered[]): Remembered[] {
  const about = aboutOf(cue);
  return found
    .map(({ row, bearing }) => {
      const { names } = sharedBy(about, aboutOf(row.content));
      return { row, bearing: bearing + (names.length > 0 ? NAME_BONUS : 0) };
    })
    .sort((a, b) => b.bearing - a.bearing);
}

/** Who asks twice is not to be told that he asked: what says something comes before what only asks or asks for. */
function answersFirst(found: readonly Remembered[]): Remembered[] {
  const says = ({ row: { content } }: Remembered) => tells(content);
  return [...found.filter(says), ...found.filter((one) => !says(one))];
}

/** Whether a memory does more than ask and order. */
function tells(content: string): boolean {
  return toldByMemory(content) !== "";
}

/** A question is after what holds now: of what was told of late, what shares most with it takes the last places. */
function withTheNewest(
  cue: string,
  best: readonly Remembered[],
  newest: readonly Doc<"memories">[],
): Remembered[] {
  const about = aboutOf(cue);
  const answers = mayAnswer(cue);
  const known = new Set(best.map(({ row }) => row._id));
  const late = newest
    .filter(({ _id }) => !known.has(_id))
    .map((row) => ({ row, shared: sharedBy(about, aboutOf(row.content)) }))
    // What answers in other words than those it is looked up by: "wed off", asked whether Wednesday is free.
    .filter(({ row, shared }) => bears(shared) || answers(withoutFrame(row.content)))
    .sort((a, b) => weightOfShared(b.shared) - weightOfShared(a.shared))
    .slice(0, MOST_NEWEST);
  const kept = best.slice(0, MOST_FOR_A_CUE - late.length);
  const bearing = kept.at(-1)?.bearing ?? 0;
  return [...kept, ...late.map(({ row }) => ({ row, bearing }))];
}

/** The memories that a tick was shown, in their order. */
export async function recalled(
  ctx: QueryCtx,
  memoryIds: readonly Id<"memories">[],
): Promise<Doc<"memories">[]> {
  return await present(ctx, "memories", memoryIds);
}

/** A memory as a tick sees it. */
export function asSituationMemory(
  { _id, type, content, author, confidence, createdAt }: Doc<"memories">,
  { mused, learned }: { mused: ReadonlySet<Id<"memories">>; learned: ReadonlySet<Id<"memories">> },
): SituationMemory {
  return {
    type,
    content,
    own: author === "self",
    confidence,
    createdAt,
    ...(mused.has(_id) ? { mused: true } : {}),
    ...(learned.has(_id) ? { learned: true } : {}),
  };
}

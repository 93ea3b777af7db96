/** Answers to a question from what the agent was told, and what its log quotes of that. */
import { toldIn } from "../events/orders";
import type { Situation } from "../events/situation";
import { withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { tellingStem } from "../language/weakWords";
import { bringsUpToDate } from "../memory/updates";
import { sentimentOf } from "../sentiment/sentiment";
import { aboutOf, NAME_WORTH, sharedBy, weightOfShared, type About } from "../statements/bearing";
import { tellsOfDeedTo } from "../statements/deeds";
import { contentWords, matterOf } from "./contentWords";
import { weightFor } from "./sought";
import { thingsIn } from "./things";
import { holdsWanted } from "./wanted";

/** What was said of a question. */
export interface Told {
  /** Of several that bear alike the newest, and of one matter what holds now. */
  readonly told: { readonly text: string; readonly at: number } | null;
  /** What was told later, or in the same tick, of the very matter, and may have changed it; the newest. */
  readonly since: { readonly text: string; readonly at: number } | null;
}

/** What has all words of a question, common ones too, bears before what is but about the same thing. */
const EVERY_WORD = 4;
/** What says of the matter an amount, a time or a name, where such is asked for, answers though it shares but one word. */
const WANTED_WORTH = 3.5;
/** Asks for reasons: what is told of the same hour may be one, though it shares but a word. */
const FOR_REASONS = /\b(?:why|how come|what (?:made|makes|caused|causes|led))\b/iu;
const REASON_MS = 7 * 24 * 3_600_000;

/** A text that somebody may be told, with what it shares with the question. */
interface Entry {
  readonly text: string;
  readonly at: number;
  /** What was said comes before what its log says of it. */
  readonly rank: number;
  readonly weight: number;
}

/** What was told that answers `question`. The question itself may be among the events. */
export function toldOf(question: string, situation: Situation): Told {
  const asked = { about: aboutOf(question), asks: true };
  const entries = [
    ...situation.events.map(({ content, receivedAt }) => ({ text: content, at: receivedAt, rank: 0 })),
    // What the agent made of things, and comes back to in a quiet hour, nobody told it.
    ...situation.memories
      .filter(({ own }) => !own)
      .map(({ content, createdAt }) => ({ text: withoutFrame(content), at: createdAt, rank: 0 })),
    ...situation.logs
      .filter(({ events }) => events > 0)
      .flatMap(({ summary, timestamp }) =>
        quotationsOrAll(summary).map((text) => ({ text, at: timestamp, rank: 1 })),
      ),
  ]
    // That something was asked, or asked for, is no answer.
    .map((entry) => ({ ...entry, text: toldIn(entry.text) }))
    .filter(({ text }) => text !== "" && !text.includes(question))
    .map((entry) => ({
      ...entry,
      weight:
        weightFor(asked, aboutOf(entry.text)) +
        (saysEveryWordOf(question, entry.text) ? EVERY_WORD : 0) +
        (holdsWanted(question, asked.about, entry.text) ? WANTED_WORTH : 0),
    }));
  const bearing = entries.filter(({ weight }) => weight > 0);
  const [best] = (
    bearing.length > 0 ? bearing : reasonsFor(question, asked.about, entries, situation.now)
  ).sort((a, b) => a.rank - b.rank || b.weight - a.weight || b.at - a.at);
  const told = best === undefined ? null : holdingNow(best, entries, situation.timeZone);
  const things = thingsIn(question, asked.about);
  return { told, since: told === null ? null : toldSince(told, things, entries) };
}

/**
 * The newest of what was told later, or in the same tick, and shares more with `told` than a name; or, where it speaks of all
 * `things` that are asked after, is about the same with another word, or tells of a deed done to them.
 */
function toldSince(told: Entry, things: readonly string[], entries: readonly Entry[]): Entry | null {
  const about = aboutOf(told.text);
  const goesOn = ({ text, weight }: Entry): boolean => {
    const shared = sharedBy(about, aboutOf(text));
    if (weight > 0 && weightOfShared(shared) > NAME_WORTH) return true;
    const said = new Set(contentWords(text));
    if (things.length === 0 || !things.every((thing) => said.has(thing))) return false;
    return shared.subject || shared.words.length + shared.names.length >= 2 || tellsOfDeedTo(text, things);
  };
  const later = entries.filter(
    (entry) => entry.rank === 0 && entry.at >= told.at && entry.text !== told.text && goesOn(entry),
  );
  return later.sort((a, b) => b.at - a.at)[0] ?? null;
}

/** What a summary quotes: "A note stands out …" says nothing of the matter. */
function quotationsOrAll(summary: string): string[] {
  const quotations = [...summary.matchAll(/“([^”]+)”/gu)].flatMap(([, said]) => said ?? []);
  return quotations.length > 0 ? quotations : [summary];
}

/** Whether a text has all words of a question, the common ones too, if one of them tells what it is about: "Where do I buy flour?" */
function saysEveryWordOf(question: string, text: string): boolean {
  const words = matterOf(question);
  const said = new Set(contentWords(text));
  return (
    words.length >= 2 &&
    words.some((word) => tellingStem(word) !== null) &&
    words.every((word) => said.has(word))
  );
}

/** What was told in the last days with a word or a weekday of a question for reasons, and is not of the other mood. */
function reasonsFor(question: string, about: About, entries: readonly Entry[], now: number): Entry[] {
  if (!FOR_REASONS.test(question)) return [];
  const mood = sentimentOf(question).score;
  return entries.flatMap((entry) => {
    const { words, figures } = sharedBy(about, aboutOf(entry.text));
    const isNear =
      entry.rank === 0 && now - entry.at <= REASON_MS && mood * sentimentOf(entry.text).score >= 0;
    const named = figures.filter((figure) => /\p{L}/u.test(figure));
    const weight = words.length + named.length;
    return isNear && weight > 0 ? [{ ...entry, weight }] : [];
  });
}

/**
 * Whether `text`, which is itself no question, says something of all that `question` is about, if that is more than one thing,
 * has all of its words, or says of its matter what is asked for: an amount, a time, a name.
 */
export function saysAllOf(question: string, text: string): boolean {
  if (isQuestion(text)) return false;
  const about = aboutOf(question);
  if (saysEveryWordOf(question, text) || holdsWanted(question, about, text)) return true;
  const { names, words, figures } = sharedBy(about, aboutOf(text));
  const needs = about.words.size + about.figures.size;
  return needs >= 2 && names.length + words.length + figures.length >= needs;
}

/** The newest of what brings `best` up to date; itself where nothing does. */
function holdingNow(best: Entry, entries: readonly Entry[], timeZone: string): Entry {
  return entries
    .filter(
      ({ rank, text, at }) =>
        rank === 0 && at > best.at && bringsUpToDate(text, best.text, { a: at, b: best.at, timeZone }),
    )
    .reduce((newest, entry) => (entry.at > newest.at ? entry : newest), best);
}

/** What the agent has on record that bears on a text, without a model: what it was given to know, memories, its log. */
import { aboutOf, bears, NAME_WORTH, sharedBy, weightOfShared, type About } from "../statements/bearing";
import { headingsIn, sentencesOf, type DocumentSentence, type Row } from "./documentSentences";
import { questionIn } from "../events/eventWords";
import { withoutFrame } from "../language/frames";
import { regularForm } from "../language/irregularForms";
import { profileOf, rawSimilarity, type Profile } from "../similarity/lexical";
import { isQuestion } from "../language/questions";
import { aroundHit } from "./quotedPart";
import { idfOf, type Idf } from "../similarity/rarity";
import { sentimentOf } from "../sentiment/sentiment";
import type { Situation, SituationPassage } from "../events/situation";
import { stemOf } from "../language/stem";
import { isStopWord } from "../language/stopWords";
import { termsOf, tokensOf } from "../language/tokens";
import { bringsUpToDate } from "../memory/updates";
import { isTellingTerm, tellingStem } from "../language/weakWords";
import { lengthOf } from "../language/wording";

/** Something on record, by the words of it that bear most. */
export interface OnRecord {
  /** The sentence that bears on the text, or all of a text whose sentences together do so more. */
  readonly text: string;
  /** How much it shares with the text, for choosing among several. */
  readonly bearing: number;
  /** The place of a passage among `Situation.knowledge`, from 1; absent for anything else. */
  readonly passage?: number;
}

/** What is on record of a question. */
export interface Answer {
  /** What was said of it; of several that bear alike the newest, and of one matter what holds now. */
  readonly told: { readonly text: string; readonly at: number } | null;
  /** What was told later, or in the same tick, of the very matter, and may have changed it; the newest. */
  readonly since: { readonly text: string; readonly at: number } | null;
  /** What a document says of it. */
  readonly known: OnRecord | null;
}

/** A text is compared by its beginning. */
const READ_LENGTH = 2000;
/** What is quoted of a document at most. */
const QUOTED_LENGTH = 200;
/** A question that "yes" doesn't answer: what has none but its own words answers nothing. */
const OPEN = /\b(?:who|whom|whose|what|when|where|why|which|how)\b/iu;
const NOTHING_ADDED = 0.3;
/** What some questions ask for, and how it looks. */
const WANTED: readonly (readonly [RegExp, RegExp])[] = [
  [/\bhow long\b/iu, /\b(?:second|minute|hour|day|night|week|month|year)s?\b/iu],
  [/\bhow (?:much|many|old|far|high|tall|wide|deep|often)\b|\b(?:price|cost)\b/iu, /\p{N}/u],
  [
    /\b(?:when|what (?:time|day|date)|which day)\b/iu,
    /\p{N}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu,
  ],
];
const WANTED_WORTH = 0.25;
/** A text that a document is about, and nothing else of, bears as two words do. */
const TITLED = 2;
/** What stands before, after or without a thing is another answer; too little to bear by itself. */
const RELATIONS = new Set("before after during without until since within under over between".split(" "));
const RELATION_WORTH = 0.25;
/** What has all words of a question, common ones too, bears before what is but about the same thing. */
const EVERY_WORD = 4;
/** Asks for reasons: what is told of the same hour may be one, though it shares but a word. */
const FOR_REASONS = /\b(?:why|how come|what (?:made|makes|caused|causes|led))\b/iu;
const REASON_MS = 7 * 24 * 3_600_000;

/** Words that anything may share count little beside those that tell what a text is about. */
const WEAK_SHARE = 0.3;
const plainly = idfOf(0, () => 0);
const tellingly: Idf = (term) =>
  plainly(term) * (isTellingTerm(term) || /\p{N}/u.test(term) ? 1 : WEAK_SHARE);

/** A text that somebody may be told, with what it shares with the question. */
interface Entry {
  readonly text: string;
  readonly at: number;
  /** What was said comes before what the agent made of it, and that before what its log says. */
  readonly rank: number;
  readonly weight: number;
}

/** What the agent has on record that answers `question`. The question itself may be among the events. */
export function answerTo(question: string, situation: Situation): Answer {
  const asked = { about: aboutOf(question), asks: true };
  const entries = [
    ...situation.events.map(({ content, receivedAt }) => ({ text: content, at: receivedAt, rank: 0 })),
    ...situation.memories.map(({ content, own, createdAt }) => ({
      text: withoutFrame(content),
      at: createdAt,
      rank: own ? 1 : 0,
    })),
    ...situation.logs.flatMap(({ summary, timestamp }) =>
      quotationsOrAll(summary).map((text) => ({ text, at: timestamp, rank: 2 })),
    ),
  ]
    // That something was asked is no answer.
    .filter(({ text }) => !text.includes(question) && !isQuestion(text))
    .map((entry) => ({
      ...entry,
      weight:
        weightFor(asked, aboutOf(entry.text)) + (saysEveryWordOf(question, entry.text) ? EVERY_WORD : 0),
    }));
  const bearing = entries.filter(({ weight }) => weight > 0);
  const [best] = (
    bearing.length > 0 ? bearing : reasonsFor(question, asked.about, entries, situation.now)
  ).sort((a, b) => a.rank - b.rank || b.weight - a.weight || b.at - a.at);
  const told = best === undefined ? null : holdingNow(best, entries, situation.timeZone);
  return {
    told,
    since: told === null ? null : toldSince(told, bearing),
    known: nearest(passagesOn(asked, situation.knowledge, question)),
  };
}

/** The newest of what was told later, or in the same tick, and shares more with `told` than a name. */
function toldSince(told: Entry, bearing: readonly Entry[]): Entry | null {
  const about = aboutOf(told.text);
  const later = bearing.filter(
    ({ rank, at, text }) =>
      rank === 0 &&
      at >= told.at &&
      text !== told.text &&
      weightOfShared(sharedBy(about, aboutOf(text))) > NAME_WORTH,
  );
  return later.sort((a, b) => b.at - a.at)[0] ?? null;
}

/** What a summary quotes: "A note stands out …" says nothing of the matter. */
function quotationsOrAll(summary: string): string[] {
  const quotations = [...summary.matchAll(/“([^”]+)”/gu)].flatMap(([, said]) => said ?? []);
  return quotations.length > 0 ? quotations : [summary];
}

/** What a question asks for rather than is about: "What time does the choir meet?" */
const ASKED_FOR = new Set("time day date hour kind sort many much long often exactly".split(" "));

/** Whether a text has all words of a question, the common ones too, if one of them tells what it is about: "Where do I buy flour?" */
function saysEveryWordOf(question: string, text: string): boolean {
  const words = contentWords(question).filter((word) => !ASKED_FOR.has(word));
  const said = new Set(contentWords(text));
  return (
    words.length >= 2 &&
    words.some((word) => tellingStem(word) !== null) &&
    words.every((word) => said.has(word))
  );
}

function contentWords(text: string): string[] {
  const stems = tokensOf(text.slice(0, READ_LENGTH))
    .filter((token) => !isStopWord(token))
    .map((token) => stemOf(regularForm(token.replace(/'s$/u, ""))));
  return [...new Set(stems)];
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

/** Whether `text`, which is itself no question, says something of all that `question` is about, if that is more than one thing. */
export function saysAllOf(question: string, text: string): boolean {
  const about = aboutOf(question);
  const { names, words, figures } = sharedBy(about, aboutOf(text));
  const needs = about.words.size + about.figures.size;
  return !isQuestion(text) && needs >= 2 && names.length + words.length + figures.length >= needs;
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

/** The passage of knowledge that bears most on any of these texts; null where none does. */
export function nearestPassage(
  texts: readonly string[],
  knowledge: readonly SituationPassage[],
): OnRecord | null {
  return nearest(
    texts.flatMap((text) => {
      const about = aboutOf(text.slice(0, READ_LENGTH));
      return passagesOn({ about, asks: questionIn(text) !== null }, knowledge, text.slice(0, READ_LENGTH));
    }),
  );
}

/** What is looked up, and whether it is a question, which wants all that it is about. */
interface Sought {
  readonly about: About;
  readonly asks: boolean;
}

/** How much a text answers; 0 where it does not bear. All that a question is about, if that is more than one thing, is enough. */
function weightFor({ about, asks }: Sought, text: About): number {
  const shared = sharedBy(about, text);
  const needs = about.words.size + about.figures.size;
  const found = shared.words.length + shared.figures.length;
  const all = asks && needs >= 2 && shared.words.length >= 1 && found >= needs;
  return all || bears(shared) ? weightOfShared(shared) : 0;
}

function passagesOn(sought: Sought, knowledge: readonly SituationPassage[], written: string): OnRecord[] {
  const asked = profileOf(written);
  const relations = relationsIn(written);
  return knowledge.flatMap(({ title, heading = "", columns = "", text }, i) => {
    const read = text.slice(0, READ_LENGTH).trim();
    const weight = passageWeight(
      sought,
      [title, heading, ...headingsIn(read)].join(". "),
      `${columns}\n${read}`,
    );
    if (weight === 0) return [];
    const sentences = sentencesOf(read, columns);
    const best = bestSentence(written, asked, relations, title, read, sentences);
    // Of documents that share as much, the one that has a sentence for it.
    return best === null ? [] : [{ text: best.text, bearing: weight + best.bearing, passage: i + 1 }];
  });
}

/**
 * A document is about what its title and headings name: one telling word of them is enough for what came in, and for a
 * question where nothing else is asked for but names, which documents rarely know. So is the very subject of what came
 * in. A name that only stands in its text is not enough.
 */
function passageWeight(sought: Sought, title: string, text: string): number {
  const { about, asks } = sought;
  const [headed, whole] = [aboutOf(title), aboutOf(`${title}. ${text}`)];
  const shared = sharedBy(about, whole);
  const named = new Set([...about.names.keys()].map(tellingStem));
  const telling = [...about.words].filter((word) => !named.has(word));
  const isKnown = shared.words.length > 0 || sharedBy(about, headed).names.length > 0;
  const isTitled =
    telling.some((word) => headed.words.has(word)) &&
    (!asks ||
      (telling.every((word) => whole.words.has(word)) && about.figures.size === shared.figures.length));
  const isSubject = about.subject !== null && whole.words.has(about.subject);
  return Math.max(isKnown ? weightFor(sought, whole) : 0, isTitled ? TITLED : 0, isSubject ? 1 : 0);
}

function nearest(found: readonly OnRecord[]): OnRecord | null {
  const [best] = [...found].sort((a, b) => b.bearing - a.bearing);
  return best ?? null;
}

/** Of the sentences of a text what bears most; all of a short one where that holds more of what is asked than any of them. Null where it is a table none of whose rows has anything to do with it. */
function bestSentence(
  written: string,
  asked: Profile,
  relations: ReadonlySet<string>,
  title: string,
  text: string,
  sentences: readonly DocumentSentence[],
): { text: string; bearing: number } | null {
  const wanted = wantedBy(written);
  const known = new Set([...asked.counts.keys(), ...termsOf(title)]);
  const bearing = (one: string, heading: string) =>
    Math.max(likeness(asked, one), heading === "" ? 0 : likeness(asked, `${heading}. ${one}`)) *
    (1 + RELATION_WORTH * [...relationsIn(one)].filter((word) => relations.has(word)).length) *
    (wanted?.test(one) === true ? 1 + WANTED_WORTH : 1) *
    (OPEN.test(written) && termsOf(one).every((term) => known.has(term)) ? NOTHING_ADDED : 1);
  const titled = new Set(termsOf([title, ...sentences.map(({ heading }) => heading)].join(". ")));
  const sought = [...asked.counts.keys()].filter((term) => isTellingTerm(term) && !titled.has(term));
  const answering = sentences.filter(({ row }) => row === undefined || answersInRow(row, asked, titled));
  if (answering.length === 0 && sentences.length > 0) return null;
  const held = heldOf(sought, text);
  const isWhole =
    lengthOf(text) <= QUOTED_LENGTH && sentences.every((one) => heldOf(sought, one.text) < held);
  const whole: DocumentSentence[] = isWhole ? [{ text, heading: "" }] : [];
  const best = [...whole, ...answering]
    .map((one) => ({ text: one.text, bearing: bearing(readingOf(one), one.heading) }))
    .reduce((most, one) => (one.bearing > most.bearing ? one : most), { text, bearing: -1 });
  return { ...best, text: aroundHit(best.text, written, QUOTED_LENGTH) };
}

/** Whether a row may answer: by its own values, but where nothing is asked for besides what titles and the names of columns say. */
function answersInRow({ columns, values }: Row, asked: Profile, titled: ReadonlySet<string>): boolean {
  const own = new Set(termsOf(values));
  const named = new Set([...titled, ...termsOf(columns)]);
  const keys = [...asked.counts.keys()].filter((term) => isTellingTerm(term) || /\p{N}/u.test(term));
  return keys.some((term) => own.has(term)) || keys.every((term) => named.has(term));
}

/** What a sentence is compared by. */
function readingOf({ text, row }: DocumentSentence): string {
  return row === undefined ? text : `${row.columns}\n${row.values}`;
}

/** How many of the terms a text has. */
function heldOf(terms: readonly string[], text: string): number {
  const { counts } = profileOf(text);
  return terms.filter((term) => counts.has(term)).length;
}

/** What an answer to the question has in it; null where nothing tells. */
function wantedBy(question: string): RegExp | null {
  return WANTED.find(([asking]) => asking.test(question))?.[1] ?? null;
}

function relationsIn(text: string): Set<string> {
  return new Set(tokensOf(text).filter((token) => RELATIONS.has(token)));
}

/** 0 where two texts share no word but numbers: "at 2" does not answer "what is 2 + 2". */
function likeness(asked: Profile, text: string): number {
  const profile = profileOf(text);
  const sharesWord = [...asked.counts.keys()].some((term) => /\p{L}/u.test(term) && profile.counts.has(term));
  return sharesWord ? rawSimilarity(asked, profile, tellingly) : 0;
}

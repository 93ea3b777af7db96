/** What the agent has on record that bears on a text, without a model: what it was given to know, memories, its log. */
import { aboutOf, bears, NAME_WORTH, sharedBy, weightOfShared, type About } from "./bearing";
import { questionIn } from "./eventWords";
import { withoutFrame } from "./frames";
import { regularForm } from "./irregularForms";
import { profileOf, rawSimilarity, type Profile } from "./lexical";
import { isQuestion } from "./questions";
import { idfOf } from "./rarity";
import { SENTENCE_BREAK } from "./sentenceEnds";
import { sentimentOf } from "./sentiment";
import type { Situation, SituationPassage } from "./situation";
import { stemOf } from "./stem";
import { isStopWord } from "./stopWords";
import { tokensOf } from "./tokens";
import { bringsUpToDate } from "./updates";
import { tellingStem } from "./weakWords";

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
const HEADING = /^#{1,6}\s+(.+?)(?:\s+#+)?\s*$/;
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

const plainly = idfOf(0, () => 0);

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
  return knowledge.flatMap(({ title, heading = "", text }, i) => {
    const read = text.slice(0, READ_LENGTH).trim();
    const weight = passageWeight(sought, [title, heading, ...headingsIn(read)].join(". "), read);
    if (weight === 0) return [];
    const { text: said, bearing } = bestSentence(asked, relations, read);
    // Of documents that share as much, the one that has a sentence for it.
    return [{ text: said, bearing: weight + bearing, passage: i + 1 }];
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

/** Of a text and its sentences, what bears most; of equals the text as a whole. */
function bestSentence(
  asked: Profile,
  relations: ReadonlySet<string>,
  text: string,
): { text: string; bearing: number } {
  const bearing = (one: string, heading: string) =>
    Math.max(likeness(asked, one), heading === "" ? 0 : likeness(asked, `${heading}. ${one}`)) *
    (1 + RELATION_WORTH * [...relationsIn(one)].filter((word) => relations.has(word)).length);
  return [{ text, heading: "" }, ...sentencesOf(text)]
    .map((one) => ({ text: one.text, bearing: bearing(one.text, one.heading) }))
    .reduce((best, one) => (one.bearing > best.bearing ? one : best));
}

function relationsIn(text: string): Set<string> {
  return new Set(tokensOf(text).filter((token) => RELATIONS.has(token)));
}

/** The sentences of a text, each with the heading it stands under. A heading says what they are about, and nothing itself. */
function sentencesOf(text: string): { text: string; heading: string }[] {
  let heading = "";
  return text.split(/\n+/).flatMap((line) => {
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) {
      heading = title;
      return [];
    }
    return line
      .split(SENTENCE_BREAK)
      .filter((sentence) => sentence.trim() !== "")
      .map((sentence) => ({ text: sentence, heading }));
  });
}

function headingsIn(text: string): string[] {
  return text.split(/\n+/).flatMap((line) => HEADING.exec(line)?.[1] ?? []);
}

/** 0 where two texts share no word but numbers: "at 2" does not answer "what is 2 + 2". */
function likeness(asked: Profile, text: string): number {
  const profile = profileOf(text);
  const sharesWord = [...asked.counts.keys()].some((term) => /\p{L}/u.test(term) && profile.counts.has(term));
  return sharesWord ? rawSimilarity(asked, profile, plainly) : 0;
}

/** What a theme is called and said to be without a model: by extraction from its members. */
import { profileOf, tfIdfCosine } from "../ranking/lexical";
import { UNCOUNTED } from "../ranking/idf";
import { parsedText } from "../text/parsedText";
import { counted, excerpt, listed, oneLine, quoted, sentenceCase } from "../text/phrasing";
import { termsOf } from "../text/tokens";
import { calendarDay } from "../time/calendarDay";
import type { WordVector } from "./wordVector";

/** Members that are read, spread evenly over all; more of them change few words. */
export const MOST_READ = 16;
/** UTF-16 units that are read of each: what a text is about shows in its beginning. */
export const READ_LENGTH = 2_000;
/** More phrases make a list, not a label. */
const MOST_PHRASES = 2;
/** A phrase of the label stands in at least this share of the members that are read, and in two. */
const LEAST_SHARE = 0.25;
/** What is longer is no word but a sentence in a script without spaces. */
const LONGEST_WORD = 24;
const LABEL_LENGTH = 80;
const MOST_QUOTED = 2;
const QUOTED_LENGTH = 220;
/** Members more alike than this say the same, and one of them is quoted. */
const SAME = 0.8;

/** A member as it is quoted. */
export interface ThemeText {
  readonly text: string;
  /** In ms since the epoch. */
  readonly createdAt: number;
}

interface Phrase {
  readonly terms: readonly string[];
  readonly spellings: Map<string, number>;
  holders: number;
}

/**
 * The one or two phrases that tell most of a theme, as its members write them: names, words and pairs of words, each as
 * heavy as its terms are in the sum of the members' vectors and as often as members hold it. Never empty.
 */
export function themeLabel(members: readonly ThemeText[], { terms, weights }: WordVector): string {
  const weightOf = new Map(terms.map((term, i) => [term, weights[i] ?? 0]));
  const scored = [...phrasesOf(members.map(({ text }) => text)).values()]
    .filter(({ holders }) => holders >= Math.max(2, LEAST_SHARE * members.length))
    .map((phrase) => ({
      phrase,
      score: phrase.holders * sum(phrase.terms.map((term) => weightOf.get(term) ?? 0)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const chosen: Phrase[] = [];
  for (const { phrase } of scored) {
    if (chosen.length === MOST_PHRASES) break;
    if (!chosen.some((other) => other.terms.some((term) => phrase.terms.includes(term)))) chosen.push(phrase);
  }
  const label = listed(chosen.map(({ spellings }) => mostFrequent(spellings)));
  return sentenceCase(excerpt(label === "" ? (members[0]?.text ?? "") : label, LABEL_LENGTH)) || "Untitled";
}

/** What may stand in a label, by its terms. */
function phrasesOf(texts: readonly string[]): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>();
  for (const text of texts) {
    const seen = new Set<string>();
    const note = (written: string, terms: readonly string[]): void => {
      const key = terms.join(" ");
      if (key === "" || seen.has(key)) return;
      seen.add(key);
      const phrase = phrases.get(key) ?? { terms, spellings: new Map<string, number>(), holders: 0 };
      phrase.holders += 1;
      phrase.spellings.set(written, (phrase.spellings.get(written) ?? 0) + 1);
      phrases.set(key, phrase);
    };
    for (const name of parsedText(text).names) note(name, termsOf(name));
    for (const stretch of oneLine(text).split(STRETCH)) {
      const words = stretch.split(" ").map((written) => ({ written, terms: contentTerms(written) }));
      words.forEach(({ written, terms }, i) => {
        const next = words[i + 1];
        if (terms.length !== 1) return;
        note(written, terms);
        if (next?.terms.length === 1) note(`${written} ${next.written}`, [...terms, ...next.terms]);
      });
    }
  }
  return phrases;
}

/** Where a phrase can't go on. */
const STRETCH = /[^\p{L}\p{M}\p{N}'’ -]+/u;

/** The terms of one word; none of a function word, a number, or what is no word. */
function contentTerms(written: string): string[] {
  // Beside a content word, a function word has no term of its own.
  const terms =
    written.length > LONGEST_WORD || !/\p{L}/u.test(written) ? [] : termsOf(`${written} ${ANCHOR}`);
  return terms.filter((term) => term !== ANCHOR);
}

/** A term that is a word of its own and that nobody writes. */
const ANCHOR = "zzqx";

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [first] = [...spellings].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? "";
}

/**
 * How many memories there are, of which days, and the most central of them, quoted. `members` in the order of time, of
 * `size` altogether that were made from `from` to `to`.
 */
export function themeSummary(
  members: readonly ThemeText[],
  { terms, weights }: WordVector,
  { size, from, to, timeZone }: { size: number; from: number; to: number; timeZone: string },
): string {
  const weightOf = new Map(terms.map((term, i) => [term, weights[i] ?? 0]));
  const central = members
    .map(({ text }) => ({ text, profile: profileOf(text) }))
    .map(({ text, profile }) => {
      const held = sum([...profile.counts.keys()].map((term) => weightOf.get(term) ?? 0));
      // A long text holds more: what counts is how much of it is about the theme.
      return { text, profile, score: profile.length === 0 ? 0 : held / Math.sqrt(profile.length) };
    })
    .sort((a, b) => b.score - a.score);
  const told: typeof central = [];
  for (const one of central) {
    if (told.length === MOST_QUOTED) break;
    if (told.every(({ profile }) => tfIdfCosine(profile, one.profile, UNCOUNTED) < SAME)) told.push(one);
  }
  const [first, last] = [calendarDay(from, timeZone), calendarDay(to, timeZone)];
  const days = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const quotes = told.map(({ text }) => quoted(text, QUOTED_LENGTH)).join(" · ");
  return `${sentenceCase(counted(size, "memory").replace(/memorys$/u, "memories"))} ${days}, such as ${quotes}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

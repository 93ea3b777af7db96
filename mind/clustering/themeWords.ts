/** What a theme is called and said to be without a model: by extraction from its members. */
import { UNCOUNTED } from "../ranking/idf";
import { profileOf, tfIdfCosine } from "../ranking/lexical";
import { parsedText } from "../text/parsedText";
import { counted, excerpt, listed, oneLine, quoted, sentenceCase } from "../text/phrasing";
import { isStopWord } from "../text/stopWords";
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

interface Phrase {
  readonly terms: readonly string[];
  readonly spellings: Map<string, number>;
  holders: number;
}

/**
 * The one or two phrases that tell most of a theme, as its members write them: names, words and pairs of words, each as
 * heavy as its terms are in the sum of the members' vectors and as often as members hold it. Never empty.
 */
export function themeLabel(texts: readonly string[], sum: WordVector): string {
  const ranked = [...phrasesIn(texts)]
    .filter(({ holders }) => holders >= Math.max(2, LEAST_SHARE * texts.length))
    .map((phrase) => ({ ...phrase, score: phrase.holders * weightOf(phrase.terms, sum) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const chosen: Phrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length === MOST_PHRASES) break;
    if (!chosen.some(({ terms }) => terms.some((term) => phrase.terms.includes(term)))) chosen.push(phrase);
  }
  const label = listed(chosen.map(({ spellings }) => mostFrequent(spellings)));
  return sentenceCase(excerpt(label === "" ? (texts[0] ?? "") : label, LABEL_LENGTH)) || "Untitled";
}

/** What may stand in a label, each once. */
function phrasesIn(texts: readonly string[]): Iterable<Phrase> {
  const phrases = new Map<string, Phrase>();
  for (const text of texts) {
    const written = new Map(parsedText(text).names.map((name) => [termsOf(name).join(" "), name]));
    for (const stretch of oneLine(text).split(STRETCH)) {
      const words = stretch.split(" ").map((word) => ({ word, term: contentTerm(word) }));
      for (const [i, { word, term }] of words.entries()) {
        const next = words[i + 1];
        if (term === "") continue;
        if (!written.has(term)) written.set(term, word);
        const pair = `${term} ${next?.term ?? ""}`;
        if (next !== undefined && next.term !== "" && !written.has(pair))
          written.set(pair, `${word} ${next.word}`);
      }
    }
    for (const [key, spelling] of written) {
      const phrase = phrases.get(key) ?? {
        terms: key.split(" "),
        spellings: new Map<string, number>(),
        holders: 0,
      };
      phrase.holders += 1;
      phrase.spellings.set(spelling, (phrase.spellings.get(spelling) ?? 0) + 1);
      phrases.set(key, phrase);
    }
  }
  return phrases.values();
}

/** Where a phrase can't go on. */
const STRETCH = /[^\p{L}\p{M}\p{N}'’ -]+/u;

/** The term of a word; empty for a function word, a number, or what is no single word. */
function contentTerm(word: string): string {
  if (word.length > LONGEST_WORD || !/\p{L}/u.test(word)) return "";
  if (isStopWord(word.toLowerCase().replace(/['’].*$/u, ""))) return "";
  const [term = "", ...others] = termsOf(word);
  return others.length > 0 ? "" : term;
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** How many memories there are, of which days (ms since the epoch), and the most central of `texts`, quoted. */
export function themeSummary(
  texts: readonly string[],
  sum: WordVector,
  { size, from, to, timeZone }: { size: number; from: number; to: number; timeZone: string },
): string {
  const central = texts
    .map((text) => ({ text, profile: profileOf(text) }))
    // A long text holds more: what counts is how much of it is about the theme.
    .map((one) => ({
      ...one,
      score: weightOf([...one.profile.counts.keys()], sum) / Math.sqrt(1 + one.profile.length),
    }))
    .sort((a, b) => b.score - a.score);
  const told: typeof central = [];
  for (const one of central)
    if (
      told.length < MOST_QUOTED &&
      told.every(({ profile }) => tfIdfCosine(profile, one.profile, UNCOUNTED) < SAME)
    )
      told.push(one);
  const [first, last] = [calendarDay(from, timeZone), calendarDay(to, timeZone)];
  const days = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const quotes = told.map(({ text }) => quoted(text, QUOTED_LENGTH)).join(" · ");
  return `${sentenceCase(counted(size, "memory").replace(/memorys$/u, "memories"))} ${days}, such as ${quotes}`;
}

/** What terms weigh in a sum together. */
function weightOf(terms: readonly string[], { terms: known, weights }: WordVector): number {
  return terms.reduce((total, term) => total + (weights[known.indexOf(term)] ?? 0), 0);
}

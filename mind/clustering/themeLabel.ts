/** A theme's label without a model: extracted from its members. */
import { UNCOUNTED } from "../ranking/idf";
import { profileOf, tfIdfCosine } from "../ranking/lexical";
import { parsedText } from "../text/parsedText";
import { counted, excerpt, listed, oneLine, quoted, sentenceCase } from "../text/phrasing";
import { isStopWord } from "../text/stopWords";
import { termsOf } from "../text/tokens";
import { calendarDay } from "../time/calendarDay";
import type { TermVector } from "./termVector";

/** Members to sample, spread evenly; more would change few labels. */
export const MAX_SAMPLED = 16;
/** UTF-16 units to read of each: the beginning shows the subject. */
export const SAMPLE_LENGTH = 2_000;
const MAX_PHRASES = 2;
/** A phrase in the label occurs in this share of the sample at least, and in two texts. */
const MIN_SHARE = 0.25;
/** Anything longer is a sentence in a script without spaces. */
const MAX_WORD_LENGTH = 24;
const LABEL_LENGTH = 80;
const MAX_QUOTED = 2;
const QUOTED_LENGTH = 220;
/** Members more similar than this say the same; one of them is quoted. */
const SAME_COSINE = 0.8;

interface Phrase {
  readonly terms: readonly string[];
  readonly spellings: Map<string, number>;
  /** How many of the texts have it. */
  count: number;
}

/**
 * The one or two most typical phrases, as the members write them: names, words and pairs of words, scored by their terms'
 * weight in the cluster's term vector times the number of texts that have them. Never empty.
 */
export function extractTheme(texts: readonly string[], cluster: TermVector): string {
  const ranked = [...phrasesIn(texts)]
    .filter(({ count }) => count >= Math.max(2, MIN_SHARE * texts.length))
    .map((phrase) => ({ ...phrase, score: phrase.count * weightOf(phrase.terms, cluster) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const chosen: Phrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length === MAX_PHRASES) break;
    if (!chosen.some(({ terms }) => terms.some((term) => phrase.terms.includes(term)))) chosen.push(phrase);
  }
  const label = listed(chosen.map(({ spellings }) => mostFrequent(spellings)));
  return sentenceCase(excerpt(label === "" ? (texts[0] ?? "") : label, LABEL_LENGTH)) || "Untitled";
}

/** The candidates for a label, each once. */
function phrasesIn(texts: readonly string[]): Iterable<Phrase> {
  const phrases = new Map<string, Phrase>();
  for (const text of texts) {
    const written = new Map(parsedText(text).names.map((name) => [termsOf(name).join(" "), name]));
    for (const stretch of oneLine(text).split(PHRASE_BREAK)) {
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
        count: 0,
      };
      phrase.count += 1;
      phrase.spellings.set(spelling, (phrase.spellings.get(spelling) ?? 0) + 1);
      phrases.set(key, phrase);
    }
  }
  return phrases.values();
}

/** Characters that end a phrase. */
const PHRASE_BREAK = /[^\p{L}\p{M}\p{N}'’ -]+/u;

/** The term of a word; empty for a stop word, a number, or anything but a single word. */
function contentTerm(word: string): string {
  if (word.length > MAX_WORD_LENGTH || !/\p{L}/u.test(word)) return "";
  if (isStopWord(word.toLowerCase().replace(/['’].*$/u, ""))) return "";
  const [term = "", ...others] = termsOf(word);
  return others.length > 0 ? "" : term;
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** The number of memories, their days (`from` and `to` in ms since the epoch), and quotes of the most central texts. */
export function extractSummary(
  texts: readonly string[],
  cluster: TermVector,
  { size, from, to, timeZone }: { size: number; from: number; to: number; timeZone: string },
): string {
  const central = texts
    .map((text) => {
      const profile = profileOf(text);
      // Divided by length: what counts is how much of a text is about the theme.
      const score = weightOf([...profile.counts.keys()], cluster) / Math.sqrt(1 + profile.length);
      return { text, profile, score };
    })
    .sort((a, b) => b.score - a.score);
  const chosen: typeof central = [];
  for (const one of central)
    if (
      chosen.length < MAX_QUOTED &&
      chosen.every(({ profile }) => tfIdfCosine(profile, one.profile, UNCOUNTED) < SAME_COSINE)
    )
      chosen.push(one);
  const [first, last] = [calendarDay(from, timeZone), calendarDay(to, timeZone)];
  const days = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const quotes = chosen.map(({ text }) => quoted(text, QUOTED_LENGTH)).join(" · ");
  return `${sentenceCase(counted(size, "memory").replace(/memorys$/u, "memories"))} ${days}, such as ${quotes}`;
}

/** The sum of the terms' weights in a vector. */
function weightOf(terms: readonly string[], { terms: known, weights }: TermVector): number {
  return terms.reduce((total, term) => total + (weights[known.indexOf(term)] ?? 0), 0);
}

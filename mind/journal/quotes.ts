/** Quotations for text written without a model, and how two of them differ. */
import { contradictionBetween } from "../contradictions/contradiction";
import { tfIdfCosine, type Profile } from "../ranking/lexical";
import { UNCOUNTED } from "../ranking/idf";
import type { SharedTopic } from "../ranking/sharedTopics";
import { parsedText, type ParsedText } from "../text/parsedText";
import { listed, numberWord, partOf, quoted, sentenceCase } from "../text/phrasing";
import { plainText, termsOf } from "../text/tokens";

/** Code points per quotation. */
const QUOTE_LENGTH = 160;
/** From this tf-idf cosine on, two statements are about the same thing, so a difference in figures matters. */
const ALIKE = 0.3;
/** The most labels that name what texts share; more would say little. */
const MAX_LABELS = 3;

/** Quotes the sentence of `text` that shares most words with `about`; the first if several do. */
export function quoteOn(text: string, about: string): string {
  const { sentences } = parsedText(text);
  const terms = new Set(about === "" ? [] : termsOf(about));
  const held = (sentence: string) => new Set(termsOf(sentence).filter((term) => terms.has(term))).size;
  const [first = text, ...others] = terms.size === 0 ? [] : sentences;
  const best = others.reduce((most, one) => (held(one) > held(most) ? one : most), first);
  return quoted(terms.size === 0 || held(best) === 0 ? text : best, QUOTE_LENGTH);
}

/** The topics as a list, with words in quotation marks and names without: "Kiel, “harbour” and “fish”". At most three. */
export function labelsOf(topics: readonly SharedTopic[]): string {
  return listed(
    topics.slice(0, MAX_LABELS).map(({ label, isName }) => (isName ? plainName(label) : quoted(label, 40))),
  );
}

function plainName(label: string): string {
  return quoted(label, 80).slice(1, -1);
}

/** How the topics recur: "Kiel stands in three of the four memories, “harbour” in two." Empty without topics. */
export function recurrence(
  topics: readonly SharedTopic[],
  all: number,
  things: { one: string; many: string },
): string {
  const [first, ...others] = topics.slice(0, MAX_LABELS);
  if (first === undefined) return "";
  const rest = others.map((topic) => `, ${labelsOf([topic])} in ${numberWord(topic.texts.length)}`).join("");
  return sentenceCase(`${labelsOf([first])} stands in ${partOf(first.texts.length, all, things)}${rest}.`);
}

/**
 * The first two texts that contradict each other or differ only in figures, and how they differ; null without such a pair.
 */
export function firstDifference(
  texts: readonly ParsedText[],
): { readonly a: number; readonly b: number; readonly how: string } | null {
  for (const [a, one] of texts.entries())
    for (const [offset, other] of texts.slice(a + 1).entries()) {
      const how = differenceBetween(one, other);
      if (how !== null) return { a, b: a + 1 + offset, how };
    }
  return null;
}

function differenceBetween(a: ParsedText, b: ParsedText): string | null {
  if (plainText(a.text) === plainText(b.text)) return null;
  const contradiction = contradictionBetween(a, b);
  if (contradiction?.kind === "negation") return "one denies what the other says";
  if (contradiction?.kind === "antonym") return "one says the opposite of the other";
  const [only, other] = [without(a.numbers, b.numbers), without(b.numbers, a.numbers)];
  if (only.length === 0 || other.length === 0) return null;
  if (contradiction === null && tfIdfCosine(profile(a), profile(b), UNCOUNTED) < ALIKE) return null;
  return `the figures differ, ${listed(only)} against ${listed(other)}`;
}

function profile({ counts, terms }: ParsedText): Profile {
  return { counts, length: terms.length };
}

function without(numbers: readonly string[], others: readonly string[]): string[] {
  return [...new Set(numbers)].filter((number) => !others.includes(number)).slice(0, 4);
}

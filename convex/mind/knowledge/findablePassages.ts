/** The passages of a knowledge item as they are found: with its title and their heading, in terms. */
import { passagesOf } from "./passages";
import { countsOf, termsOf } from "../language/tokens";

export interface FindablePassage {
  /** In UTF-16 units of the content. */
  readonly start: number;
  readonly end: number;
  /** The heading under which it begins; empty where it brings its own or there is none. */
  readonly heading: string;
  readonly text: string;
  /** Of its `findableText`. */
  readonly terms: readonly string[];
}

/** What a passage is compared and embedded by: alone, it may not say what it is about. */
export function findableText(title: string, passage: { heading: string; text: string }): string {
  return [title, passage.heading, passage.text].filter((part) => part.trim() !== "").join("\n");
}

/** The passages of a content that say anything, in order. Linear in its length. */
export function findablePassages(title: string, content: string): FindablePassage[] {
  return passagesOf(content)
    .filter(({ text }) => text.trim() !== "")
    .map(({ start, end, heading, text }) => {
      const terms = termsOf(findableText(title, { heading, text }));
      return { start, end, heading, text, terms };
    });
}

/** What makes two passages of one item the same. */
export function wordingOf({ heading, text }: { heading: string; text: string }): string {
  return JSON.stringify([heading, text]);
}

/** The passages that say what none of `known` says. */
export function passagesBeyond(
  passages: readonly FindablePassage[],
  known: readonly { heading: string; text: string }[],
): FindablePassage[] {
  const wordings = new Set(known.map(wordingOf));
  return passages.filter((passage) => !wordings.has(wordingOf(passage)));
}

/** The `most` most frequent terms of all passages, the most frequent first; ties in the order of the text. */
export function frequentTerms(passages: readonly FindablePassage[], most: number): string[] {
  const counts = countsOf(passages.flatMap(({ terms }) => terms));
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([term]) => term);
}

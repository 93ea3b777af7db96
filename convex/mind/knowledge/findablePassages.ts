/** The passages of a knowledge item as they are found: with its title, their heading and their columns, in terms. */
import { namedLinesOf } from "../language/tableRows";
import { countsOf, termsOf } from "../../../mind/text/tokens";
import { passagesOf } from "./passages";

/** What a passage says, and what it stands under. */
export interface Wording {
  /** The heading under which it begins; empty where it brings its own or there is none. */
  readonly heading: string;
  /** The names of the columns of the table inside of which it begins; empty elsewhere. */
  readonly columns: string;
  readonly text: string;
}

export interface FindablePassage extends Wording {
  /** In UTF-16 units of the content. */
  readonly start: number;
  readonly end: number;
  /** Of its `findableText`. */
  readonly terms: readonly string[];
}

/** What a passage is compared and embedded by: alone, it may not say what it is about. */
export function findableText(title: string, { heading, columns, text }: Wording): string {
  return [title, heading, columns, text].filter((part) => part.trim() !== "").join("\n");
}

/** Of a row's terms so many may follow the names of its columns before these are said again: parts of a text are compared by themselves. */
const MOST_UNNAMED = 16;

/** The terms of a `findableText`, in order; rows of a table are said under the names of their columns, and their values apart. */
function findableTerms(title: string, passage: Wording): string[] {
  const { heading, columns, text } = passage;
  const lines = namedLinesOf(text, columns);
  if (lines.every(({ row }) => row === null)) return termsOf(findableText(title, passage));
  const terms = termsOf([title, heading].join("\n"));
  let unnamed = MOST_UNNAMED;
  for (const { text: line, columns: names, row } of lines) {
    const said = termsOf(row ?? line);
    if (row !== null && unnamed + said.length > MOST_UNNAMED) {
      terms.push(...termsOf(names));
      unnamed = 0;
    }
    terms.push(...said);
    unnamed += said.length;
  }
  return terms;
}

/** The passages of a content that say anything, in order. Linear in its length. */
export function findablePassages(title: string, content: string): FindablePassage[] {
  return passagesOf(content)
    .filter(({ text }) => text.trim() !== "")
    .map((passage) => ({ ...passage, terms: findableTerms(title, passage) }));
}

/** What makes two passages of one item the same. */
export function wordingOf({ heading, columns, text }: Wording): string {
  return JSON.stringify([heading, columns, text]);
}

/** The passages that say what none of `known` says. */
export function passagesBeyond(
  passages: readonly FindablePassage[],
  known: readonly Wording[],
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

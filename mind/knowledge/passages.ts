/** Splits a document into overlapping passages, each short enough to be found by what it says. */
import { cut } from "../prompts/sections";
import { countsOf, termsOf } from "../text/tokens";
import { boundariesOf, CUT, type Boundaries } from "./boundaries";

/** What a passage says, and what it stands under. */
export interface PassageContent {
  /** The heading of the section inside of which it begins; "" where it brings its own or there is none. */
  readonly heading: string;
  /** The row that names the columns of the table inside of which it begins; "" elsewhere. */
  readonly columns: string;
  /** `content.slice(start, end)` */
  readonly text: string;
}

/** A passage of a document, with its place in UTF-16 units. */
export interface Passage extends PassageContent {
  readonly start: number;
  readonly end: number;
}

/** A passage with the terms of its `findableText`. */
export interface FindablePassage extends Passage {
  readonly terms: readonly string[];
}

/**
 * Lengths in UTF-16 units. A thousand characters are two or three paragraphs, some 250 tokens of English: one subject, so
 * that its vector is not the mean of several, and well within the 512 tokens that small embedding models read.
 */
const TARGET_LENGTH = 1000;
export const MAX_LENGTH = 1200;
/** Under this a passage says too little by itself, unless a new section follows. */
const MIN_LENGTH = 600;
/** A section of this length is a passage of its own; shorter ones stand with the next. */
const MIN_SECTION = 200;
/** One or two sentences are repeated, so that "this" or "she" is found with what it refers to. */
export const MAX_OVERLAP = 200;
/** Where no sentence begins near enough, some words are. */
const MAX_WORD_OVERLAP = 60;
const HEADING_LENGTH = 160;
const COLUMNS_LENGTH = 400;

/**
 * The passages of `content` in order, but for blank ones. Together they hold every other character; each has at most
 * `MOST_LENGTH` units, no cut tears a surrogate pair, nor a word that would fit.
 */
export function passagesOf(content: string): Passage[] {
  const boundaries = boundariesOf(content);
  const passages: Passage[] = [];
  for (let start = 0, end = 0; end < content.length; start = nextStart(boundaries, end)) {
    end = endOf(boundaries, content, start);
    const text = content.slice(start, end);
    if (text.trim() === "") continue;
    const heading = boundaries.headings.findLast(({ at }) => at <= start);
    const table = boundaries.tables.find((rows) => rows.start <= start && start < rows.end);
    passages.push({
      start,
      end,
      text,
      heading: heading === undefined || heading.at === start ? "" : cut(heading.text, HEADING_LENGTH),
      columns: cut(table?.columns ?? "", COLUMNS_LENGTH),
    });
  }
  return passages;
}

/** Where the passage from `start` ends: with its section, else at the best cut, of equals the nearest to the target. */
function endOf({ cuts }: Boundaries, content: string, start: number): number {
  const furthest = Math.min(start + MAX_LENGTH, content.length);
  const section = cuts.subarray(0, furthest + 1).indexOf(CUT.heading, start + MIN_SECTION);
  if (section !== -1) return section;
  if (furthest === content.length) return furthest;
  let best = start + MIN_LENGTH;
  const off = (at: number) => Math.abs(at - start - TARGET_LENGTH);
  for (let at = best; at <= furthest; at += 1) {
    const better = (cuts[at] ?? 0) - (cuts[best] ?? 0);
    if (better > 0 || (better === 0 && off(at) < off(best))) best = at;
  }
  if (cuts[best] !== CUT.none) return best;
  // All of the window is one word: better to end before it, and only what fits nowhere is cut inside.
  for (let at = best - 1; at > start + MAX_OVERLAP; at -= 1) if (cuts[at] !== CUT.none) return at;
  return isSurrogatePair(content, furthest) ? furthest - 1 : furthest;
}

function isSurrogatePair(content: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(content.slice(at - 1, at + 1));
}

/**
 * Where the passage after one that ends at `end` begins: with its last sentences, but never across a heading. A row or a
 * line of code is not repeated.
 */
function nextStart({ cuts }: Boundaries, end: number): number {
  if (cuts[end] === CUT.heading) return end;
  let sentence = end;
  let word = end;
  for (let at = end - 1; at >= end - MAX_OVERLAP; at -= 1) {
    const cutHere = cuts[at] ?? CUT.none;
    if (cutHere >= CUT.sentence) sentence = at;
    if (cutHere >= CUT.word && at >= end - MAX_WORD_OVERLAP) word = at;
    if (cutHere === CUT.heading) break;
  }
  if (sentence < end) return sentence;
  return (cuts[end] ?? CUT.none) <= CUT.word ? word : end;
}

/** What a passage is compared and embedded by: alone, it may not say what it is about. */
export function findableText(title: string, { heading, columns, text }: PassageContent): string {
  return [title, heading, columns, text].filter((part) => part.trim() !== "").join("\n");
}

/** The passages of a document with their terms. */
export function findablePassages(title: string, content: string): FindablePassage[] {
  return passagesOf(content).map((passage) => ({
    ...passage,
    terms: termsOf(findableText(title, passage)),
  }));
}

/** The `most` most frequent terms of all passages, the most frequent first; ties in the order of the text. */
export function frequentTerms(passages: readonly FindablePassage[], most: number): string[] {
  const counts = countsOf(passages.flatMap(({ terms }) => terms));
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([term]) => term);
}

/** What makes two passages of one document the same. */
export function passageKey({ heading, columns, text }: PassageContent): string {
  return JSON.stringify([heading, columns, text]);
}

/** Splits a document into overlapping passages, each short enough to have one subject. */
import { cut } from "../promptText/sections";
import { countsOf, termsOf } from "../text/tokens";
import { boundariesOf, CUT, type Boundaries } from "./boundaries";

/** A passage's text with its context. */
export interface PassageContent {
  /** The heading above the passage; "" without one, or where the passage begins with it. */
  readonly heading: string;
  /** The header row of the table that the passage begins in; "" elsewhere. */
  readonly columns: string;
  /** `content.slice(start, end)` */
  readonly text: string;
}

/** A passage with its range in UTF-16 units. */
export interface Passage extends PassageContent {
  readonly start: number;
  readonly end: number;
}

/** A passage with the terms of its `findableText`. */
export interface FindablePassage extends Passage {
  readonly terms: readonly string[];
}

/**
 * In UTF-16 units, like all lengths here. A thousand characters are two or three paragraphs, some 250 tokens of English: one
 * subject, so that the vector is not a mean of several, and well within the 512 tokens that small embedding models read.
 */
const TARGET_LENGTH = 1000;
export const MAX_LENGTH = 1200;
/** A shorter passage says too little by itself, unless a new section follows. */
const MIN_LENGTH = 600;
/** A section of this length is a passage of its own; a shorter one is joined with the next. */
const MIN_SECTION = 200;
/** The last one or two sentences are repeated, so that "this" or "she" appears with its referent. */
export const MAX_OVERLAP = 200;
/** Repeated words, where no sentence begins near enough. */
const MAX_WORD_OVERLAP = 60;
const HEADING_LENGTH = 160;
const COLUMNS_LENGTH = 400;

/**
 * The passages of `content` in order. Together they cover everything but white space; each has at most `MAX_LENGTH` units, and
 * no cut splits a surrogate pair, or a word that would fit.
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

/** The end of the passage from `start`: that of its section, else the best cut; of equal ones the nearest to the target length. */
function endOf({ cuts }: Boundaries, content: string, start: number): number {
  const furthest = Math.min(start + MAX_LENGTH, content.length);
  const section = cuts.subarray(0, furthest + 1).indexOf(CUT.heading, start + MIN_SECTION);
  if (section !== -1) return section;
  if (furthest === content.length) return furthest;
  let best = start + MIN_LENGTH;
  const deviation = (at: number) => Math.abs(at - start - TARGET_LENGTH);
  for (let at = best; at <= furthest; at += 1) {
    const better = (cuts[at] ?? 0) - (cuts[best] ?? 0);
    if (better > 0 || (better === 0 && deviation(at) < deviation(best))) best = at;
  }
  if (cuts[best] !== CUT.none) return best;
  // A word longer than the window: end before it if possible, else cut inside it.
  for (let at = best - 1; at > start + MAX_OVERLAP; at -= 1) if (cuts[at] !== CUT.none) return at;
  return isSurrogatePair(content, furthest) ? furthest - 1 : furthest;
}

function isSurrogatePair(content: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(content.slice(at - 1, at + 1));
}

/**
 * The start of the passage after one that ends at `end`: it repeats the last sentences, but never across a heading, and no
 * table rows or lines of code.
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

/** The text by which a passage is searched and embedded: its context names the subject that the text may not. */
export function findableText(title: string, { heading, columns, text }: PassageContent): string {
  return [title, heading, columns, text].filter((part) => part.trim() !== "").join("\n");
}

export function findablePassages(title: string, content: string): FindablePassage[] {
  return passagesOf(content).map((passage) => ({
    ...passage,
    terms: termsOf(findableText(title, passage)),
  }));
}

/** The `limit` most frequent terms of all passages; ties in the order of the text. */
export function frequentTerms(passages: readonly FindablePassage[], limit: number): string[] {
  const counts = countsOf(passages.flatMap(({ terms }) => terms));
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([term]) => term);
}

/** Equal for passages of one document with the same content. */
export function passageKey({ heading, columns, text }: PassageContent): string {
  return JSON.stringify([heading, columns, text]);
}

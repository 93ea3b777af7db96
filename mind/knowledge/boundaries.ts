/** Where a document may be cut, and how well: at Markdown headings, paragraphs, sentences, lines or words. */
import { SENTENCE_BREAK } from "../text/sentences";

/** The quality of a cut before a character; higher is better. */
export const CUT = { none: 0, word: 1, line: 2, sentence: 3, paragraph: 4, heading: 5 } as const;

/** A heading and the start of its line. Offsets are in UTF-16 units. */
export interface Heading {
  readonly at: number;
  readonly text: string;
}

/** The rows of a Markdown table below its header row. */
export interface TableRows {
  readonly start: number;
  readonly end: number;
  readonly columns: string;
}

export interface Boundaries {
  /** The `CUT` before each character. */
  readonly cuts: Uint8Array;
  readonly headings: readonly Heading[];
  readonly tables: readonly TableRows[];
}

const SENTENCE_END = new RegExp(SENTENCE_BREAK.source, "gu");
const FENCE = /^ {0,3}(?:```|~~~)/u;
const HEADING = /^ {0,3}#{1,6}\s+(\S.*)$/u;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/u;
/** The line below a table's header row. */
const TABLE_RULE = /^[\s|:-]+$/u;

/** The boundaries of `content`. Linear in its length. */
export function boundariesOf(content: string): Boundaries {
  const cuts = new Uint8Array(content.length + 1);
  const mark = (at: number, cut: number) => (cuts[at] = cut);
  for (const { index, 0: space } of content.matchAll(/\s+/gu)) mark(index + space.length, CUT.word);
  for (const { index, 0: space } of content.matchAll(SENTENCE_END)) mark(index + space.length, CUT.sentence);
  const headings: Heading[] = [];
  const tables: TableRows[] = [];
  let fenced = false;
  let before: "blank" | "heading" | "text" = "blank";
  let row: string | null = null;
  for (const { at, end, line } of linesOf(content)) {
    const trimmed = line.trim();
    const isBlank = trimmed === "";
    const heading = fenced ? undefined : HEADING.exec(line)?.[1];
    const table = tables.at(-1);
    const isRow = !fenced && trimmed.length > 1 && trimmed.startsWith("|") && trimmed.endsWith("|");
    if (isRow && row !== null && TABLE_RULE.test(line)) tables.push({ start: end, end, columns: row });
    else if (isRow && table?.end === at) tables[tables.length - 1] = { ...table, end };
    row = isRow ? trimmed : null;
    if (heading !== undefined) headings.push({ at, text: heading.trim() });
    // A heading stays with the text below it.
    if (before === "heading") mark(at, CUT.none);
    else if (heading !== undefined) mark(at, CUT.heading);
    else if (fenced || isRow) mark(at, before === "blank" && !fenced ? CUT.paragraph : CUT.line);
    else if (before === "blank") mark(at, CUT.paragraph);
    else if (ITEM.test(line)) mark(at, CUT.sentence);
    else if ((cuts[at] ?? CUT.none) < CUT.sentence) mark(at, CUT.line);
    if (FENCE.test(line)) fenced = !fenced;
    if (!isBlank || before !== "heading")
      before = heading !== undefined ? "heading" : isBlank ? "blank" : "text";
  }
  return { cuts, headings, tables };
}

/** The lines of a text, each from `at` to `end`; `line` without the line break. */
function* linesOf(text: string): Generator<{ at: number; end: number; line: string }> {
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf("\n", at);
    const end = stop < 0 ? text.length : stop + 1;
    yield { at, end, line: text.slice(at, end).replace(/\r?\n$/u, "") };
    at = end;
  }
}

/** Where a text may be cut, and how well: after a heading's section, a paragraph, a line, a sentence, a clause, a word. */
import { BarTables, besides, type Block } from "./blocks";
import { delimitedTablesIn } from "./delimited";

/**
 * How good a cut before a position is; 0 is never. A cut at `character` tears a word, at `mark` what is written without a
 * space, as an address or a quotation mark and its word, at `word` a sentence.
 */
export const CUT = {
  never: 0,
  character: 1,
  mark: 2,
  word: 3,
  clause: 4,
  line: 5,
  sentence: 6,
  item: 7,
  paragraph: 8,
  heading: 9,
} as const;

/** What is known of a text's places. */
export interface Boundaries {
  /** For each UTF-16 offset 0 to length: how good a cut there is. */
  readonly cuts: Uint8Array;
  /** Code and tables, in order. Inside those of at most `wholeUpTo` units no cut is good. */
  readonly blocks: readonly Block[];
  /** Where headings begin, in order, and what they say. */
  readonly headings: readonly { readonly at: number; readonly text: string }[];
}

/** Words of scripts that write without spaces: nothing marks where one ends, so a cut between any two is a cut at a word. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hiragana}]$/u;
const WORD_PART = /^[\p{L}\p{M}\p{N}\p{Pc}'’\u200c]$/u;
/** What belongs to the character before it. */
const CONTINUES = /^[\p{M}\p{Emoji_Modifier}\u200c\u200d\u{e0020}-\u{e007f}]$/u;
const REGIONAL = /^\p{Regional_Indicator}$/u;
/** Vowels of Thai and Lao that are written before the consonant they are spoken after. */
const LEADING_VOWEL = /^[\u0e40-\u0e44\u0ec0-\u0ec4]$/u;

/** A sentence's end: its mark, closing quotation marks, white space. Only marks that mean nothing else need no space. */
const SENTENCE_END =
  /(?:(?<![.!?…])[.!?…]+[\p{Pf}\p{Pe}"'*_]{0,4}\s+|(?![.!?…])\p{Sentence_Terminal}+[\p{Pf}\p{Pe}"']{0,4}\s*)/gu;
/** A clause's end, with the space after it. */
const CLAUSE_END = /(?:[,;:–—]\s+|[、，；：،؛]\s*)/gu;
/** What ends in a full stop without ending a sentence: an initial, a numbered item, a common abbreviation. */
const NO_END =
  /(?:^|[\s("'“‘])(?:\p{Lu}|\d{1,3}|[a-z]|(?:\p{L}\.)+\p{L}|mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|cf|approx|inc|ltd|co|corp|no|nr|fig|vol|pp?|al|ca|bzw|usw|z\.\s?b|d\.\s?h)\.$/iu;

/** Whether the full stop that `text` ends with is an abbreviation's, an initial's or a numbered item's. */
export function endsAbbreviated(text: string): boolean {
  return NO_END.test(text);
}

const HEADING = /^ {0,3}(?:#{1,6}\s+(\S.*)|=+\s*(\S.*?)\s*=+\s*)$/u;
const ITEM = /^\s{0,12}(?:[-*+•‣–]|\d{1,3}[.)]|[a-z][.)])\s+\S/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The boundaries of `text`. Blocks longer than `wholeUpTo` UTF-16 units may be cut inside. Linear in the text's length. */
export function boundariesOf(text: string, wholeUpTo: number): Boundaries {
  const cuts = new Uint8Array(text.length + 1);
  markCharacters(text, cuts);
  for (const { index, 0: end } of text.matchAll(CLAUSE_END)) raise(cuts, index + end.length, CUT.clause);
  markSentences(text, cuts);
  const { blocks, headings } = markLines(text, cuts);
  for (const { start, end } of blocks) lowerInside(cuts, start, end, end - start <= wholeUpTo);
  return { cuts, blocks, headings };
}

/** A better cut takes the place of a worse one, but none falls inside a character. */
function raise(cuts: Uint8Array, at: number, cut: number): void {
  const present = cuts[at] ?? CUT.never;
  if (present !== CUT.never && cut > present) cuts[at] = cut;
}

function markCharacters(text: string, cuts: Uint8Array): void {
  let before = "";
  let indicators = 0;
  let at = 0;
  for (const character of text) {
    cuts[at] = cutBetween(before, character, indicators);
    indicators = REGIONAL.test(character) ? indicators + 1 : 0;
    before = character;
    at += character.length;
  }
  cuts[0] = CUT.never;
  cuts[text.length] = CUT.paragraph;
}

function cutBetween(before: string, after: string, indicators: number): number {
  if (before === "\r" && after === "\n") return CUT.never;
  // A mark at the beginning of a line has nothing that it belongs to.
  if (/^[\r\n]$/.test(before)) return CUT.word;
  if (before === "" || CONTINUES.test(after) || before === "\u200d") return CUT.never;
  // Flags are pairs of regional indicators.
  if (indicators % 2 === 1 && REGIONAL.test(after)) return CUT.never;
  if (/^\s$/u.test(before)) return CUT.word;
  // White space ends the word before it, and stays with it.
  if (/^\s$/u.test(after)) return CUT.character;
  if (IDEOGRAPH.test(before) && (IDEOGRAPH.test(after) || WORD_PART.test(after))) return CUT.word;
  if (LEADING_VOWEL.test(before)) return CUT.never;
  return WORD_PART.test(before) && WORD_PART.test(after) ? CUT.character : CUT.mark;
}

function markSentences(text: string, cuts: Uint8Array): void {
  for (const { index, 0: end } of text.matchAll(SENTENCE_END)) {
    const at = index + end.length;
    if (/^\.["'\p{Pf}\p{Pe}]*\s/u.test(end)) {
      if (/^\p{Ll}/u.test(text.slice(at, at + 2))) continue;
      if (endsAbbreviated(text.slice(Math.max(0, index - 12), index + 1))) continue;
    }
    raise(cuts, at, CUT.sentence);
  }
}

/** Marks the starts of lines, and finds headings and blocks, line by line. */
function markLines(text: string, cuts: Uint8Array): Pick<Boundaries, "blocks" | "headings"> {
  const blocks: Block[] = [];
  const headings: { at: number; text: string }[] = [];
  let blank = false;
  let fence: { mark: string; start: number } | null = null;
  const tables = new BarTables(blocks);
  let isUnderHeading = false;

  let at = 0;
  while (at < text.length) {
    const stop = text.indexOf("\n", at);
    const next = stop < 0 ? text.length : stop + 1;
    const line = text.slice(at, next);
    // What a line is shows at its beginning, which keeps a line of a hundred thousand characters cheap.
    const head = line.slice(0, 400).trimEnd();
    const mark = FENCE.exec(head)?.[1];
    const isBlank = head === "" && line.trim() === "";

    if (fence !== null) {
      raise(cuts, at, CUT.line);
      if (mark?.startsWith(fence.mark) === true && head.trim() === mark) {
        blocks.push({ start: fence.start, end: next });
        fence = null;
        raise(cuts, next, CUT.item);
      }
    } else if (mark !== undefined) {
      tables.end();
      fence = { mark, start: at };
      raise(cuts, at, isUnderHeading ? CUT.line : blank ? CUT.paragraph : CUT.item);
      isUnderHeading = false;
    } else if (!isBlank) {
      const heading = HEADING.exec(head);
      const title = (heading?.[1] ?? heading?.[2])?.replace(/\s+#+$/, "");
      if (title !== undefined) headings.push({ at, text: title });
      tables.read(title === undefined ? head : "", at, next);
      const own = title !== undefined ? CUT.heading : ITEM.test(head) ? CUT.item : CUT.line;
      // A heading stays with what it is over.
      raise(cuts, at, isUnderHeading ? CUT.line : blank ? Math.max(own, CUT.paragraph) : own);
      isUnderHeading = title !== undefined;
    } else {
      tables.end();
    }
    blank = isBlank;
    at = next;
  }
  tables.end();
  // A fence that is never closed runs to the end, as in Markdown.
  if (fence !== null) blocks.push({ start: fence.start, end: text.length });
  return { blocks: besides(blocks, delimitedTablesIn(text)), headings };
}

/** Inside a block only its lines are places to cut, and where it is to stay whole nothing is. */
function lowerInside(cuts: Uint8Array, start: number, end: number, whole: boolean): void {
  for (let at = start + 1; at < end; at++) {
    const cut = cuts[at] ?? CUT.never;
    if (whole) cuts[at] = CUT.never;
    else if (cut > CUT.line) cuts[at] = CUT.line;
    else if (cut > CUT.word && cut < CUT.line) cuts[at] = CUT.word;
  }
}

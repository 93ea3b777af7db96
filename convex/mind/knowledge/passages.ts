/** Long texts cut into overlapping passages at sense boundaries, each short enough to be found by what it says. */
import type { Block } from "../language/blocks";
import { boundariesOf, CUT, type Boundaries } from "../language/senseBoundaries";
import { cut } from "../../../mind/prompts/sections";

/** A passage; `text` is `content.slice(start, end)`, offsets in UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The heading under which the passage begins, "" where it brings its own or there is none: it says what "it" is. */
  readonly heading: string;
  /** The row that names the columns of the table inside of which the passage begins, as it stands in the content; "" elsewhere. */
  readonly columns: string;
}

/**
 * Lengths in UTF-16 units. A thousand characters are two or three paragraphs, some 250 tokens of English: one subject, so
 * that its vector is not the mean of several, well within the 512 tokens that small embedding models read, and short
 * enough to be shown in a prompt six at a time. Scripts with a token a character fit the larger models still.
 */
export const TARGET_LENGTH = 1000;
export const MOST_LENGTH = 1200;
/** Under this a passage says too little by itself, unless what follows is a new section or a block to be kept whole. */
const LEAST_LENGTH = 600;
/**
 * A section of this length stands alone: it has a heading that says what it is about, and two or three sentences under it, which
 * are worth a vector. Shorter ones stand with those after them.
 */
const LEAST_SECTION = 160;
/** What is left for the last passage when the one before it could have taken nearly all. */
const LEAST_LAST = 300;
/** One or two sentences are said twice, so that what refers back ("this", "she") is found with what it refers to. */
export const MOST_OVERLAP = 200;
const OVERLAP_SENTENCES = 2;
/** Where no sentence begins near enough, a clause or some words are said twice. */
const LEAST_OVERLAP = 60;
const HEADING_LENGTH = 160;

/**
 * The passages of `content`, in order; together they hold every character of it, each has at most `MOST_LENGTH` units,
 * and no cut falls inside a character, or inside a word that would fit. Code blocks and tables that fit stay whole. There
 * is no overlap across a heading, where the subject changes. Linear in the content's length. Empty content has none.
 */
export function passagesOf(content: string): Passage[] {
  const boundaries = boundariesOf(content, MOST_LENGTH);
  const blockAt = new Map(boundaries.blocks.map((block) => [block.start, block]));
  const passages: Passage[] = [];
  let headings = 0;
  let blocks = 0;
  let start = 0;
  let covered = 0;
  while (covered < content.length) {
    const end = endOf(boundaries, content, start, covered);
    while ((boundaries.headings[headings + 1]?.at ?? Infinity) <= start) headings += 1;
    const heading = boundaries.headings[headings];
    const above = heading !== undefined && heading.at < start ? cut(heading.text, HEADING_LENGTH) : "";
    while ((boundaries.blocks[blocks]?.end ?? Infinity) <= start) blocks += 1;
    const columns = columnsOver(start, boundaries.blocks[blocks]);
    passages.push({ start, end, text: content.slice(start, end), heading: above, columns });
    covered = end;
    start = nextStart(boundaries, start, end, blockAt.get(end));
  }
  return passages;
}

/** The names of the columns over a row at `start`, where `block` is the first that ends behind it. */
function columnsOver(start: number, block: Block | undefined): string {
  const columns = block?.columns;
  return columns !== undefined && start >= columns.rowsAt ? columns.text : "";
}

/** Where the passage from `start` ends: with its section, else at the best cut of a length that will do, of equals the nearest to the target. */
function endOf({ cuts }: Boundaries, content: string, start: number, covered: number): number {
  const { length } = content;
  const section = firstWith(
    cuts,
    Math.max(start + LEAST_SECTION, covered + 1),
    Math.min(start + MOST_LENGTH, length - LEAST_SECTION),
    CUT.heading,
  );
  if (section !== null) return section;
  if (length - start <= MOST_LENGTH) return length;
  const furthest = Math.min(start + MOST_LENGTH, Math.max(length - LEAST_LAST, start + LEAST_LENGTH));
  const nearest = Math.max(start + LEAST_LENGTH, covered + 1);
  let best = nearest;
  for (let at = nearest; at <= furthest; at++) {
    const [good, present] = [cuts[at] ?? CUT.never, cuts[best] ?? CUT.never];
    const closer = Math.abs(at - start - TARGET_LENGTH) < Math.abs(best - start - TARGET_LENGTH);
    if (good > present || (good === present && closer)) best = at;
  }
  if ((cuts[best] ?? CUT.never) >= CUT.word) return best;
  // All of the window is one word or one block: better to end before it, and only what fits nowhere is cut inside.
  return (
    lastWith(cuts, covered + 1, nearest, CUT.word) ??
    lastWith(cuts, furthest, start + MOST_LENGTH, CUT.word) ??
    lastWith(cuts, nearest, start + MOST_LENGTH, CUT.mark) ??
    lastWith(cuts, nearest, start + MOST_LENGTH, CUT.character) ??
    besidePair(content, start + MOST_LENGTH)
  );
}

/** The first place from `from` to `to` with a cut of at least this goodness. */
function firstWith(cuts: Uint8Array, from: number, to: number, least: number): number | null {
  for (let at = from; at <= to; at++) if ((cuts[at] ?? CUT.never) >= least) return at;
  return null;
}

/** The last place from `from` to `to` with a cut of at least this goodness. */
function lastWith(cuts: Uint8Array, from: number, to: number, least: number): number | null {
  for (let at = to; at >= from; at--) if ((cuts[at] ?? CUT.never) >= least) return at;
  return null;
}

/** `at`, or the place before it if a surrogate pair would be torn: for a heap of marks on one letter, which has no good place. */
function besidePair(content: string, at: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(content.slice(at - 1, at + 1)) ? at - 1 : at;
}

/** Where the passage after one that ends at `end` begins. `block`: one to be kept whole that begins there. */
function nextStart({ cuts }: Boundaries, start: number, end: number, block: Block | undefined): number {
  if (cuts[end] === CUT.heading) return end;
  const whole = block !== undefined && block.end - block.start <= MOST_LENGTH;
  const room = Math.min(MOST_OVERLAP, whole ? MOST_LENGTH - (block.end - block.start) : MOST_OVERLAP);
  const furthest = Math.max(start + 1, end - room);
  let sentences = 0;
  let begin = end;
  for (let at = end - 1; at >= furthest && sentences < OVERLAP_SENTENCES; at--) {
    if ((cuts[at] ?? CUT.never) < CUT.sentence) continue;
    sentences += 1;
    begin = at;
    if (cuts[at] === CUT.heading) break;
  }
  if (sentences > 0) return begin;
  for (const least of [CUT.clause, CUT.word]) {
    for (let at = furthest; at <= end - Math.min(LEAST_OVERLAP, room); at++) {
      if ((cuts[at] ?? CUT.never) >= least) return at;
    }
  }
  return end;
}

/** Figures that differ: of what is fixed they exclude each other, of what is read off each was right in its day. */
import {
  CHANGES,
  COMPARING,
  DESIGNATIONS,
  DUE,
  LENGTHS,
  LETTERED,
  ONCE,
  PARTS,
  PREMISES,
  READINGS,
  SCHEDULING,
  STRUCTURES,
} from "../language/statementWords";
import { numberIn } from "../language/tokens";
import { onOneDay } from "../time/toldTimes";
import { isOwn } from "./sameMatter";
import type { Asked, Contradiction, Pair } from "./statementPairs";
import type { Statement } from "./statements";

/** The same but for the numbers: of something lasting, or of one occasion. */
export function byFigures({ a, b, timing, anchored }: Pair, asked: Asked): Contradiction | null {
  if (a.numbers.length !== b.numbers.length || a.words.some(isComparing) || b.words.some(isComparing))
    return null;
  if (timing !== "same" && a.tense !== "past") return null;
  if (anchored) return "figures";
  return isLasting(a) && isLasting(b) && !isNewReading(a, b, asked) ? "figures" : null;
}

/**
 * Whether their figures may both have been right, each when it was told: on another day whatever is not surely fixed has
 * been read off anew, and what counts from the beginning of a day or a week on has gone on counting.
 */
export function isNewReading(a: Statement, b: Statement, { scope, told }: Asked): boolean {
  if (scope !== "ever" || told === undefined || (isFixed(a) && isFixed(b))) return false;
  if (!onOneDay(told)) return true;
  const [earlier, later] = told.a <= told.b ? [a, b] : [b, a];
  const [from, to] = [Number(earlier.numbers[0]), Number(later.numbers[0])];
  const isOfSpan = ({ circumstances }: Statement) => circumstances.has("near");
  return isOfSpan(a) && isOfSpan(b) && to > from;
}

/** Whether its numbers name something, or are of what is made once: "room 3", "the code is 4711", "212 pages". */
function isFixed({ subject, predicate, words, tense }: Statement): boolean {
  if (tense === "past" && predicate.some((stem) => ONCE.has(stem))) return true;
  if (subject.some((stem) => DESIGNATIONS.has(stem))) return true;
  const [verb = ""] = predicate;
  if (SCHEDULING.has(verb) || DUE.has(verb)) return true;
  if (words.some((word, i) => LETTERED.has(word) && isNumber(words[i + 1]))) return true;
  if (predicate.some((stem) => PARTS.has(stem))) return true;
  return (
    predicate.some((stem) => LENGTHS.has(stem)) &&
    subject.some((stem) => STRUCTURES.has(stem) || PREMISES.has(stem))
  );
}

function isNumber(word = ""): boolean {
  return numberIn(word) !== null || /^[a-z]$/.test(word);
}

function isComparing(word: string): boolean {
  return COMPARING.has(word);
}

/** Whether its numbers stay what they are: no reading, no change, nothing that is done again and again. */
export function isLasting(statement: Statement): boolean {
  const { subject, predicate, tense, words, verbAt } = statement;
  if ([...subject, ...predicate].some((stem) => READINGS.has(stem) || CHANGES.has(stem))) return false;
  if (words.some((word) => word === "minus" || word === "plus" || word === "up" || word === "down"))
    return false;
  if (tense === "perfect") return false;
  if (tense !== "past") return statement.pronoun !== "";
  return (
    !isOwn(statement) &&
    (/^(?:was|were)$/.test(words[verbAt] ?? "") || predicate.some((stem) => ONCE.has(stem)))
  );
}

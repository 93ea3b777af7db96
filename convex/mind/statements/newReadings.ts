/** Figures that differ: of what is fixed they exclude each other, of what is read off each was right in its day. */
import { pastFormsIn } from "../language/milestones";
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
 * Whether their figures may both have been right, each when it was told: what is noted as it is read off, later on the same
 * day, too; on another day whatever is not surely fixed has
 * been read off anew, and what counts from the beginning of a day or a week on has gone on counting.
 */
export function isNewReading(a: Statement, b: Statement, { scope, told }: Asked): boolean {
  if (told === undefined || scope === "until told otherwise") return false;
  if (told.a !== told.b && isReadOff(a) && isReadOff(b)) return true;
  if (scope !== "ever" || (isFixed(a) && isFixed(b))) return false;
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
  // "Level 3" is one of several floors, and "pain level 3" is no level of anything.
  if (words.some((word, i) => LETTERED.has(word) && !(word === "level" && i > 0) && isNumber(words[i + 1])))
    return true;
  if (predicate.some((stem) => PARTS.has(stem))) return true;
  return (
    predicate.some((stem) => LENGTHS.has(stem)) &&
    subject.some((stem) => STRUCTURES.has(stem) || PREMISES.has(stem))
  );
}

/** Whether it notes a figure in the form of what is read off: "bp 130", "river at 3 m", "the tank is at 40". */
function isReadOff(statement: Statement): boolean {
  const { words, verbAt, pronoun, predicate } = statement;
  const figure = words.findIndex((word) => numberIn(word) !== null);
  if (figure < 1 || isFixed(statement) || predicate.some((stem) => DESIGNATIONS.has(stem))) return false;
  const isAt = words[figure - 1] === "at";
  const end = isAt ? figure - 1 : figure;
  // Of "heart rate 61" the second noun is taken for a verb, and has no form of one.
  const isNoun = verbAt === end - 1 && verbAt > 0 && pronoun === null && !isVerbal(words[verbAt] ?? "");
  const isVerbless = verbAt >= end || isNoun;
  return isVerbless || (isAt && /^(?:is|are|was|were)$/.test(words[figure - 2] ?? ""));
}

/** Whether a word has the form of a verb after "it" or of the past; a bare one does not follow a noun alone. */
function isVerbal(word: string): boolean {
  return (
    /(?:s|ed)$/.test(word) ||
    pastFormsIn([word]) > 0 ||
    /^(?:am|is|are|was|were|be|been|have|had|do|did|can|could|will|would|may|must)$/.test(word)
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

/** The one thing in which two statements of the same differ, where both cannot hold. */
import { areEqual } from "../../../mind/lists/equalLists";
import {
  CHANGES,
  DECISIVE,
  DUE,
  EXCLUSIVE,
  HABITS,
  LINES,
  MARRIED,
  MOMENTARY,
  REVERSIBLE,
  SCHEDULED,
  SCHEDULING,
  UNIT_STEMS,
} from "../language/statementWords";
import { stemOf } from "../../../mind/text/stem";
import { asKinds, isForbidden } from "./kinds";
import { byFigures, isLasting, isNewReading } from "./newReadings";
import { areOpposite } from "./opposites";
import { INDEFINITE, isOwn } from "./sameMatter";
import { namesAnother } from "./soleNames";
import { without, type Asked, type Contradiction, type Pair } from "./statementPairs";
import { contentOf, type Statement } from "./statements";

export function differenceIn(pair: Pair, asked: Asked): Contradiction | null {
  const { a, b, onlyA, onlyB, timing } = pair;
  const denied = a.negations !== b.negations;
  const refigured = !areEqual(a.numbers, b.numbers);
  if (denied) {
    if (timing === "other") return null;
    if (refigured) return byNone(pair);
    return byNegation(pair);
  }
  if (a.negations > 0) return null;
  if (breaksDiet(a, b) || breaksDiet(b, a)) return timing === "other" ? null : "negation";
  if (onlyA.length === 0 && onlyB.length === 0) {
    if (refigured) return timing === "other" ? null : byFigures(pair, asked);
    return timing === "other" && isScheduled(pair) ? "time" : null;
  }
  if (refigured || timing === "other") return null;
  return bySwap(pair, asked);
}

/** The one word or figure that each has in the other's place. */
export function saidIn({ a, b, onlyA, onlyB }: Pair, kind: Contradiction): [string, string] | null {
  if (kind === "negation" || kind === "time") return null;
  const word = ({ words, verbAt }: Statement, only: readonly string[]) => {
    const stem = onlyOf(only);
    return stem === undefined
      ? undefined
      : words.slice(verbAt).findLast((written) => contentOf(["", written]).stems[0] === stem);
  };
  const [x, y] =
    kind === "figures"
      ? [onlyOf(without(a.numbers, b.numbers)), onlyOf(without(b.numbers, a.numbers))]
      : [word(a, onlyA), word(b, onlyB)];
  return x === undefined || y === undefined ? null : [x, y];
}

function onlyOf([first, ...others]: readonly string[]): string | undefined {
  return others.length === 0 ? first : undefined;
}

/** One denies what the other says; the denial is no narrower than what it denies. */
function byNegation({ a, b, timing, anchored }: Pair): Contradiction | null {
  const deniesA = a.negations > 0;
  const [denial, said] = deniesA ? [a, b] : [b, a];
  const onlyDenied = without(denial.predicate, asKinds(said.predicate, denial.predicate));
  const onlySaid = without(asKinds(said.predicate, denial.predicate), denial.predicate);
  if (timing !== "same" && timing !== (deniesA ? "open in a" : "open in b")) return null;
  if (denial.isPartial && !said.isTotal) return null;
  if (said.isPartial && !denial.isTotal) return null;
  if (isOwn(said) && said.tense === "past" && !anchored) return null;
  // Who doesn't like it does not love it either.
  const left = onlyDenied.join() === "like" && onlySaid.join() === "love" ? [] : onlySaid;
  const isWhole = denial.predicate.length > 1 || HABITS.has(denial.predicate[0] ?? "");
  if (left.length > 0 && (onlyDenied.length > 0 || left.length > MOST_FURTHER || !isWhole)) return null;
  return onlyDenied.length === 0 || left.length < onlySaid.length ? "negation" : null;
}

/** So many more words what is denied may have: "plays chess with Ada". */
const MOST_FURTHER = 2;

/** One has none of what the other has a number of: "no children", "two children". */
function byNone({ a, b, timing }: Pair): Contradiction | null {
  const [denial, said] = a.negations > 0 ? [a, b] : [b, a];
  const has = ({ words, verbAt, tense }: Statement) =>
    tense === "present" && HAVING.test(words[verbAt] ?? "");
  if (timing !== "same" || !has(denial) || !has(said) || said.isPartial) return null;
  if (denial.numbers.length > 0 || said.numbers.length !== 1 || said.numbers[0] === "0") return null;
  return areEqual(asKinds(said.predicate, denial.predicate), denial.predicate) ? "negation" : null;
}

const HAVING = /^(?:has|have|own|owns|contains?|is|are)$/;

/** Whether the one keeps to a diet, and the other is of what such people don't eat. */
function breaksDiet(one: Statement, other: Statement): boolean {
  const [diet = "", ...more] = one.predicate;
  return (
    more.length === 0 &&
    one.tense === "present" &&
    other.tense === "present" &&
    !other.isPartial &&
    one.words.some(isBeing) &&
    other.predicate[0] === EAT &&
    isForbidden(diet, other.predicate)
  );
}

const EAT = stemOf("eat");

const OPEN = stemOf("open");
const PARTS_OF_DAY = new Set(["morning", "afternoon", "evening", "night"].map(stemOf));

/** The same but for its time, and of what has but one. */
function isScheduled({ a, b }: Pair): boolean {
  const relative = ({ circumstances }: Statement) => circumstances.has("near") || circumstances.has("ago");
  if (relative(a) || relative(b) || isOwn(a)) return false;
  // There is a later bus.
  if (
    a.subject.some((stem) => LINES.has(stem)) &&
    !a.words.some((word) => /^(?:my|our|first|last|next|only)$/.test(word))
  )
    return false;
  const [verb = ""] = a.predicate;
  const isCopula = a.words.some(isBeing);
  if (a.predicate.length === 0) return isCopula;
  if (isCopula && verb === OPEN) return isHours(a) && isHours(b);
  const isPast = a.tense === "past" || a.tense === "perfect";
  return (isPast ? SCHEDULED : isCopula ? DUE : SCHEDULING).has(verb);
}

function isBeing(word: string): boolean {
  return /^(?:is|are|am|was|were|be|been)$/.test(word);
}

/** One word of the predicate stands in another's place. */
function bySwap(pair: Pair, asked: Asked): Contradiction | null {
  const { a, b, onlyA, onlyB, timing } = pair;
  if (timing !== "same" && a.tense !== "past") return null;
  if (namesAnother(a, b, onlyA, onlyB)) return "name";
  const [[x, ...moreX], [y, ...moreY]] = [withoutSpouse(a, onlyA), withoutSpouse(b, onlyB)];
  if (moreX.length + moreY.length > 0 || x === undefined || y === undefined) return null;
  if (UNIT_STEMS.has(x) && UNIT_STEMS.has(y) && a.numbers.length > 0)
    return isLasting(a) && !isNewReading(a, b, asked) ? "figures" : null;
  if (!areOpposite(x, y)) return null;
  // What is open in the morning may be so in the evening as well.
  if (PARTS_OF_DAY.has(x) && a.predicate.includes(OPEN)) return null;
  return holds(a, x, y, pair, asked) && holds(b, y, x, pair, asked) ? "opposites" : null;
}

/** Whom somebody is married to does not matter to whether they are. */
function withoutSpouse({ named }: Statement, [first = "", ...others]: readonly string[]): readonly string[] {
  return MARRIED.has(first) && others.every((stem) => named.has(stem))
    ? [first]
    : [first, ...others].filter((stem) => stem !== "");
}

/** Whether what `word` says of the subject stays so, so that `opposite` cannot be true as well. */
function holds(
  statement: Statement,
  word: string,
  opposite: string,
  { anchored }: Pair,
  { scope }: Asked,
): boolean {
  const { words, verbAt, tense, predicate, isPartial, pronoun } = statement;
  if (isPartial) return false;
  const at = words.findIndex((written, i) => i >= verbAt && contentOf([written]).stems[0] === word);
  const isVerb = at === verbAt;
  // Who prefers the dark mode does not prefer the light one.
  if (!isVerb && tense === "present" && EXCLUSIVE.has(predicate[0] ?? "")) return true;
  // "A big dog" and "a small dog" may both be owned.
  if (!isVerb && at >= 0 && describes(words, at)) return false;
  if (anchored || (scope === "at one moment" && tense === "present" && pronoun !== "")) return true;
  const isChange = !DECISIVE.has(opposite) && (REVERSIBLE.has(word) || CHANGES.has(word));
  if (MOMENTARY.has(word) || pronoun === "") return false;
  if (tense === "past") {
    const next = words[verbAt + 1] ?? "";
    if (isOwn(statement) || isChange) return false;
    return !isVerb || (predicate.length > 1 && !INDEFINITE.test(next));
  }
  return !(isVerb && isChange);
}

/** Whether the word at `at` is a part of something that is owned, wanted or met beside others. */
function describes(words: readonly string[], at: number): boolean {
  const [before = "", next = ""] = [words[at - 1], words[at + 1]];
  const isCopula = words.some(isBeing);
  if (INDEFINITE.test(before)) return !isCopula || contentOf([next]).stems.length > 0;
  return next !== "" && contentOf([next]).stems.length > 0 && !/ly$/.test(next);
}
/** Whether of times it names those of the day alone, and when they begin and end. */
export function isHours({ circumstances }: Statement): boolean {
  return circumstances.size === 1 && (circumstances.get("clock")?.size ?? 0) > 1;
}

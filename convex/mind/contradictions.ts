/**
 * Whether two texts cannot both hold: they say the same of the same subject at the same time, but for one thing. Where that
 * is not sure it is no contradiction, for a false one makes a true memory doubtful, and a missed one does little.
 */
import { timingOf, type Circumstances, type Timing } from "./circumstances";
import { areReversed } from "./comparisons";
import { asKinds, isForbidden } from "./kinds";
import { areOpposite } from "./opposites";
import {
  equal,
  INDEFINITE,
  isOwn,
  joined,
  occasionsOf,
  qualifiedOtherwise,
  sameDate,
  sameSubject,
  sameTense,
} from "./sameMatter";
import {
  CHANGES,
  COMPARING,
  DECISIVE,
  DESIGNATIONS,
  DUE,
  EXCLUSIVE,
  MOMENTARY,
  ONCE,
  HABITS,
  LENGTHS,
  LETTERED,
  LINES,
  MARRIED,
  PARTS,
  PREMISES,
  READINGS,
  REVERSIBLE,
  SCHEDULED,
  SCHEDULING,
  STRUCTURES,
  UNIT_STEMS,
} from "./statementWords";
import { contentOf, type Statement } from "./statements";
import { namesAnother } from "./soleNames";
import { stemOf } from "./stem";
import { numberIn } from "./tokens";
import { onOneDay, takesIn, timesToldAt, type Moments } from "./toldTimes";

/** The one thing in which two statements differ. */
export type Contradiction = "negation" | "opposites" | "figures" | "time" | "name";

/** Where two texts say otherwise of the same thing. */
export interface Disagreement {
  readonly kind: Contradiction;
  /** What each says in the other's place, in lower case, where that is one word or figure; null for a time or a denial. */
  readonly said: readonly [string, string] | null;
}

/**
 * What contradicts between two texts, given by their statements; null where nothing surely does. Symmetric. With the
 * moments at which they were told, "today" is the day of each, and what is read off on another day (a price, a weight, a
 * count) is a new reading.
 */
export function contradictionBetween(
  a: readonly Statement[],
  b: readonly Statement[],
  told?: Moments,
): Contradiction | null {
  return foundIn(a, b, { scope: "ever", told })?.kind ?? null;
}

/** The same, new readings among it: what both say cannot hold any more once the later one was told. */
export function changeBetween(
  a: readonly Statement[],
  b: readonly Statement[],
  told?: Moments,
): Contradiction | null {
  return foundIn(a, b, { scope: "until told otherwise", told })?.kind ?? null;
}

/**
 * What could not be said by both texts at one moment, so that one is wrong or something changed in between: what
 * contradicts, and opposites of what comes and goes ("rents rise", "rents fall"). Symmetric but for the order in `said`.
 */
export function disagreementBetween(
  a: readonly Statement[],
  b: readonly Statement[],
  told?: Moments,
): Disagreement | null {
  return foundIn(a, b, { scope: "at one moment", told });
}

/** How two statements are asked to exclude each other. */
interface Asked {
  /** Whenever each was said; as long as nobody told otherwise; or only if both hold now. */
  readonly scope: "ever" | "until told otherwise" | "at one moment";
  /** When they were told, where that is known. */
  readonly told?: Moments | undefined;
}

function foundIn(ownA: readonly Statement[], ownB: readonly Statement[], asked: Asked): Disagreement | null {
  const { told } = asked;
  const [a, b] =
    told === undefined
      ? [ownA, ownB]
      : [toldAt(ownA, told.a, told.timeZone), toldAt(ownB, told.b, told.timeZone)];
  const whole = timingOf(allTimes(a), allTimes(b));
  for (const one of a) {
    for (const other of b) {
      // Who says both says nothing against either.
      if (says(b, one) || says(a, other)) continue;
      const found = between(one, other, asked);
      // What the sentences around it date otherwise is another occasion.
      const elsewhere =
        a.length + b.length > 2 && (whole === "apart" || whole === "other") && found?.kind !== "time";
      if (found !== null && !elsewhere) return found;
    }
  }
  return null;
}

function toldAt(statements: readonly Statement[], at: number, timeZone: string): Statement[] {
  return statements.map((statement) => ({
    ...statement,
    circumstances: timesToldAt(statement.circumstances, { at, timeZone }),
  }));
}

/** Whether one of the statements is the same, word for word. */
function says(statements: readonly Statement[], { words, negations, circumstances }: Statement): boolean {
  return statements.some(
    (own) =>
      own.negations === negations &&
      equal(own.words, words) &&
      equal(timesIn(own.circumstances), timesIn(circumstances)),
  );
}

function timesIn(circumstances: Circumstances): string[] {
  return [...circumstances].flatMap(([kind, times]) => [...times].map((time) => `${kind} ${time}`)).sort();
}

function allTimes(statements: readonly Statement[]): Circumstances {
  const all = new Map<string, Set<string>>();
  for (const { circumstances } of statements)
    for (const [kind, times] of circumstances) all.set(kind, new Set([...(all.get(kind) ?? []), ...times]));
  return all;
}

/** What two statements are compared by. */
interface Pair {
  readonly a: Statement;
  readonly b: Statement;
  /** What only one says in its predicate. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly timing: Timing;
  /** Whether both name the same one occasion: a date, a year, the same clause. */
  readonly anchored: boolean;
}

function between(one: Statement, other: Statement, asked: Asked): Disagreement | null {
  const { scope } = asked;
  const untilA = scope === "at one moment" && isUntil(one) && !isUntil(other);
  const untilB = scope === "at one moment" && isUntil(other) && !isUntil(one);
  const [a, b] = [untilA ? throughout(one) : one, untilB ? throughout(other) : other];
  if (saysNothing(a) || saysNothing(b)) return null;
  if (!a.isPlain || !b.isPlain || a.negations > 1 || b.negations > 1) return null;
  if (areReversed(a, b) && timingOf(a.circumstances, b.circumstances) === "same")
    return { kind: "opposites", said: null };
  if (!sameSubject(a, b) || !sameTense(a, b) || qualifiedOtherwise(a, b)) return null;
  const occasions = occasionsOf(a, b);
  if (occasions === null) return null;
  const told = joined(timingOf(a.circumstances, b.circumstances), occasions.timing);
  if (told === "apart" || isOfAnotherDay(a, b, told, asked)) return null;
  // What is closed until something comes to pass isn't open at its hours either.
  const atAllHours =
    (untilA && told === "open in a" && isHours(b)) || (untilB && told === "open in b" && isHours(a));
  const timing = atAllHours ? "same" : told;
  const pair: Pair = {
    a,
    b,
    onlyA: without(a.predicate, b.predicate),
    onlyB: without(b.predicate, a.predicate),
    timing,
    anchored: occasions.shared || sameDate(a.circumstances, b.circumstances),
  };
  const kind = differenceIn(pair, asked);
  return kind === null ? null : { kind, said: saidIn(pair, kind) };
}

/** Whether only one says of which day it is, and that isn't the other's: what is so today says nothing of last week. */
function isOfAnotherDay(a: Statement, b: Statement, timing: Timing, { told }: Asked): boolean {
  if (told === undefined) return false;
  if (timing === "open in a") return !takesIn(b.circumstances, told.a, told.timeZone);
  return timing === "open in b" && !takesIn(a.circumstances, told.b, told.timeZone);
}

/** "Not." and "At five." tell of nothing that could be otherwise. */
function saysNothing({ subject, predicate, subjectNumbers, numbers }: Statement): boolean {
  return subject.length + predicate.length + subjectNumbers.length + numbers.length === 0;
}

const UNTIL = /^(?:until|till)$/;

/** Whether it says of now that it is so until something comes to pass. */
function isUntil({ tense, clauses }: Statement): boolean {
  return tense === "present" && clauses.some(({ marker }) => UNTIL.test(marker));
}

/** The same without its end, for the time before. */
function throughout(statement: Statement): Statement {
  return { ...statement, clauses: statement.clauses.filter(({ marker }) => !UNTIL.test(marker)) };
}

/** Whether of times it names those of the day alone, and when they begin and end. */
function isHours({ circumstances }: Statement): boolean {
  return circumstances.size === 1 && (circumstances.get("clock")?.size ?? 0) > 1;
}

function differenceIn(pair: Pair, asked: Asked): Contradiction | null {
  const { a, b, onlyA, onlyB, timing } = pair;
  const denied = a.negations !== b.negations;
  const refigured = !equal(a.numbers, b.numbers);
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
function saidIn({ a, b, onlyA, onlyB }: Pair, kind: Contradiction): [string, string] | null {
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
  return equal(asKinds(said.predicate, denial.predicate), denial.predicate) ? "negation" : null;
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

/** The same but for the numbers: of something lasting, or of one occasion. */
function byFigures({ a, b, timing, anchored }: Pair, asked: Asked): Contradiction | null {
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
function isNewReading(a: Statement, b: Statement, { scope, told }: Asked): boolean {
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
function isLasting(statement: Statement): boolean {
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

function without(own: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return own.filter((stem) => {
    const at = left.indexOf(stem);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Whether two texts cannot both hold: they say the same of the same subject at the same time, but for one thing. Where that
 * is not sure it is no contradiction, for a false one makes a true memory doubtful, and a missed one does little.
 */
import { areEqual } from "../../../mind/lists/equalLists";
import { timingOf, type Circumstances, type Timing } from "../time/circumstances";
import { takesIn, timesToldAt, type Moments } from "../time/toldTimes";
import { areReversed } from "./comparisons";
import { deniesHaving } from "./having";
import { joined, occasionsOf, qualifiedOtherwise, sameDate, sameSubject, sameTense } from "./sameMatter";
import { differenceIn, isHours, saidIn } from "./statementDifference";
import { without, type Asked, type Contradiction, type Pair } from "./statementPairs";
import type { Statement } from "./statements";

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
      areEqual(own.words, words) &&
      areEqual(timesIn(own.circumstances), timesIn(circumstances)),
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

function between(one: Statement, other: Statement, asked: Asked): Disagreement | null {
  const { scope } = asked;
  const untilA = scope === "at one moment" && isUntil(one) && !isUntil(other);
  const untilB = scope === "at one moment" && isUntil(other) && !isUntil(one);
  const [a, b] = [untilA ? throughout(one) : one, untilB ? throughout(other) : other];
  if (saysNothing(a) || saysNothing(b)) return null;
  if (!a.isPlain || !b.isPlain || a.negations > 1 || b.negations > 1) return null;
  if (areReversed(a, b) && timingOf(a.circumstances, b.circumstances) === "same")
    return { kind: "opposites", said: null };
  if (deniesHaving(a, b) && timingOf(a.circumstances, b.circumstances) === "same")
    return { kind: "negation", said: null };
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

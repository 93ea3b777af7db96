/** Whether two statements are of the same: of one subject, at one time, on one occasion, and said as surely. */
import { areEqual } from "../../../mind/lists/equalLists";
import { SERIES } from "../language/statementWords";
import { numberIn, tokensOf } from "../language/tokens";
import { timingOf, type Circumstances, type Timing } from "../time/circumstances";
import { qualifiersOf } from "./qualifiers";
import { contentOf, type Statement } from "./statements";

const OTHERS = /^(?:he|she|it|they|this|that|these|those)$/;
/** Words that tell one of several from another, or whose it is. */
const OWNERS = /^(?:my|your|his|her|its|our|their|one|other|another)$/;
export const INDEFINITE = /^(?:a|an|another|some|one)$/;

/** Whether both are about the same: a pronoun for somebody else names nobody, nor does "a man". */
export function sameSubject(a: Statement, b: Statement): boolean {
  if (OTHERS.test(a.pronoun ?? "") || OTHERS.test(b.pronoun ?? "")) return false;
  if (who(a) !== who(b)) return false;
  if (
    !areEqual([...a.subject].sort(), [...b.subject].sort()) ||
    !areEqual(a.subjectNumbers, b.subjectNumbers)
  )
    return false;
  if (!areEqual(ofSeries(a), ofSeries(b))) return false;
  if (a.subjectDay !== "" && b.subjectDay !== "" && a.subjectDay !== b.subjectDay) return false;
  const owner = ({ words }: Statement) => words.filter((word) => OWNERS.test(word)).join(" ");
  if (owner(a) !== owner(b)) return false;
  return ![a, b].some(({ words, tense }) => INDEFINITE.test(words[0] ?? "") && tense === "past");
}

/** Which ones of a series it speaks of, by their numbers: "comment 12", "episode 3". */
function ofSeries({ words, verbAt }: Statement): string[] {
  return words.flatMap((word, i) => {
    // Who runs 12 kilometres names no run.
    const isNoun = SERIES.has(word) && (i === 0 || i !== verbAt);
    const number = isNoun ? numberIn(words[i + 1] ?? "") : null;
    return number === null ? [] : [`${word} ${number}`];
  });
}

/** A note without a subject is of whoever writes, as "I" is. */
function who({ pronoun }: Statement): string | null {
  return pronoun === "" ? "i" : pronoun;
}

export function isOwn(statement: Statement): boolean {
  return who(statement) === "i" || who(statement) === "we";
}

export function sameTense({ tense: p }: Statement, { tense: q }: Statement): boolean {
  if (p === q) return true;
  if (p === "unclear" || q === "unclear")
    return ![p, q].some((tense) => tense === "future" || tense === "open");
  const [one, other] = [p, q].sort();
  return (
    (one === "future" && other === "present") ||
    (one === "past" && other === "perfect") ||
    (one === "perfect" && other === "present")
  );
}

/** Whether one says "may", "must" or "tries to" where the other doesn't. */
export function qualifiedOtherwise(a: Statement, b: Statement): boolean {
  const kinds = ({ words }: Statement) =>
    qualifiersOf(words, new Set())
      .map(({ kind }) => kind)
      .filter((kind) => kind !== "future")
      .sort();
  return !areEqual(kinds(a), kinds(b));
}

/** How the clauses of two statements stand to each other; null where they tell of different occasions. */
export function occasionsOf(a: Statement, b: Statement): { timing: Timing; shared: boolean } | null {
  const content = ({ clauses }: Statement, kind: string) =>
    clauses
      .filter((clause) => clause.kind === kind)
      .map(({ marker, text }) => (kind === "occasion" ? `${marker} ${contentKey(text)}` : contentKey(text)))
      .sort();
  const [whyA, whyB] = [content(a, "reason"), content(b, "reason")];
  const gives = (reasons: readonly string[]) => reasons.length > 0;
  if (gives(whyA) && gives(whyB) && !areEqual(whyA, whyB)) return null;
  // "It did not fail because of the rain" may say that it failed.
  if ((gives(whyA) && a.negations > 0) || (gives(whyB) && b.negations > 0)) return null;
  const [p, q] = [content(a, "occasion"), content(b, "occasion")];
  if (p.length > 0 && q.length > 0 && !areEqual(p, q)) return null;
  const shared = (gives(whyA) && gives(whyB)) || (p.length > 0 && q.length > 0);
  if (p.length === q.length) return { timing: "same", shared };
  return { timing: p.length === 0 ? "open in a" : "open in b", shared };
}

function contentKey(clause: string): string {
  const { stems, numbers } = contentOf(tokensOf(clause));
  return [...stems, ...numbers].sort().join(" ");
}

export function joined(times: Timing, occasions: Timing): Timing {
  if (times === occasions || occasions === "same") return times;
  return times === "same" ? occasions : "apart";
}

/** Whether both name one date or year: a time of day or a weekday comes again. */
export function sameDate(a: Circumstances, b: Circumstances): boolean {
  return ["day", "month", "year"].some((kind) => a.has(kind) && b.has(kind)) && timingOf(a, b) !== "other";
}

/** Whether two statements say the same in other words of no content: "there is no doubt that". */
export function saySame(a: Statement, b: Statement): boolean {
  return (
    a.isPlain &&
    b.isPlain &&
    a.negations === b.negations &&
    sameSubject(a, b) &&
    sameTense(a, b) &&
    areEqual(a.subject, b.subject) &&
    areEqual(a.predicate, b.predicate) &&
    areEqual(a.numbers, b.numbers) &&
    a.clauses.length + b.clauses.length === 0 &&
    timingOf(a.circumstances, b.circumstances) === "same" &&
    !qualifiedOtherwise(a, b)
  );
}

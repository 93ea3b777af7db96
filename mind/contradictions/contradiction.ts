/** Whether two statements contradict each other: they are equal except for one number, a negation or an antonym. */
import { numberOfWord } from "../text/figures";
import { nameKey } from "../text/nameKey";
import { isNegation } from "../text/negation";
import type { ParsedText } from "../text/parsedText";
import { isStopWord } from "../text/stopWords";
import { numberIn, termOf } from "../text/tokens";
import { isMonth } from "../time/dateWords";
import { areAntonyms } from "./areAntonyms";

export type Contradiction = { readonly kind: "number" | "negation" | "antonym" };

/**
 * How two statements contradict each other; null if nothing shows that they do, and for questions and requests. A false
 * contradiction lowers the confidence of a true memory, while a missed one does little, so all other words have to be equal.
 * Different dates and times are two occasions, and different names are two things. Symmetric. Linear in both texts.
 */
export function contradictionBetween(a: ParsedText, b: ParsedText): Contradiction | null {
  if (a.onlyAsks || b.onlyAsks || a.isQuestion || b.isQuestion) return null;
  const [wordsA, wordsB] = [affirmedWords(a), affirmedWords(b)];
  const [p, q] = [wordsA.map(comparisonTerm), wordsB.map(comparisonTerm)];
  if (!areEqual(nameKeysOf(a), nameKeysOf(b))) return null;
  if (a.negations.length % 2 !== b.negations.length % 2)
    return areEqual(withoutDo(p), withoutDo(q)) && p.some(isContentWord) ? { kind: "negation" } : null;
  const at = p.findIndex((word, i) => word !== q[i]);
  const [one, other] = [p[at], q[at]];
  if (one === undefined || other === undefined || !areEqual(p.slice(at + 1), q.slice(at + 1))) return null;
  if (isDefinite(p[at - 1]) || ![...p.slice(0, at), ...p.slice(at + 1)].some(isContentWord)) return null;
  if (areAntonyms(one, other)) return { kind: "antonym" };
  if (numberIn(one) === null || numberIn(other) === null) return null;
  return statesTime(wordsA, at) || statesTime(wordsB, at) ? null : { kind: "number" };
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

function nameKeysOf({ names }: ParsedText): string[] {
  return names.map(nameKey).sort();
}

/** The tokens without negations ("isn't" becomes "is") and without the indefinite articles that "no" replaces. */
function affirmedWords({ tokens }: ParsedText): string[] {
  return tokens
    .map((token) => AFFIRMED.get(token) ?? token.replace(/n't$/, ""))
    .filter((word) => !isNegation(word) && word !== "a" && word !== "an");
}

/** Verbs that change their form in a contraction. */
const AFFIRMED = new Map([
  ["can't", "can"],
  ["cannot", "can"],
  ["won't", "will"],
  ["shan't", "shall"],
]);

function comparisonTerm(word: string): string {
  return numberOfWord(word) ?? termOf(word);
}

const DO = new Set(["do", "does", "did"].map(termOf));

/** "Do not like" negates "like". */
function withoutDo(words: readonly string[]): string[] {
  return words.filter((word) => !DO.has(word));
}

function isContentWord(word: string): boolean {
  return !isStopWord(word) && numberIn(word) === null;
}

const DEFINITE = new Set("the this that these those my your his her its our their".split(" ").map(termOf));

/** An adjective or number after such a word identifies a thing: the old server may fail while the new one runs. */
function isDefinite(before: string | undefined): boolean {
  return before !== undefined && DEFINITE.has(before);
}

const BEFORE_YEARS = new Set("in since until till by from".split(" "));

/** Whether the number at a place is a date, an hour, a year, or the day of a month. */
function statesTime(words: readonly string[], at: number): boolean {
  const wordAt = (place: number) => words[place] ?? "";
  const [before, word, next] = [wordAt(at - 1), wordAt(at), wordAt(at + 1)];
  if (/[:-]/.test(word) || /^(?:am|pm|o'clock)$/.test(next) || before === "at") return true;
  if (BEFORE_YEARS.has(before) && /^(?:19|20)\d\d$/.test(word)) return true;
  return isMonth(before) || isMonth(next === "of" ? wordAt(at + 2) : next);
}

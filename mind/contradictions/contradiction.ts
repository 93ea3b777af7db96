/** Whether two statements can't both hold: word for word the same but for one number, a negation or an antonym. */
import { areEqual } from "../lists/equalLists";
import { numberOfWord } from "../text/figures";
import { nameKey } from "../text/names";
import { isNegation } from "../text/negation";
import type { ParsedText } from "../text/parsedText";
import { isStopWord } from "../text/stopWords";
import { numberIn, termOf } from "../text/tokens";
import { isMonth } from "../time/dateWords";
import { areAntonyms } from "./areAntonyms";

export type Contradiction = { readonly kind: "number" | "negation" | "antonym" };

/**
 * How two statements contradict each other; null where nothing shows that they do, and for questions and requests. A false
 * contradiction lowers the confidence of a true memory and a missed one does little, so all other words have to be the same.
 * Dates and times that differ are two occasions, and different names are two things. Symmetric. Linear in both texts.
 */
export function contradictionBetween(a: ParsedText, b: ParsedText): Contradiction | null {
  if (a.onlyAsks || b.onlyAsks || a.isQuestion || b.isQuestion) return null;
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)];
  const [p, q] = [wordsA.map(comparedAs), wordsB.map(comparedAs)];
  if (!areEqual(namesOf(a), namesOf(b))) return null;
  if (a.negations.length % 2 !== b.negations.length % 2)
    return areEqual(withoutDo(p), withoutDo(q)) && p.some(saysSomething) ? { kind: "negation" } : null;
  const at = p.findIndex((word, i) => word !== q[i]);
  const [one, other] = [p[at], q[at]];
  if (one === undefined || other === undefined || !areEqual(p.slice(at + 1), q.slice(at + 1))) return null;
  if (saysWhich(p[at - 1]) || ![...p.slice(0, at), ...p.slice(at + 1)].some(saysSomething)) return null;
  if (areAntonyms(one, other)) return { kind: "antonym" };
  if (numberIn(one) === null || numberIn(other) === null) return null;
  return isOccasion(wordsA, at) || isOccasion(wordsB, at) ? null : { kind: "number" };
}

function namesOf({ names }: ParsedText): string[] {
  return names.map(nameKey).sort();
}

/** The tokens but for what a denial adds: negations, and the articles that "no" replaces. "Isn't" leaves "is". */
function wordsOf({ tokens }: ParsedText): string[] {
  return tokens
    .map((token) => DENIED.get(token) ?? token.replace(/n't$/, ""))
    .filter((word) => !isNegation(word) && word !== "a" && word !== "an");
}

/** Contracted and joined denials whose verb changes its form. */
const DENIED = new Map([
  ["can't", "can"],
  ["cannot", "can"],
  ["won't", "will"],
  ["shan't", "shall"],
]);

function comparedAs(word: string): string {
  return numberOfWord(word) ?? termOf(word);
}

const DO = new Set(["do", "does", "did"].map(termOf));

/** "Do not like" denies "like". */
function withoutDo(words: readonly string[]): string[] {
  return words.filter((word) => !DO.has(word));
}

function saysSomething(word: string): boolean {
  return !isStopWord(word) && numberIn(word) === null;
}

const DEFINITE = new Set("the this that these those my your his her its our their".split(" ").map(termOf));

/** After such a word an adjective or number says which thing is meant: the old server may fail while the new one runs. */
function saysWhich(before: string | undefined): boolean {
  return before !== undefined && DEFINITE.has(before);
}

const BEFORE_YEARS = new Set("in since until till by from".split(" "));

/** Whether the number at a place says when: a date, an hour, a year, or the day of a month. */
function isOccasion(words: readonly string[], at: number): boolean {
  const wordAt = (place: number) => words[place] ?? "";
  const [before, word, next] = [wordAt(at - 1), wordAt(at), wordAt(at + 1)];
  if (/[:-]/.test(word) || /^(?:am|pm|o'clock)$/.test(next) || before === "at") return true;
  if (BEFORE_YEARS.has(before) && /^(?:19|20)\d\d$/.test(word)) return true;
  return isMonth(before) || isMonth(next === "of" ? wordAt(at + 2) : next);
}

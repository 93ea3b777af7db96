/** Nouns of which it may be said that they grow or shrink, found in their clause: as a subject before a verb, or after a word. */
import {
  coreAt,
  inClause,
  isAdverb,
  isAuxiliary,
  isBreak,
  isDeterminer,
  isLink,
  isNumber,
  isTime,
  type ClauseWord,
} from "../language/clauseWords";
import { isMeasure, polarityOf, pricePolarity, verbDirection, type Polarity } from "./outcomeWords";

/** A noun with what belongs to it. */
export interface NounPhrase {
  /** Whether it is good or bad when there is more of it. */
  readonly polarity: Polarity;
  /** Its first and last place. */
  readonly from: number;
  readonly to: number;
}

/** No rule looks further than this many words, which keeps the cost linear. */
export const REACH = 6;

/** The noun that is the subject of the verb at `verb`, from words at `free` and after: "shares of the bank", "the crime rate". */
export function subjectBefore(words: readonly ClauseWord[], verb: number, free: number): NounPhrase | null {
  let at = verb - 1;
  while (verb - at <= REACH && inClause(words, at) && at >= free) {
    const core = coreAt(words, at);
    if (!isAuxiliary(core) && !isAdverb(core) && !isTime(core)) break;
    at -= 1;
  }
  let best: NounPhrase | null = null;
  // Two phrases before the nearest: "the number of deaths in hospitals".
  for (let hop = 0; hop < 3 && at >= free && inClause(words, at); hop++) {
    const noun = nounAt(words, at, free);
    if (noun !== null) best = { ...noun, to: verb - 1 };
    else if (hop === 0 && isLink(coreAt(words, at))) return null;
    let content = 0;
    let link = at;
    while (link >= free && at - link < REACH && inClause(words, link) && !isLink(coreAt(words, link))) {
      if (isBreak(coreAt(words, link))) return best;
      if (!isDeterminer(coreAt(words, link))) content += 1;
      link -= 1;
    }
    // More words than a noun has beside it hold a verb: "in Syria helped profits rise".
    if (link < free || !inClause(words, link) || !isLink(coreAt(words, link))) return best;
    if (best !== null && content > 2) return best;
    at = link - 1;
  }
  return best;
}

/** The noun that ends at `at`, with the measure of it: crime, crime rate, food prices. */
function nounAt(words: readonly ClauseWord[], at: number, free: number): NounPhrase | null {
  const core = coreAt(words, at);
  const polarity = polarityOf(core);
  if (polarity !== null) return { polarity, from: Math.max(free, withModifiers(words, at)), to: at };
  if (at - 1 < free || !inClause(words, at - 1)) return null;
  const kind = coreAt(words, at - 1);
  const measured = isMeasure(core) ? polarityOf(kind) : /^prices?$/.test(core) ? pricePolarity(kind) : null;
  if (measured === null) return null;
  return { polarity: measured, from: Math.max(free, withModifiers(words, at - 1)), to: at };
}

/** Where the adjectives and nouns before the one at `at` begin: "violent crime", "youth unemployment". */
function withModifiers(words: readonly ClauseWord[], at: number): number {
  let from = at;
  while (at - from < 2 && from > 0 && inClause(words, from - 1)) {
    const core = coreAt(words, from - 1);
    if (isLink(core) || isBreak(core) || isAuxiliary(core) || isDeterminer(core) || isNumber(core)) break;
    from -= 1;
  }
  return from;
}

/** The noun in the phrase after `before`; null where there is none, or where it only belongs to another: "cancer patients". */
export function nounAfter(words: readonly ClauseWord[], before: number): NounPhrase | null {
  let unknown = 0;
  for (let at = before + 1; at - before <= REACH && inClause(words, at - 1); at++) {
    const core = coreAt(words, at);
    const polarity = polarityOf(core);
    if (polarity !== null) {
      const next = inClause(words, at) ? coreAt(words, at + 1) : "";
      if (polarityOf(next) !== null) continue;
      if (isMeasure(next) && endsPhrase(words, at + 1)) return { polarity, from: before + 1, to: at + 1 };
      return endsPhrase(words, at) ? { polarity, from: before + 1, to: at } : null;
    }
    if (core === "prices" && pricePolarity(coreAt(words, at - 1)) !== null && at - 1 > before)
      return endsPhrase(words, at)
        ? { polarity: pricePolarity(coreAt(words, at - 1)) ?? 1, from: before + 1, to: at }
        : null;
    if (isMeasure(core) && coreAt(words, at + 1) === "of" && inClause(words, at)) at += 1;
    else if (isLink(core) || isBreak(core) || isAuxiliary(core)) return null;
    else if (!isDeterminer(core) && !isNumber(core) && ++unknown > 2) return null;
  }
  return null;
}

/** Whether what follows `words[at]` is no object and no second part of a noun. */
export function endsPhrase(words: readonly ClauseWord[], at: number): boolean {
  if (!inClause(words, at)) return true;
  const next = coreAt(words, at + 1);
  return (
    isLink(next) ||
    isBreak(next) ||
    isAuxiliary(next) ||
    isAdverb(next) ||
    isTime(next) ||
    isNumber(next) ||
    (polarityOf(next) === null && verbDirection(next, "") !== null)
  );
}

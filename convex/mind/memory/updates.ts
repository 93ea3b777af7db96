/** Progress: whether a newer text brings an older one up to date, so that both were true when they were said. */
import { toldByMemory } from "../events/orders";
import { pastFormsIn } from "../language/milestones";
import { numberIn, tokensOf } from "../language/tokens";
import { tellingStem } from "../language/weakWords";
import { aboutOf, bears, sharedBy, type About } from "../statements/bearing";
import { claimsOf } from "../statements/claims";
import { changeBetween } from "../statements/contradictions";
import { endsState } from "../statements/deeds";
import { gainsIn, gainsOf } from "../statements/gains";
import { outcomesOf } from "../statements/outcomes";
import { statementsOf, type Statement } from "../statements/statements";
import type { Moments } from "../time/toldTimes";

/** A text is compared by its beginning. */
const READ_LENGTH = 1000;

/** Words that say that it was otherwise before. */
const CHANGED =
  /\b(?:now|nowadays|no longer|not any ?more|any ?more|again|since|meanwhile|instead|from now on|as of|until further notice|ha(?:s|ve) (?:become|turned|gone|got)|became|after all|finally|at last)\b/iu;
/** Verbs that take a thing from one date or figure to another, and their nouns; a shift and a fall are other things as well. */
const MOVED = new RegExp(
  "\\b(?:" +
    "mov(?:e[ds]?|ing)|chang(?:e[ds]?|ing)|postpon(?:e[ds]?|ing|ements?)|reschedul(?:e[ds]?|ing)|shift(?:ed|ing|s? (?:to|from|by)\\b)|" +
    "delay(?:s|ed|ing)?|rais(?:e[ds]?|ing)|lower(?:s|ed|ing)|increas(?:e[ds]?|ing)|reduc(?:e[ds]?|ing|tions?)|" +
    "exten(?:d(?:s|ed|ing)?|sions?)|shorten(?:s|ed|ing)?|updat(?:e[ds]?|ing)|correct(?:s|ed|ing|ions?)|" +
    "(?:to|will|would|must|should|can|could|may|might|please|let's|i|we|you|they) (?:lower|correct)|" +
    "brought forward|put off|put back|put [^.,;!?]{1,40} (?:up|down) to|pushed|fell|grew|ris(?:e|es|en|ing)|fall(?:s|en|ing)|(?<!\\b(?:the|this|last|next|every|each|in|a) )fall|" +
    "grow(?:s|n|ing)?|went (?:up|down)|(?:is|are) (?:up|down)|new date" +
    ")\\b",
  "iu",
);
/** A name has a capital, and a flower its article. */
const ROSE = /(?<!\b(?:an?|the|one|each|every|my|her|his|red|white|pink|yellow|wild) )\brose\b/u;

/** Whether `text` says by its words that something has changed. */
export function tellsOfChange(text: string): boolean {
  return CHANGED.test(text) || isMoved(text);
}

/** Whether it says, by a change or by what was got or lost, that something may be otherwise than it was. */
export function mayUpdate(text: string): boolean {
  return tellsOfChange(text) || gainsIn(text).length > 0;
}

function isMoved(text: string): boolean {
  return MOVED.test(text) || ROSE.test(text);
}

/** What a text tells, as it is compared with others: what takes time is found out where it is asked for, and once. */
export class Reading {
  readonly text: string;
  #statements: Statement[] | undefined;
  #outcomes: Statement[] | undefined;
  #gains: Statement[] | undefined;
  #about: About | undefined;

  /** Of a memory, with its frame where it has one: what a note orders it does not tell. */
  constructor(written: string) {
    this.text = toldByMemory(written.slice(0, READ_LENGTH));
  }

  get statements(): readonly Statement[] {
    return (this.#statements ??= statementsOf(this.text, () => claimsOf(this.text).names));
  }

  /** How things stand after the changes that it tells of. */
  get outcomes(): readonly Statement[] {
    return (this.#outcomes ??= outcomesOf(this.text, () => claimsOf(this.text).names));
  }

  /** What is had, and had no more, after what it tells of. */
  get gains(): readonly Statement[] {
    return (this.#gains ??= gainsOf(this.text, () => claimsOf(this.text).names));
  }

  get about(): About {
    return (this.#about ??= aboutOf(this.text));
  }
}

/**
 * Whether `newer`, said later, takes the place of `older`: it tells of a change of what both are about, of a deed that ends
 * what was so ("repaired the window"), or gives another
 * date, price or count of what has not been settled for good ("was born in 1756" is). Where it is known when they were
 * told (`newer` first), what is of one day brings nothing of another up to date.
 */
export function bringsUpToDate(newer: string, older: string, told?: Moments): boolean {
  return updates(new Reading(newer), new Reading(older), told);
}

/** The same of texts that are compared with several. */
export function updates(now: Reading, then: Reading, told?: Moments): boolean {
  // Who asks whether it is so by now says that of nothing.
  if (now.text === "" || then.text === "") return false;
  if (endsState(now.text, then.text)) return true;
  const found = changeBetween(now.statements, then.statements, told);
  if (changeBetween(now.gains, then.statements, told) !== null) return true;
  const changed = tellsOfChange(now.text);
  if (found !== null) return changed || ((found === "figures" || found === "time") && !isOver(now, then));
  if (!changed) return false;
  if (changeBetween(now.outcomes, then.statements, told) !== null) return true;
  if (countOtherwise(now.text, then.text)) return true;
  const [one, other] = [now.about, then.about];
  const shared = sharedBy(one, other);
  const isRedated =
    isMoved(now.text) &&
    one.figures.size > 0 &&
    other.figures.size > 0 &&
    [...one.figures].some((figure) => !other.figures.has(figure));
  return isRedated && bears(shared) && shared.words.length > 0;
}

/** Whether both tell of the past: then one of them is wrong. */
function isOver(...texts: readonly { readonly text: string }[]): boolean {
  return texts.every(({ text }) => pastFormsIn(tokensOf(text)) > 0);
}

/** Whether both count the same things and come to other numbers: "140 signatures", "512 signatures". */
function countOtherwise(a: string, b: string): boolean {
  const [p, q] = [countsIn(a), countsIn(b)];
  return [...p].some(([noun, count]) => q.has(noun) && q.get(noun) !== count);
}

function countsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const tokens = tokensOf(text);
  tokens.forEach((token, i) => {
    const number = numberIn(token);
    const noun = tellingStem(tokens[i + 1] ?? "");
    if (number !== null && noun !== null && !found.has(noun)) found.set(noun, number);
  });
  return found;
}

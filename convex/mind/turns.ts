/** Whether a text tells of a decision or of a turn in somebody's life, as something that happened. */
import { questionIn } from "./eventWords";
import { regularForm } from "./irregularForms";
import { denialsOf } from "./negations";
import { stemOf } from "./stem";
import { tokensOf } from "./tokens";

const stems = (words: string) => new Set(words.split(" ").map(stemOf));
/** Nouns that name one. */
const NOUNS = stems(
  "decision promise vow agreement choice rejection resignation marriage wedding divorce graduation promotion diagnosis bankruptcy",
);
/** Verbs that tell of one, also in the present: "the council decides". */
const VERBS = stems(
  "decide promise vow agree resolve choose refuse reject resign quit marry divorce graduate diagnose",
);
/** These have other meanings, or are everyday's work, unless they are told as past: "moved", but "a move" and "to sign". */
const PAST_ONLY = stems(
  "accept approve adopt cancel abandon postpone commit propose join leave move emigrate launch found win lose hire fire dismiss " +
    "retire sign elect appoint enrol enroll promote engage survive die",
);
/** After these a verb tells of what may be, or of how something is done. */
const UNDONE = new Set(
  "to will would can could may might must should shall if unless whether when please let's never".split(" "),
);
/** At the beginning of a clause, or after these, a bare verb is an instruction. */
const INSTRUCTING = new Set("and or then so now first next finally also just always".split(" "));
/** Before "left" these make it a side, or what remains. */
const BESIDE_LEFT =
  /^(?:the|on|to|your|my|his|her|its|their|our|is|are|was|were|turn|turned|keep|nothing|nobody|much|\d.*|one|two|three)$/;

/**
 * Whether `text` tells of one. What is asked, denied, or merely possible is none, nor what an instruction says to do.
 * Linear in its length.
 */
export function tellsOfTurn(text: string): boolean {
  return text
    .split(/(?<=[.!?…。！？])\s+/u)
    .some(
      (sentence) => questionIn(sentence) === null && sentence.split(/[,;:()]\s|\s[–—-]\s/u).some(turnsIn),
    );
}

function turnsIn(clause: string): boolean {
  const { denied } = denialsOf(clause);
  const tokens = tokensOf(clause);
  return tokens.some((token, i) => {
    const word = stemOf(regularForm(token));
    const before = tokens[i - 1];
    if (denied.has(word) || (before !== undefined && UNDONE.has(before))) return false;
    if (isPastForm(token)) {
      if (token === "left" && (before === undefined || BESIDE_LEFT.test(before))) return false;
      return VERBS.has(word) || PAST_ONLY.has(word);
    }
    if (NOUNS.has(word) && !VERBS.has(word)) return true;
    if (!VERBS.has(word) || token.endsWith("ing")) return false;
    return token.endsWith("s") || (before !== undefined && !INSTRUCTING.has(before));
  });
}

function isPastForm(token: string): boolean {
  return regularForm(token) !== token || /[a-z]{2}ed$/.test(token);
}

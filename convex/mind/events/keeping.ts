/** What a note asks to be kept in mind, and what it asks not to be. */
import { withPlainApostrophes } from "../language/apostrophes";
import { isQuestion } from "../language/questions";
import { sentencesIn } from "../../../mind/text/sentences";
import { tailsOf } from "./orderClauses";
import { NEEDLESS, NOT, NOTE_OF, order, TO_BE_KEPT } from "./orderForms";
import { besidesOrders, ordersIn } from "./orders";

/** Where a sentence or a clause begins that asks for something: "I don't remember", "it reminds me" and "who forgot" ask for nothing. */
const ASKING =
  "(?:(?:^|[,;:–—-] |\\b(?:and|so|but|please|pls|then|also) )(?:(?:can|could|will|would) you (?:please )?)?|\\b(?:must|should|(?<!n't |not |no )(?:need|have|got|want|want you|like you) to) )";
/** By which a sentence asks to be kept. What lies behind is no deadline. */
const KEEP = new RegExp(
  `${ASKING}(?:${TO_BE_KEPT}|(?:to )?remember\\b)|` +
    "\\b(?:deadline|to-?do)\\b(?!(?: list)? (?:was|were|is (?:over|done|empty)|has passed)\\b)",
  "iu",
);
/** A request that is put as a question asks for nothing else: "Can you remind me to call the vet?" */
const TO_KEEP = new RegExp(
  `\\b(?:can|could|will|would|won't) you (?:please )?(?:${TO_BE_KEPT}|remember (?:to|that)\\b)`,
  "iu",
);

const POINTED = "(?:this|that|it|any of (?:this|that|it)|the following|what follows)";
const MEMORISE =
  "(?:remember|save|store|learn|memori[sz]e|record|note|write down|(?:make|take) (?:a )?note of|(?:write|note|take)(?= \\p{L}+ down\\b))";
const CLOSING =
  "(?:,? (?:down|please|pls|plz|anywhere|in (?:your )?memory|for later|at all|either|though|ok|okay|thanks))*";
/** What is not to be kept is what stands before: "Don't save that." Who says where or why speaks of a thing: "Don't store it in the cellar." */
const POINTS = `(?:${MEMORISE} ${POINTED}|keep ${POINTED} (?:in mind|in memory|on record))${CLOSING}[\\s.!…]*$`;
/** Or what stands behind. */
const OPENS = `(?:${MEMORISE} (?:this|the following|what follows)(?: down)?\\s*[:,–—-]|remember:)`;
/** "Don't remember the name, but it was near the station" leaves out who doesn't. */
const NAMES = "remember (?=(?:the|my|our|his|her|their)\\b)(?!.*\\b(?:but|only|just|though|any ?more)\\b)";
const NOTES = `${NOTE_OF}|remind (?:me|us)`;
const not = (pattern: string): RegExp => order(`(?:${NOT}|${NEEDLESS}) (?:${pattern})`);
const NOT_TO_KEEP = not([POINTS, OPENS, NAMES, NOTES].join("|"));
const POINTS_BACK = not(POINTS);
const OPENS_ON = not(OPENS);
/** Says what somebody means to do, and nothing of whether it was done. */
const REMINDER = order("(?:remind (?:me|us)|remember|don'?t forget|do not forget) to\\b");

/** Whether a question asks for something to be kept, and for nothing else. */
export function asksToKeep(question: string): boolean {
  return TO_KEEP.test(question);
}

/** Whether an order of this form stands in the sentence: "The pin is 1234, don't write that down." */
function gives(form: RegExp, sentence: string): boolean {
  return tailsOf(plainly(sentence)).some((tail) => form.test(tail));
}

function plainly(sentence: string): string {
  return withPlainApostrophes(sentence.trim());
}

/**
 * `note` without what it asks not to be kept; "" where nothing is left, or where it only points at what that is: then it
 * may be any of it.
 */
export function keptOf(note: string): string {
  const sentences = sentencesIn(note);
  const forbidden = sentences.filter((sentence) => gives(NOT_TO_KEEP, sentence));
  if (forbidden.length === 0) return note;
  if (forbidden.some((sentence) => gives(POINTS_BACK, sentence))) return "";
  const opening = sentences.findIndex((sentence) => gives(OPENS_ON, sentence));
  const kept = opening < 0 ? sentences : sentences.slice(0, opening);
  return kept.filter((sentence) => !forbidden.includes(sentence)).join(" ");
}

/** What a note asks to be kept, without its orders; null where it asks for nothing of the kind. */
export function toKeepIn(note: string): string | null {
  const kept = keptOf(note);
  const isAsked = besidesOrders(kept).some(
    (said) => KEEP.test(plainly(said)) && (TO_KEEP.test(said) || !isQuestion(said)),
  );
  if (!isAsked) return null;
  return ordersIn(kept).length === 0 ? kept : besidesOrders(kept).join(" ");
}

/** `text` without what somebody only means to do: "Remind me to call the vet" is no answer to "Did I call the vet?" */
export function withoutReminders(text: string): string {
  const sentences = sentencesIn(text);
  const others = sentences.filter((sentence) => !REMINDER.test(plainly(sentence)));
  return others.length === sentences.length ? text : others.join(" ");
}

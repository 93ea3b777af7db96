/** What a note asks to be kept in mind, and what it asks not to be. */
import { isQuestion } from "../language/questions";
import { sentencesIn } from "../language/sentenceEnds";
import { NEEDLESS, NOT, order } from "./orderForms";
import { besidesOrders, ordersIn } from "./orders";

/** Words by which a sentence asks to be kept. */
const KEEP =
  /\b(?:remember|remind|don'?t forget|do not forget|(?:make|take) (?:a )?note (?:of|that)|note that|keep in mind|deadline|to-?do)\b/i;
/** A request that is put as a question asks for nothing else: "Can you remind me to call the vet?" */
const TO_KEEP =
  /\b(?:can|could|will|would|won't) you (?:please )?(?:remind (?:me|us)\b|note that|keep in mind|not forget|remember (?:to|that))\b/iu;

const POINTED = "(?:this|that|it|any of (?:this|that|it)|the following|what follows)";
const NOT_TO_KEEP = order(
  `(?:${NOT}|${NEEDLESS}) (?:remember(?= (?:the|my|our|his|her|their)\\b|[:,])|(?:remember|keep|save|store|learn|memori[sz]e|record|note|write down)(?: down)? ${POINTED}\\b|` +
    `(?:write|note|take) ${POINTED} down|(?:make|take) (?:a )?note (?:of|that)|remind (?:me|us))`,
);
/** What is not to be kept stands before or after. */
const POINTS = new RegExp(`${POINTED}(?: down)?[\\s.!:…]*$`, "iu");
const OPENS = new RegExp(`${POINTED}(?: down)?\\s*[:–—-]`, "iu");
/** Says what somebody means to do, and nothing of whether it was done. */
const REMINDER = order("(?:remind (?:me|us)|remember|don'?t forget|do not forget) to\\b");

/** Whether a question asks for something to be kept, and for nothing else. */
export function asksToKeep(question: string): boolean {
  return TO_KEEP.test(question);
}

function forbidsKeeping(sentence: string): boolean {
  return NOT_TO_KEEP.test(plainly(sentence));
}

function plainly(sentence: string): string {
  return sentence.trim().replace(/[’ʼ]/gu, "'");
}

/**
 * `note` without what it asks not to be kept; "" where nothing is left, or where it only points at what that is: then it
 * may be any of it.
 */
export function keptOf(note: string): string {
  const sentences = sentencesIn(note);
  const forbidden = sentences.filter(forbidsKeeping);
  if (forbidden.length === 0) return note;
  if (forbidden.some((sentence) => POINTS.test(sentence))) return "";
  const opening = sentences.findIndex((sentence) => forbidsKeeping(sentence) && OPENS.test(sentence));
  const kept = opening < 0 ? sentences : sentences.slice(0, opening);
  return kept.filter((sentence) => !forbidsKeeping(sentence)).join(" ");
}

/** What a note asks to be kept, without its orders; null where it asks for nothing of the kind. */
export function toKeepIn(note: string): string | null {
  const kept = keptOf(note);
  const isAsked = besidesOrders(kept).some(
    (said) => KEEP.test(said) && (TO_KEEP.test(said) || !isQuestion(said)),
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

/** Whether a sentence asks, with or without the mark, and what for: "what's the fare to Molde" and "tell me the fare" state nothing. */
import { withPlainApostrophes } from "./apostrophes";
import { ASKING, SENTENCE_BREAK } from "../../../mind/text/sentences";
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "./tokens";
import { isVerbForm } from "./verbs";

const MARKED = new RegExp(`[${ASKING}]["”’)」』]*\\s*$`, "u");

/** So far a sentence is read for its words. */
const READ_LENGTH = 64;

const AUXILIARY =
  "(?:can't|won't|is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|must|has|have|had)(?:n't|nt)?";
/** What may stand before a question, and is none of it: "hi Runa, please". Not "so": "so is the mill" tells of two that are alike. */
const GREETED = "(?:(?:and|but|ok|okay|hi|hey|hello|well|btw|please|pls|plz)\\b[ ,!:]*)*";
const OPENED = `${GREETED}(?:\\p{L}+, )?${GREETED}`;
/** What asks, before the verb: "what is", "who's". "What I like is tea" has its subject first. */
const ASKED_FOR = new RegExp(
  `^${OPENED}(?:what|where|when|why|how|who|which|whose)(?:'(?:s|re|ll|d)|(?<=what|where|when|how|who)s| ${AUXILIARY})(?= )`,
  "u",
);
const AMOUNT = new RegExp(`^${OPENED}how (?:many|much|long|often|old|far|big|late|soon)\\b`, "u");
/**
 * The verb before its subject, where that is sure: "did the dishes", "had it repaired" and "was there all day" are of
 * somebody who leaves himself out, "do the dishes" and "have it ready" tell others what to do.
 */
const DETERMINER = "the|an?|my|your|his|her|its|our|their|this|that|these|those";
const INVERTED = new RegExp(
  `^${OPENED}(?:(?!had|should|were)${AUXILIARY} (?:i|you|he|she|we|they)|` +
    `(?:is|are|does|can|could|will|would)(?:n't)? (?:it|there|any|anyone|anybody|someone|somebody|${DETERMINER}))\\b`,
  "u",
);
/** Who leaves the mark out writes no other either: "What is done is done." */
const STATED = /[.!…。！]["”’)」』]*\s*$/u;
/** But for what is sure to ask, having one verb, and that before its subject: "What is the fare to Molde." */
const STATED_AND_ASKED = new RegExp(
  `^${OPENED}(?:what|where|when|why|how|who|which)(?:'s| ${AUXILIARY}) (?:${DETERMINER}|i|you|he|she|we|they|it|there)\\b` +
    `(?!.* ${AUXILIARY}\\b)[^!…]*$`,
  "u",
);
/** Who wants to be told something asks for it: "tell me the fare", "let me know when they row", but no "tell me that you came". */
const TO_BE_TOLD = new RegExp(
  `^${OPENED}(?:tell me(?! (?:that|off|and|about (?:it|that),)(?!\\p{L}))|show me(?! (?:that|off)\\b)|give me(?= (?:the|my|our|your|his|her|their|all|any|some|more|details|directions)\\b)|let me know(?! (?:that|if|whether)\\b)|remind me(?= (?:what|where|who|which|whose|how)\\b))[ ,:]+(?=.*\\p{L})`,
  "u",
);
/** What is asked in the fewest words: "dentist when". */
const ASKED_LAST =
  /^(\p{L}[\p{L}\p{N}' -]*?),? (?:when|where|who|how (?:much|many|long|far|old)|what time)$/u;
const MOST_BEFORE_ASKED = 3;

/** Whether \`sentence\` is a question, told by its mark or by its words, or asks to be told something. */
export function isQuestion(sentence: string): boolean {
  if (MARKED.test(sentence)) return true;
  const plain = withPlainApostrophes(sentence.trimStart().slice(0, READ_LENGTH).toLowerCase());
  if (TO_BE_TOLD.test(plain)) return true;
  if (STATED.test(sentence)) return sentence.length <= READ_LENGTH && STATED_AND_ASKED.test(plain);
  return ASKED_FOR.test(plain) || AMOUNT.test(plain) || INVERTED.test(plain) || asksLast(plain, sentence);
}

/** Whether nothing but things stand before what asks: "God knows when" has a verb, "I wonder who" somebody. */
function asksLast(plain: string, sentence: string): boolean {
  if (sentence.trim().length > READ_LENGTH) return false;
  const before = tokensOf(ASKED_LAST.exec(plain.trimEnd())?.[1] ?? "");
  const [first] = before;
  return (
    first !== undefined &&
    before.length <= MOST_BEFORE_ASKED &&
    before.every((word) => !isStopWord(word)) &&
    !before.some((word) => isVerbForm(word.replace(/s$/u, "")))
  );
}

/** "A guest asks whether the tea is free": what somebody is told to have asked. */
const REPORTED =
  /\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|(?:wants?|wanted|would like|\p{L}+'d like) to know|(?:in|en)quire[sd]?)(?: (?:me|us|you|him|her|them|again|about it|today|\p{Lu}\p{L}+))? (?=(?:whether|if|when|where|why|how|what|which|who)\b)([^.!?;…。！？]+)/u;

/** What `text` reports to have been asked, "whether the tea is free"; null where it reports no question. */
export function reportedQuestion(text: string): string | null {
  return REPORTED.exec(text.replace(/’/gu, "'"))?.[1]?.trim() ?? null;
}

/** What leads what is asked after what was told: "The goat died, what do we do?", "It was lovely, wasn't it?" */
const ASKED_AFTER =
  /[,;:–—-]\s+(?:(?:and|but|so|or)\s+)?(?=(?:what|where|when|why|how|who|which|whose|is|are|was|were|am|do|does|did|can|could|will|would|should|shall|has|have|had)(?:n't|n’t)?\b)/giu;
/** What may be, or is a circumstance of what is asked: "If it rains, what do we do?" */
const CONDITION = /^(?:and |but |so )?(?:if|when|whenever|in case|unless|should|suppose|after|before)\b/iu;
/** A greeting or a name before a question states nothing. */
const LEAST_STATED_WORDS = 3;

/** The sentences and lines of `text` that ask nothing, and tell of nobody who did; of one that tells before it asks, what it tells. */
export function statedIn(text: string): string {
  return saidIn(text)
    .map((sentence) => (isQuestion(sentence) ? statedBefore(sentence) : sentence))
    .filter((sentence) => sentence !== "" && reportedQuestion(sentence) === null)
    .join(" ");
}

/** Whether a sentence or line of `text` asks something, or tells of somebody who did. */
export function asksSomething(text: string): boolean {
  return saidIn(text).some((sentence) => isQuestion(sentence) || reportedQuestion(sentence) !== null);
}

function saidIn(text: string): string[] {
  return text.split(SENTENCE_BREAK).flatMap((part) => part.split(/\n+/u));
}

/** What a sentence that asks tells before it does; nothing where it only asks. */
function statedBefore(sentence: string): string {
  const [asked] = sentence.matchAll(ASKED_AFTER);
  const head = sentence.slice(0, asked?.index ?? 0).trim();
  const states =
    head.split(/\s+/u).length >= LEAST_STATED_WORDS && !isQuestion(head) && !CONDITION.test(head);
  return states ? head : "";
}

/** What is asked for, by the word that asks; "what" and "which" are one, and "who" is nobody's thing. */
const ASKED_BY = new Map([
  ["what", "what"],
  ["which", "what"],
  ["who", "who"],
  ["whom", "who"],
  ["whose", "whose"],
  ["when", "when"],
  ["where", "where"],
  ["why", "why"],
  ["how", "how"],
]);
/** In a clause of a statement these tell a thing's time from its place; "who" and "which" only join it. */
const CIRCUMSTANCES = new Set(["when", "where", "why", "how"]);

/** What a question asks for, each once, sorted; nothing where it is answered by yes or no. */
export function askedFor(tokens: readonly string[]): string[] {
  const found = tokens.flatMap((token) => ASKED_BY.get(token.replace(/'.*$/, "")) ?? []);
  return [...new Set(found)].sort();
}

/** Whether one of two words (lower-case) asks or tells when, the other where, why or how. Symmetric. */
export function areOtherCircumstances(a: string, b: string): boolean {
  return a !== b && CIRCUMSTANCES.has(a) && CIRCUMSTANCES.has(b);
}

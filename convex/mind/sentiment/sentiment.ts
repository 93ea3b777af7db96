/** Sentiment of text, by VADER: a lexicon and rules made for short public posts. */
import { withPlainApostrophes } from "../language/apostrophes";
import vader from "vader-sentiment";
import { unhurried } from "../language/negations";
import { isInOtherLanguage } from "../language/otherLanguages";
import type { SentimentLabel } from "../../../mind/enums";
import { feltReadings } from "./feltReadings";
import { standInFor } from "./sentimentWords";

export interface Sentiment {
  /** −1 to 1; 0 where nothing speaks either way, as in text of a language that the lexicon doesn't know. */
  score: number;
  label: SentimentLabel;
}

/** VADER's own threshold: at or beyond ±0.05 a text is positive or negative. */
const LABEL_THRESHOLD = 0.05;
/** VADER was measured on texts of this size; a longer one is scored in pieces, which also keeps the cost linear. */
const PIECE_WORDS = 64;
/** What a long text makes one feel shows in its beginning and its end: of so many words. */
const FIRST_WORDS = 1536;
const LAST_WORDS = 512;
/** Longer words are links, hashes and the like: no feeling in them, and much work. */
const LONGEST_WORD = 40;

/**
 * What denies, or is too much of something, is told rather of what is amiss, though no word of it feels anything: "I can't log
 * in", "too many forms". So little leaves it neutral.
 */
const LEAN = -0.04;
const TOO = /^too$/i;

/** Score and label of `text`; the same for the same text. Linear in its length. */
export function sentimentOf(text: string): Sentiment {
  const felt = feltScore(text);
  const score = felt === 0 && leans(text) ? LEAN : felt;
  return { score, label: labelOf(score) };
}

function leans(text: string): boolean {
  if (isInOtherLanguage(text)) return false;
  const words = withPlainApostrophes(text.slice(0, MOST_LEANING)).split(/\s+/).map(unhurried);
  return words.some(
    (word, i) => DENIAL.test(bare(word)) || (TOO.test(word) && /^\p{L}/u.test(words[i + 1] ?? "")),
  );
}

function feltScore(text: string): number {
  let weighted = 0;
  let weights = 0;
  for (const piece of piecesOf(text)) {
    // Pieces count as much as they feel, so that a plain report around one strong paragraph does not drown it.
    const score = vader.SentimentIntensityAnalyzer.polarity_scores(piece).compound;
    weighted += score * Math.abs(score);
    weights += Math.abs(score);
  }
  return weights === 0 ? 0 : Math.min(1, Math.max(-1, weighted / weights));
}

/** The label of a score: positive from 0.05, negative from −0.05 down, else neutral. */
export function labelOf(score: number): Sentiment["label"] {
  if (score >= LABEL_THRESHOLD) return "positive";
  return score <= -LABEL_THRESHOLD ? "negative" : "neutral";
}

/** Negations that VADER only knows in small letters, which a sentence's first word is not. */
const NEGATION =
  /^(?:not|never|none|nor|neither|nothing|nowhere|without|despite|rarely|seldom|cannot|\p{L}+n't)$/iu;
const DENIAL = new RegExp(`${NEGATION.source}|^(?:no|nobody|hardly|barely)$`, "iu");
/** UTF-16 units that are looked through for one. */
const MOST_LEANING = 1000;
/** What a sentence ends with, but for dots that go on. */
const SENTENCE_END = /(?<!\.)[.!?]["')]*$/;
/** VADER lets a negation turn what follows within so many words, in another sentence too: then so many of no feeling stand between. */
const SILENCE = ["it", "it", "it"];
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?/gu;

/** The text as VADER reads it, in pieces of a post's size. */
function piecesOf(text: string): string[] {
  // German "die", "hell" and "Gift" are no death, no hell and no gift: of what is not English only signs are read.
  const isRead = isInOtherLanguage(text) ? (word: string) => !/\p{L}/u.test(word) : () => true;
  const texts = beginningAndEnd(
    withPlainApostrophes(text)
      .replace(EMOJI, " $& ")
      .split(/\s+/)
      .filter((word) => word !== "" && word.length <= LONGEST_WORD && isRead(word))
      .map(unhurried),
  );
  const words = feltReadings(texts).map(standInFor);
  const readable = words.flatMap((word, i) => {
    const next = words[i + 1];
    // What is "nothing but trouble" is trouble.
    if (/^nothing$/i.test(word) && /^but$/i.test(next ?? "")) return "only";
    const heard = NEGATION.test(word) ? word.toLowerCase() : word;
    // "No problem": VADER takes this no for a feeling of its own, where it denies the next one.
    if (/^no$/i.test(heard) && isCharged(next)) return "not";
    return next !== undefined && isDeniedUpTo(words, i) ? [heard, ...SILENCE] : heard;
  });
  const pieces: string[] = [];
  let start = 0;
  while (start < readable.length) {
    const end = pieceEnd(readable, start);
    pieces.push(readable.slice(start, end).join(" "));
    start = end;
  }
  return pieces;
}

function beginningAndEnd(words: readonly string[]): readonly string[] {
  if (words.length <= FIRST_WORDS + LAST_WORDS) return words;
  return [...words.slice(0, FIRST_WORDS), ...words.slice(-LAST_WORDS)];
}

/** Where the piece from `start` ends: after the last sentence that fits, so that no negation is cut off its word. */
function pieceEnd(words: readonly string[], start: number): number {
  const most = Math.min(start + PIECE_WORDS, words.length);
  if (most === words.length) return most;
  for (let end = most; end > start + PIECE_WORDS / 2; end--)
    if (/[.!?]["')]*$/.test(words[end - 1] ?? "")) return end;
  return most;
}

/** Whether the sentence ends at `end`, and a negation stands so near to it that the next one would be heard as denied. */
function isDeniedUpTo(words: readonly string[], end: number): boolean {
  if (!SENTENCE_END.test(words[end] ?? "")) return false;
  const last = words.slice(Math.max(0, end - SILENCE.length + 1), end + 1);
  return last.some((word) => NEGATION.test(bare(word)));
}

/** A word without the marks behind it. */
function bare(word: string): string {
  return word.replace(/[.,;:!?"')]+$/, "");
}

function isCharged(word: string | undefined): boolean {
  return word !== undefined && vader.SentimentIntensityAnalyzer.polarity_scores(word).compound !== 0;
}

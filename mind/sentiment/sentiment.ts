/** The sentiment of English texts: VADER by sentences. */
import type { SentimentLabel } from "../enums";
import { isEnglish } from "../text/language";
import type { ParsedText } from "../text/parsedText";
import { toFourPlaces } from "../unit";
import { compoundOf, ratingOf } from "./vader";

export interface Sentiment {
  /** −1 to 1. */
  readonly score: number;
  readonly label: SentimentLabel;
}

/** VADER's thresholds: ±0.05 and beyond is positive or negative. */
const THRESHOLD = 0.05;

/**
 * VADER adds up the ratings of a text, which was made for tweets. Of more rated sentences than this it is their mean that
 * counts, times three: long texts keep the scale of short ones.
 */
const MAX_SUMMED = 3;

/**
 * The sentiment of a text, and whether it is English. Other languages are neutral, because the lexicons do not rate their
 * words. Neutral sentences around a strong one do not dilute it. Linear in the text's length.
 */
export function sentimentOf(parsed: ParsedText): Sentiment & { readonly isEnglish: boolean } {
  if (!isEnglish(parsed.text)) return { ...labelled(0), isEnglish: false };
  const ratings = parsed.sentences.map(ratingOf).filter((rating) => rating !== 0);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const share = Math.min(1, MAX_SUMMED / Math.max(1, ratings.length));
  return { ...labelled(compoundOf(sum * share)), isEnglish: true };
}

/** A score with its label. */
export function labelled(exact: number): Sentiment {
  const score = toFourPlaces(exact);
  const label = score >= THRESHOLD ? "positive" : score <= -THRESHOLD ? "negative" : "neutral";
  return { score, label };
}

/** The sentiment of English texts: VADER by sentences. */
import type { SentimentLabel } from "../enums";
import { isEnglish } from "../text/language";
import type { ParsedText } from "../text/parsedText";
import { toFourPlaces } from "../unit";
import { compoundOf } from "./vader";

export interface Sentiment {
  /** −1 to 1. */
  readonly score: number;
  readonly label: SentimentLabel;
}

/** VADER's thresholds: ±0.05 and beyond is positive or negative. */
const THRESHOLD = 0.05;

/**
 * The sentiment of a text, and whether it is English. Other languages are neutral, because the lexicons do not rate their
 * words. Sentences are weighted by their strength, so that neutral ones around a strong one do not dilute it and long texts
 * have the scale of short ones. Linear in the text's length.
 */
export function sentimentOf(parsed: ParsedText): Sentiment & { readonly isEnglish: boolean } {
  if (!isEnglish(parsed.text)) return { ...labelled(0), isEnglish: false };
  let weighted = 0;
  let weights = 0;
  for (const sentence of parsed.sentences) {
    const compound = compoundOf(sentence);
    weighted += compound * Math.abs(compound);
    weights += Math.abs(compound);
  }
  return { ...labelled(weights === 0 ? 0 : weighted / weights), isEnglish: true };
}

/** A score with its label. */
export function labelled(exact: number): Sentiment {
  const score = toFourPlaces(exact);
  const label = score >= THRESHOLD ? "positive" : score <= -THRESHOLD ? "negative" : "neutral";
  return { score, label };
}

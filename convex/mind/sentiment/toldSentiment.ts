/** The sentiment of mind/sentiment, for what is left here. */
import { sentimentOf } from "./sentiment";

export function toldSentiment(text: string): number {
  return sentimentOf(text).score;
}

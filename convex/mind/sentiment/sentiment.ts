/** The sentiment of mind/sentiment, for what is left here. */
import { sentimentOf as sentimentOfParsed, type Sentiment } from "../../../mind/sentiment/sentiment";
import { parsedText } from "../../../mind/text/parsedText";

export function sentimentOf(text: string): Sentiment {
  return sentimentOfParsed(parsedText(text));
}

/** Sentiment of text, by VADER: a lexicon and rules made for short public posts. */
import vader from "vader-sentiment";

export interface Sentiment {
  /** −1 to 1; 0 where nothing speaks either way. */
  score: number;
  label: "positive" | "negative" | "neutral";
}

/** VADER's own threshold: at or beyond ±0.05 a text is positive or negative. */
const LABEL_THRESHOLD = 0.05;
/** VADER was measured on texts of this size; a longer one is scored in pieces, which also keeps the cost linear. */
const PIECE_WORDS = 48;

/** Score and label of `text`; the same for the same text. Linear in its length. */
export function sentimentOf(text: string): Sentiment {
  const scores = pieces(text).map(
    (piece) => vader.SentimentIntensityAnalyzer.polarity_scores(piece).compound,
  );
  let weighted = 0;
  let weights = 0;
  for (const score of scores) {
    weighted += score * Math.abs(score);
    weights += Math.abs(score);
  }
  const score = weights === 0 ? 0 : Math.min(1, Math.max(-1, weighted / weights));
  return { score, label: labelOf(score) };
}

/** The label of a score. */
export function labelOf(score: number): Sentiment["label"] {
  if (score >= LABEL_THRESHOLD) return "positive";
  return score <= -LABEL_THRESHOLD ? "negative" : "neutral";
}

function pieces(text: string): string[] {
  const words = text
    .replace(/[’ʼ]/g, "'")
    .split(/\s+/)
    .filter((word) => word !== "");
  const made: string[] = [];
  for (let start = 0; start < words.length; start += PIECE_WORDS) {
    made.push(words.slice(start, start + PIECE_WORDS).join(" "));
  }
  return made;
}

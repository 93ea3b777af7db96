/** Similarity in meaning by embeddings, on one scale for all models. */
import { unit } from "../unit";

/** Everyday texts without a common topic. They measure the cosine of unrelated texts in a model. */
export const UNRELATED_TEXTS: readonly string[] = [
  "The recipe asks for two onions and a spoon of vinegar.",
  "Trains to the coast leave every hour.",
  "She has played the violin since she was six.",
  "Our tax return was sent back because a signature was missing.",
  "Wolves hunt in packs at dusk.",
  "The old bridge will be closed until the repair is done.",
  "He forgot the password of his e-mail account.",
  "Volcanic soil makes good wine.",
];

/** A question that each of `UNRELATED_TEXTS` answers, in its order. They measure the cosine of a question and its answer. */
export const QUESTIONS: readonly string[] = [
  "How many onions does the recipe need?",
  "How often do trains go to the coast?",
  "Which instrument does she play?",
  "Why did the tax return come back?",
  "When do wolves hunt?",
  "How long is the bridge closed?",
  "What did he forget?",
  "Which soil is good for wine?",
];

/** The mean cosines of questions with texts that answer them, and with other texts. */
export interface QuestionCosines {
  readonly answering: number;
  readonly unrelated: number;
}

/**
 * The similarity in meaning that `answering` stands for: the cosine of all-MiniLM-L6-v2, whose other cosines are about 0. Models
 * such as E5 have 0.86 and 0.72.
 */
const ANSWERING = 0.7;
/** With less between the two a model tells answers from other texts by chance. */
const MIN_SPREAD = 0.02;

/** The `QuestionCosines` of a model from its vectors of `QUESTIONS` and of `UNRELATED_TEXTS`; null if it doesn't tell them apart. */
export function questionCosines(
  questions: readonly (readonly number[])[],
  texts: readonly (readonly number[])[],
): QuestionCosines | null {
  const cosines = questions.map((question) => texts.map((text) => cosineOf(question, text) ?? 0));
  const answers = cosines.map((row, i) => row[i] ?? 0);
  const others = cosines.flatMap((row, i) => row.filter((_, j) => j !== i));
  const [answering, unrelated] = [meanOf(answers), meanOf(others)];
  return answering - unrelated < MIN_SPREAD ? null : { answering, unrelated };
}

/** Similarity in meaning of a question and a text, 0 to 1: 0 for what is unrelated, 0.7 for an answer, 1 for the same text. */
export function answerSimilarity(cosine: number, { answering, unrelated }: QuestionCosines): number {
  return cosine < answering
    ? unit((ANSWERING * (cosine - unrelated)) / (answering - unrelated))
    : unit(ANSWERING + ((1 - ANSWERING) * (cosine - answering)) / (1 - answering));
}

/**
 * Cosines of a model with a baseline up to this are used as they are. In some models unrelated texts reach 0.8, and only the
 * excess is informative.
 */
const NEUTRAL_BASELINE = 0.1;
/**
 * No model has a greater baseline. A provider that does returns nearly the same vector for all texts, and its cosines are
 * used as they are.
 */
const MAX_BASELINE = 0.9;

/** The mean cosine of the vectors of unrelated texts, −1 to 1; 0 for fewer than two. */
export function baselineCosine(vectors: readonly (readonly number[])[]): number {
  const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => cosineOf(a, b) ?? 0));
  return meanOf(cosines);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Similarity in meaning, 0 to 1, from the cosine of two vectors and the baseline of their model. A cosine of 1 stays 1, and
 * unrelated texts get the same value in every model.
 */
export function meaningSimilarity(cosine: number, baseline: number): number {
  const excess = baseline > MAX_BASELINE ? NEUTRAL_BASELINE : Math.max(NEUTRAL_BASELINE, baseline);
  return unit(1 - ((1 - cosine) * (1 - NEUTRAL_BASELINE)) / (1 - excess));
}

/** The cosine of two vectors, −1 to 1; null if they differ in length or one is zero. */
export function cosineOf(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length) return null;
  let [dot, x, y] = [0, 0, 0];
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    dot += value * other;
    x += value * value;
    y += other * other;
  });
  return x === 0 || y === 0 ? null : dot / Math.sqrt(x * y);
}

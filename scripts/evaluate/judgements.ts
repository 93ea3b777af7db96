/** How well single texts are judged: sentiment and importance. */
import { entitiesOf } from "../../convex/mind/language/entities";
import { importanceOf } from "../../convex/mind/importance/importance";
import { sentimentOf } from "../../convex/mind/sentiment/sentiment";
import { seeded } from "../../test/support/random";
import type { BenchData } from "./data";
import type { Figure } from "./figures";
import { auc, interval, macroF1, mean, pearson, spearman } from "./metrics";
import { TermCounts } from "./termCounts";

/** Accuracy of the sign, correlation with raters, and macro F1 of the label. */
export function sentimentFigures(data: BenchData): Figure[] {
  const reviews = data.rated("sst2-dev").map(({ text, y }) => +(Math.sign(sentimentOf(text).score) === y));
  const products = data.rated("vader-amazon").map(({ text, y }) => ({ y, ...sentimentOf(text) }));
  const gold = products.map(({ y }) => (y >= 0.5 ? "positive" : y <= -0.5 ? "negative" : "neutral"));
  const labels = products.map(({ label }) => label);
  return [
    {
      set: "sst2-dev",
      metric: "accuracy of the sign",
      n: reviews.length,
      value: mean(reviews),
      interval: interval(reviews, mean, seeded(42)),
      baseline: 0.561,
    },
    {
      set: "vader-amazon",
      metric: "Pearson",
      n: products.length,
      value: pearson(
        products.map(({ score }) => score),
        products.map(({ y }) => y),
      ),
      baseline: 0.58,
    },
    {
      set: "vader-amazon",
      metric: "label macro F1",
      n: products.length,
      value: macroF1(gold, labels, ["positive", "neutral", "negative"]),
      baseline: 0.553,
    },
  ];
}

/** Correlation with raters' shares of "major event", and how well turns that are asked about stand out. */
export function importanceFigures(data: BenchData): Figure[] {
  const sentences = data.rated("hippocorpus");
  const scores = storedImportance(sentences.map(({ text }) => text));
  const rows = sentences.map(({ y }, i) => ({ y, score: scores[i] ?? 0 }));
  const correlation = (sample: readonly { y: number; score: number }[]) =>
    spearman(
      sample.map(({ score }) => score),
      sample.map(({ y }) => y),
    );
  const turns = data.conversations().flatMap((conversation) => {
    const asked = conversation.questions.filter(({ category }) => category !== "adversarial");
    const cited = new Set(asked.flatMap(({ evidence }) => evidence));
    const importance = storedImportance(conversation.turns.map(({ content }) => content));
    return conversation.turns.map((turn, i) => ({
      score: importance[i] ?? 0,
      cited: cited.has(turn.id),
      observed: turn.observed,
    }));
  });
  const turnScores = turns.map(({ score }) => score);
  return [
    {
      set: "hippocorpus",
      metric: "Spearman",
      n: rows.length,
      value: correlation(rows),
      interval: interval(rows, correlation, seeded(42), 100),
      baseline: 0.22,
    },
    {
      set: "locomo-turns",
      metric: "AUC, cited by a question",
      n: turns.length,
      value: auc(
        turnScores,
        turns.map(({ cited }) => cited),
      ),
      baseline: 0.776,
    },
    {
      set: "locomo-turns",
      metric: "AUC, cited by an observation",
      n: turns.length,
      value: auc(
        turnScores,
        turns.map(({ observed }) => observed),
      ),
      baseline: 0.784,
    },
  ];
}

/** The importance of each text as it is stored after those before it. */
function storedImportance(texts: readonly string[]): number[] {
  const counts = new TermCounts();
  return texts.map((text) => {
    const cues = { entities: entitiesOf(text), sentiment: sentimentOf(text).score };
    const importance = importanceOf(text, cues, counts.idf());
    counts.add(text);
    return importance;
  });
}

/** How well a search finds the turns of a conversation that answer a question. */
import { entitiesOf } from "../../convex/mind/language/entities";
import { importanceOf } from "../../convex/mind/importance/importance";
import { relevanceOf } from "../../convex/mind/search/relevance";
import { initialSalience } from "../../convex/mind/memory/salience";
import { matchesOf, searchText, type Candidate, type Match } from "../../convex/mind/search/searchRanking";
import { sentimentOf } from "../../convex/mind/sentiment/sentiment";
import { seeded } from "../../test/support/random";
import type { BenchData, Conversation } from "./data";
import type { Figure } from "./figures";
import { interval, mean } from "./metrics";
import { idfAmong, TermCounts } from "./termCounts";

/** What a result is ordered by; each is the one before with something more. */
const ORDERS = ["similarity alone", "with neighbours", "as served"] as const;
type Order = (typeof ORDERS)[number];

interface Outcome {
  category: string;
  at5: number;
  at10: number;
  reciprocalRank: number;
}

/** Recall of the cited turns among the first 5 and 10, and MRR, for each order and, as served, for each category. */
export function retrievalFigures(data: BenchData): Figure[] {
  const conversations = data.conversations();
  return ORDERS.flatMap((order) => {
    const outcomes = conversations.flatMap((conversation) => outcomesOf(conversation, order));
    const figures = overall(`locomo, ${order}`, outcomes);
    if (order !== "as served") return figures;
    const categories = [...new Set(outcomes.map(({ category }) => category))].sort();
    return [...figures, ...categories.flatMap((category) => ofCategory(category, outcomes))];
  });
}

const STATISTICS = [
  ["R@5", (outcome: Outcome) => outcome.at5, 0.585],
  ["R@10", (outcome: Outcome) => outcome.at10, 0.663],
  ["MRR@10", (outcome: Outcome) => outcome.reciprocalRank, 0.498],
] as const;

function overall(set: string, outcomes: readonly Outcome[]): Figure[] {
  return STATISTICS.map(([metric, read, baseline]) => ({
    set,
    metric,
    n: outcomes.length,
    value: mean(outcomes.map(read)),
    interval: interval(outcomes, (sample) => mean(sample.map(read)), seeded(42)),
    baseline,
  }));
}

function ofCategory(category: string, all: readonly Outcome[]): Figure[] {
  const outcomes = all.filter((outcome) => outcome.category === category);
  return STATISTICS.map(([metric, read]) => ({
    set: `locomo ${category}`,
    metric,
    n: outcomes.length,
    value: mean(outcomes.map(read)),
    interval: interval(outcomes, (sample) => mean(sample.map(read)), seeded(42)),
  }));
}

function outcomesOf({ turns, questions }: Conversation, order: Order): Outcome[] {
  const idf = idfAmong(turns.map((turn) => turn.content));
  const weights = memoryWeights(turns.map((turn) => turn.content));
  const candidates = turns.map((turn, i): Candidate<number> => ({
    key: i,
    text: searchText(turn.content),
    meaning: null,
    before: [i - 1, i - 2].filter((neighbour) => neighbour >= 0),
    after: i + 1 < turns.length ? i + 1 : null,
  }));
  return questions.map(({ question, category, evidence }) => {
    const matches = matchesOf(question, candidates, idf);
    const found = [...matches]
      .map(([i, match]) => ({
        i,
        score: scoreOf(match, weights[i] ?? { importance: 0, salience: 0 }, order),
      }))
      .sort((a, b) => b.score - a.score || b.i - a.i)
      .slice(0, 10)
      .map(({ i }) => turns[i]?.id ?? "");
    const recall = (most: number) =>
      found.slice(0, most).filter((id) => evidence.includes(id)).length / evidence.length;
    const first = found.findIndex((id) => evidence.includes(id));
    return { category, at5: recall(5), at10: recall(10), reciprocalRank: first < 0 ? 0 : 1 / (first + 1) };
  });
}

function scoreOf(match: Match, memory: { importance: number; salience: number }, order: Order): number {
  if (order === "similarity alone") return match.similarity;
  if (order === "with neighbours") return match.similarity + match.context;
  // All turns are stored within seconds, so recency is the same for all.
  return relevanceOf({ ...match, recency: 1, ...memory });
}

/** Importance and salience as each turn gets them when it is stored after those before it. */
function memoryWeights(texts: readonly string[]): { importance: number; salience: number }[] {
  const counts = new TermCounts();
  return texts.map((text) => {
    const sentiment = sentimentOf(text).score;
    const importance = importanceOf(text, { entities: entitiesOf(text), sentiment }, counts.idf());
    counts.add(text);
    return { importance, salience: initialSalience(importance, sentiment) };
  });
}

/** How well pairs of sentences are judged: graded similarity, and duplicates. */
import { dedupText, verdictOn } from "../../convex/mind/duplicates/duplicates";
import { pairSimilarity, profileOf, searchSimilarity } from "../../convex/mind/similarity/lexical";
import { seeded } from "../../test/support/random";
import type { BenchData, Pair } from "./data";
import type { Figure } from "./figures";
import { interval, spearman } from "./metrics";
import { idfAmong } from "./termCounts";

/** Spearman with the human scores, of search's similarity and of that of pairs. */
export function similarityFigures(data: BenchData): Figure[] {
  const pairs = data.pairs("sts-dev");
  // The benchmark stores the second sentences and searches the first ones.
  const idf = idfAmong(pairs.map((pair) => pair.b));
  return (
    [
      ["search", searchSimilarity],
      ["pairs", pairSimilarity],
    ] as const
  ).map(([name, similarity]) => {
    const rows = pairs.map((pair) => ({
      human: pair.score ?? 0,
      ours: similarity(profileOf(pair.a), profileOf(pair.b), idf),
    }));
    const statistic = (sample: typeof rows) =>
      spearman(
        sample.map((row) => row.ours),
        sample.map((row) => row.human),
      );
    return {
      set: "sts-dev",
      metric: `Spearman, ${name}`,
      n: rows.length,
      value: statistic(rows),
      interval: interval(rows, (sample) => statistic([...sample]), seeded(42), 100),
      baseline: 0.798,
    };
  });
}

/** The thresholds at which precision and recall are shown; the service's default is the first. */
const THRESHOLDS = [0.92, 0.9, 0.88];
/** The best recall at a precision of .9 with a threshold picked on the same rows. */
const BASELINES = { "mrpc-val": 0.503, "mrpc-train": 0.447, "sts-dev": 0.258 } as const;

/** Precision and recall of duplicates at one threshold for all sets, and the best recall at a precision of .9 of each set. */
export function duplicateFigures(data: BenchData): Figure[] {
  return (["mrpc-val", "mrpc-train", "sts-dev"] as const).flatMap((set) => {
    const pairs = data.pairs(set);
    const judged = judgedPairs(pairs);
    const at = THRESHOLDS.flatMap((threshold) => {
      const merged = judged.filter(({ similarity }) => similarity >= threshold);
      const right = merged.filter(({ duplicate }) => duplicate).length;
      return [
        { set, metric: `precision at ${threshold}`, n: merged.length, value: right / merged.length },
        { set, metric: `recall at ${threshold}`, n: pairs.length, value: right / positives(judged) },
      ];
    });
    const best = {
      set,
      metric: "recall at precision .90",
      n: pairs.length,
      value: recallAtPrecision(judged, 0.9),
    };
    return [...at, { ...best, baseline: BASELINES[set] }];
  });
}

interface Judged {
  similarity: number;
  duplicate: boolean;
}

/** Each pair's similarity, −1 where a difference forbids a merge. */
function judgedPairs(pairs: readonly Pair[]): Judged[] {
  const idf = idfAmong(pairs.flatMap((pair) => [pair.a, pair.b]));
  return pairs.map((pair) => {
    const verdict = verdictOn(dedupText(pair.a), dedupText(pair.b), idf, null, 0);
    return { similarity: verdict.kind === "different" ? -1 : verdict.similarity, duplicate: pair.y === 1 };
  });
}

function positives(judged: readonly Judged[]): number {
  return judged.filter(({ duplicate }) => duplicate).length;
}

function recallAtPrecision(judged: readonly Judged[], precision: number): number {
  const sorted = judged
    .filter(({ similarity }) => similarity >= 0)
    .sort((a, b) => b.similarity - a.similarity);
  let right = 0;
  let best = 0;
  sorted.forEach(({ duplicate, similarity }, i) => {
    if (duplicate) right += 1;
    if (sorted[i + 1]?.similarity !== similarity && right / (i + 1) >= precision) best = right;
  });
  return best / positives(judged);
}

/** How well detected links lead to texts of the same label, or to turns that one question cites together. */
import { entitiesOf } from "../../convex/mind/language/entities";
import { importanceOf } from "../../convex/mind/importance/importance";
import { detectedLinks, linkText } from "../../convex/mind/memory/links";
import { sentimentOf } from "../../convex/mind/sentiment/sentiment";
import { thinned, type BenchData, type Conversation, type Labelled } from "./data";
import type { Figure } from "./figures";
import { mean } from "./metrics";
import { idfAmong } from "./termCounts";

/** Sources looked at in each store, as in the benchmark. */
const MOST_SOURCES = { labelled: 200, cocited: 120 };

interface Outcome {
  /** Whether each link is right, the strongest first. */
  right: boolean[];
}

/** Precision of all links and of the strongest ones, and the share of sources with a right one. */
export function linkFigures(data: BenchData): Figure[] {
  return [
    ...figuresOf("banking77-links", data.labelledGroups().flatMap(labelledOutcomes), [0.72, 0.825, 0.93]),
    ...figuresOf("locomo-cocited", data.conversations().flatMap(cocitedOutcomes), [0.076, 0.108, 0.324]),
  ];
}

function figuresOf(
  set: string,
  outcomes: readonly Outcome[],
  baselines: readonly [number, number, number],
): Figure[] {
  const linked = outcomes.filter(({ right }) => right.length > 0);
  const links = outcomes.flatMap(({ right }) => right);
  return [
    { set, metric: "precision", n: links.length, value: mean(links.map(Number)), baseline: baselines[0] },
    {
      set,
      metric: "precision of the strongest",
      n: linked.length,
      value: mean(linked.map(({ right }) => Number(right[0]))),
      baseline: baselines[1],
    },
    {
      set,
      metric: "sources with a right link",
      n: outcomes.length,
      value: mean(outcomes.map(({ right }) => Number(right.includes(true)))),
      baseline: baselines[2],
    },
  ];
}

function labelledOutcomes(rows: readonly Labelled[]): Outcome[] {
  const sources = thinned([...rows.keys()], MOST_SOURCES.labelled);
  return outcomesOf(
    rows.map(({ text }) => text),
    sources,
    (i, j) => rows[i]?.label === rows[j]?.label,
  );
}

function cocitedOutcomes({ turns, questions }: Conversation): Outcome[] {
  const place = new Map(turns.map((turn, i) => [turn.id, i]));
  const session = (id: string) => id.split(":")[0];
  const together = new Map<number, Set<number>>();
  for (const { evidence } of questions.filter(({ category }) => category === "multi-hop")) {
    for (const one of evidence) {
      for (const other of evidence) {
        const [i, j] = [place.get(one), place.get(other)];
        if (i === undefined || j === undefined || session(one) === session(other)) continue;
        together.set(i, (together.get(i) ?? new Set<number>()).add(j));
      }
    }
  }
  const sources = thinned(
    [...together.keys()].sort((a, b) => a - b),
    MOST_SOURCES.cocited,
  );
  return outcomesOf(
    turns.map(({ content }) => content),
    sources,
    (i, j) => together.get(i)?.has(j) === true,
  );
}

function outcomesOf(
  texts: readonly string[],
  sources: readonly number[],
  related: (i: number, j: number) => boolean,
): Outcome[] {
  const idf = idfAmong(texts);
  const stored = texts.map((text, key) => {
    const entities = entitiesOf(text);
    const importance = importanceOf(text, { entities, sentiment: sentimentOf(text).score }, idf);
    return { key, text: linkText(text, { entities, importance, createdAt: key }) };
  });
  return sources.flatMap((i) => {
    const source = stored[i];
    if (source === undefined) return [];
    const links = detectedLinks(
      source.text,
      stored.filter(({ key }) => key !== i),
      idf,
    );
    const strongest = [...links].sort((a, b) => b.link.strength - a.link.strength);
    return [{ right: strongest.map(({ key }) => related(i, key)) }];
  });
}

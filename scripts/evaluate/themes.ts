/** How well clusters meet the labels of texts, all at once and in small batches as they come in. */
import { entitiesOf } from "../../convex/mind/language/entities";
import { subjectSimilarity } from "../../convex/mind/memory/sharedSubject";
import { profileOf } from "../../convex/mind/similarity/lexical";
import { namingOf, type Naming } from "../../convex/mind/themes/namedMatters";
import { nearestOf, strengthOf, type Near } from "../../convex/mind/themes/nearest";
import { regroupRegion, themeChanges, type Region } from "../../convex/mind/themes/themeChanges";
import type { BenchData } from "./data";
import type { Figure } from "./figures";
import { adjustedRand, mean } from "./metrics";
import { idfAmong } from "./termCounts";

/** All texts at once; then so many at a time, each batch seeing only what came before. */
const BATCHES = [Infinity, 120, 20];

/** Adjusted Rand index with the rest as singletons, coverage and number of clusters, means of the groups. */
export function clusterFigures(data: BenchData): Figure[] {
  const stores = data.labelledGroups().map((rows) => ({
    labels: rows.map(({ label }) => label),
    similarities: similarityMatrix(rows.map(({ text }) => text)),
    namings: new Map(rows.map(({ text }, i) => [i, namingOf({ text, entities: entitiesOf(text) })])),
  }));
  return BATCHES.flatMap((batch) => {
    const outcomes = stores.map(({ labels, similarities, namings }) => {
      const clusters = consolidated(similarities, namings, batch);
      return {
        ari: adjustedRand(
          labels,
          labels.map((_, i) => clusters.get(i) ?? `single ${i}`),
        ),
        coverage: clusters.size / labels.length,
        count: new Set(clusters.values()).size,
      };
    });
    const set = `banking77, ${batch === Infinity ? "at once" : `${batch} at a time`}`;
    const n = stores.reduce((sum, { labels }) => sum + labels.length, 0);
    return [
      {
        set,
        metric: "ARI, rest as singletons",
        n,
        value: mean(outcomes.map(({ ari }) => ari)),
        baseline: 0.454,
      },
      { set, metric: "coverage", n, value: mean(outcomes.map(({ coverage }) => coverage)) },
      { set, metric: "clusters", n, value: mean(outcomes.map(({ count }) => count)) },
    ];
  });
}

function similarityMatrix(texts: readonly string[]): Float32Array[] {
  const idf = idfAmong(texts);
  const profiles = texts.map(profileOf);
  const matrix = profiles.map(() => new Float32Array(profiles.length));
  profiles.forEach((one, i) => {
    for (let j = 0; j < i; j++) {
      const other = profiles[j];
      if (other === undefined) continue;
      const similarity = subjectSimilarity(one, other, idf);
      matrix[i]?.fill(similarity, j, j + 1);
      matrix[j]?.fill(similarity, i, i + 1);
    }
  });
  return matrix;
}

/** The cluster of each text that is in one, after consolidating in batches as the service does. */
function consolidated(
  similarities: readonly Float32Array[],
  namings: ReadonlyMap<number, Naming>,
  batch: number,
): Map<number, string> {
  const themes = new Map<string, readonly number[]>();
  let founded = 0;
  for (let from = 0; from < similarities.length; from += batch) {
    const stored = Math.min(similarities.length, from + batch);
    const nearest = nearestAmong(similarities, stored);
    for (const change of themeChanges(regroupRegion(regionOf(from, stored, nearest, themes)), namings)) {
      if (change.kind === "dissolved") themes.delete(change.id);
      else themes.set(change.kind === "founded" ? `theme ${founded++}` : change.id, change.members);
    }
  }
  return new Map([...themes].flatMap(([id, members]) => members.map((member) => [member, id] as const)));
}

function nearestAmong(similarities: readonly Float32Array[], stored: number): Map<number, Near[]> {
  const all = Array.from({ length: stored }, (_, place) => place);
  const nearTo = (place: number): Near[] =>
    all.map((other) => ({
      place: other,
      strength: strengthOf(similarities[place]?.[other] ?? 0, null, 0),
    }));
  return new Map(all.map((place) => [place, nearestOf(place, [], nearTo(place))]));
}

/** What is new, its neighbours, and everybody who is in a theme with one of these; all compared by words alone. */
function regionOf(
  from: number,
  stored: number,
  nearest: ReadonlyMap<number, readonly Near[]>,
  known: ReadonlyMap<string, readonly number[]>,
): Region {
  const members = new Set<number>();
  for (let place = from; place < stored; place++) {
    members.add(place);
    for (const near of nearest.get(place) ?? []) members.add(near.place);
  }
  const themes = [...known]
    .filter(([, own]) => own.some((place) => members.has(place)))
    .map(([id, own]) => ({ id, members: own }));
  for (const theme of themes) for (const place of theme.members) members.add(place);
  return { members, nearest, byMeaning: new Set(), themes };
}

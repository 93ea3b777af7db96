/** How well clusters meet the labels of texts, all at once and in small batches as they come in. */
import { continuedGroups } from "../../convex/mind/themes/clusterIdentity";
import { regroup } from "../../convex/mind/themes/clustering";
import { profileOf } from "../../convex/mind/similarity/lexical";
import { edgesOf, LEXICAL_FLOOR, NEIGHBOURS, type Neighbour } from "../../convex/mind/themes/neighbourGraph";
import { strengthOf } from "../../convex/mind/themes/nearest";
import { subjectSimilarity } from "../../convex/mind/memory/sharedSubject";
import { isSure, matterGroups, type Likeness } from "../../convex/mind/themes/themeGroups";
import { namingOf, type Naming } from "../../convex/mind/themes/namedMatters";
import { entitiesOf } from "../../convex/mind/language/entities";
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
  let clusters = new Map<number, string>();
  let named = 0;
  for (let from = 0; from < similarities.length; from += batch) {
    const stored = Math.min(similarities.length, from + batch);
    const nearest = nearestAmong(similarities, stored);
    const region = regionOf(from, stored, nearest, clusters);
    const regrouped = regroup({
      members: region.map(String),
      edges: edgesOf(region.map(String), nearest, LEXICAL_FLOOR),
      clusterOf: new Map(),
      sizeOf: new Map(),
    });
    const likeness: Likeness = {
      nearest: (place) =>
        (nearest.get(String(place)) ?? [])
          .map(({ id, similarity }) => ({ place: Number(id), strength: strengthOf(similarity, null, 0) }))
          .filter(({ strength }) => strength > 0),
      isByMeaning: () => false,
    };
    const found = groupsOf(
      [...regrouped.clusterOf].map(([member, cluster]) => [Number(member), cluster]),
    ).flatMap((group) => {
      const places = [...group.members].map(Number).sort((a, b) => a - b);
      if (isSure(places, likeness)) return [group];
      return matterGroups(places, likeness, namings).map((own, i) => ({
        id: `${group.id}/${i}`,
        members: new Set(own.map(String)),
      }));
    });
    const known = groupsOf([...clusters].filter(([member]) => region.includes(member)));
    const continued = continuedGroups(known, found);
    const next = new Map([...clusters].filter(([member]) => !region.includes(member)));
    for (const group of found) {
      const id = continued.get(group.id) ?? `theme ${named++}`;
      for (const member of group.members) next.set(Number(member), id);
    }
    clusters = next;
  }
  return clusters;
}

function nearestAmong(similarities: readonly Float32Array[], stored: number): Map<string, Neighbour[]> {
  const all = Array.from({ length: stored }, (_, i) => i);
  return new Map(
    all.map((i) => {
      const row = similarities[i] ?? new Float32Array();
      const others = all.filter((j) => j !== i).map((j) => ({ id: String(j), similarity: row[j] ?? 0 }));
      others.sort((p, q) => q.similarity - p.similarity || Number(p.id) - Number(q.id));
      return [String(i), others.slice(0, NEIGHBOURS)];
    }),
  );
}

/** What is new, its neighbours, and everybody who is in a cluster with one of these. */
function regionOf(
  from: number,
  stored: number,
  nearest: ReadonlyMap<string, readonly Neighbour[]>,
  clusters: ReadonlyMap<number, string>,
): number[] {
  const region = new Set<number>();
  for (let i = from; i < stored; i++) {
    region.add(i);
    for (const { id } of nearest.get(String(i)) ?? []) region.add(Number(id));
  }
  const touched = new Set([...region].flatMap((member) => clusters.get(member) ?? []));
  for (const [member, cluster] of clusters) if (touched.has(cluster)) region.add(member);
  return [...region].sort((a, b) => a - b);
}

function groupsOf(clusters: readonly (readonly [number, string])[]): { id: string; members: Set<string> }[] {
  const groups = new Map<string, Set<string>>();
  for (const [member, cluster] of clusters) {
    const members = groups.get(cluster) ?? new Set<string>();
    groups.set(cluster, members.add(String(member)));
  }
  return [...groups].map(([id, members]) => ({ id, members }));
}

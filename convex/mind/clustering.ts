/**
 * Grouping memories into themes by who their nearest neighbours are. The method is local moving on the constant Potts
 * model (Traag, Van Dooren, Nesterov 2011): a member's gain in a cluster is the weight of its links into it less a fixed
 * price for each member. Whether a memory moves depends on its own links and on sizes of clusters only, never on how much
 * is stored, so a region can be regrouped by itself; and every step raises one quantity, so it ends and, run again, changes nothing.
 *
 * A region is the memories that changed, their nearest neighbours, and all members of the clusters that any of these is in
 * (up to some bound). It is regrouped from nothing: with `clusterOf` naming the clusters of memories outside only. Then the
 * result depends on what is in the region, not on the batches in which it came, and `continuedGroups` says which theme is which.
 */
import type { Edge } from "./neighbourGraph";

/** What is known before a region is regrouped. */
export interface Grouping {
  /** The memories to regroup, in a fixed order (by age): it settles ties. */
  readonly members: readonly string[];
  /** Links of the members, to each other and to memories outside the region; each pair once. */
  readonly edges: readonly Edge[];
  /** The cluster of each memory named in the above that starts in one. */
  readonly clusterOf: ReadonlyMap<string, string>;
  /** How many memories each of those clusters has at the start: all that are in it, but for members that start alone. */
  readonly sizeOf: ReadonlyMap<string, number>;
}

export interface Regrouping {
  /** The cluster of each member that is in one now. New clusters are named by `newClusterId` of one of their members. */
  readonly clusterOf: ReadonlyMap<string, string>;
  /** Clusters that were merged, and what they are part of now; their members outside the region go along. */
  readonly merged: ReadonlyMap<string, string>;
}

/** The price of a member: clusters are denser inside than this. The quality is flat from 0.02 to 0.04. */
const PRICE = 0.025;
/** A theme is what at least so many memories share. */
export const SMALLEST_CLUSTER = 3;
/** Gains smaller than rounding errors are none, or two equal places could be swapped for ever. */
const EPSILON = 1e-9;

/** The name of a cluster that a regrouping founds around `member`. */
export function newClusterId(member: string): string {
  return `new:${member}`;
}

/** Regroups a region. Deterministic. Clusters smaller than `SMALLEST_CLUSTER` are dissolved. */
export function regroup(grouping: Grouping): Regrouping {
  const state = new State(grouping);
  const merged = new Map<string, string>();
  // Merging opens moves and moves open merges; both raise the same sum, so this ends.
  do state.moveMembers();
  while (state.mergeOnce(merged));
  const clusterOf = new Map<string, string>();
  for (const member of grouping.members) {
    const cluster = state.cluster(member);
    if (cluster !== null && state.size(cluster) >= SMALLEST_CLUSTER) clusterOf.set(member, cluster);
  }
  return { clusterOf, merged };
}

/** Where everybody is while a region is regrouped. A member in no cluster is alone in one of its own name. */
class State {
  readonly #members: readonly string[];
  readonly #links = new Map<string, { to: string; weight: number }[]>();
  readonly #edges: readonly Edge[];
  readonly #clusters: Map<string, string>;
  readonly #sizes: Map<string, number>;

  constructor({ members, edges, clusterOf, sizeOf }: Grouping) {
    this.#members = members;
    this.#edges = edges;
    this.#clusters = new Map(clusterOf);
    this.#sizes = new Map(sizeOf);
    for (const member of members) {
      if (this.#clusters.has(member)) continue;
      this.#clusters.set(member, newClusterId(member));
      this.#sizes.set(newClusterId(member), 1);
    }
    for (const { a, b, weight } of edges) {
      this.#link(a, b, weight);
      this.#link(b, a, weight);
    }
  }

  #link(from: string, to: string, weight: number): void {
    const links = this.#links.get(from);
    if (links === undefined) this.#links.set(from, [{ to, weight }]);
    else links.push({ to, weight });
  }

  cluster(member: string): string | null {
    return this.#clusters.get(member) ?? null;
  }

  size(cluster: string): number {
    return this.#sizes.get(cluster) ?? 0;
  }

  /** Moves members, in order, to where they gain most, until none gains. */
  moveMembers(): void {
    let moved = true;
    while (moved) {
      moved = false;
      for (const member of this.#members) moved = this.#move(member) || moved;
    }
  }

  #move(member: string): boolean {
    const here = this.#clusters.get(member);
    if (here === undefined) return false;
    const weights = new Map<string, number>();
    for (const { to, weight } of this.#links.get(member) ?? []) {
      const cluster = this.#clusters.get(to);
      if (cluster !== undefined) weights.set(cluster, (weights.get(cluster) ?? 0) + weight);
    }
    let best = here;
    let bestGain = (weights.get(here) ?? 0) - PRICE * (this.size(here) - 1);
    if (bestGain < -EPSILON) [best, bestGain] = [this.#alone(member, here), 0];
    for (const [cluster, weight] of weights) {
      const gain = weight - PRICE * this.size(cluster);
      if (cluster !== here && gain > bestGain + EPSILON) [best, bestGain] = [cluster, gain];
    }
    if (best === here) return false;
    this.#clusters.set(member, best);
    this.#sizes.set(here, this.size(here) - 1);
    this.#sizes.set(best, this.size(best) + 1);
    return true;
  }

  /** An empty cluster for a member that leaves. Its own name may have become a cluster of others. */
  #alone(member: string, here: string): string {
    let name = newClusterId(member);
    while (name === here || this.size(name) > 0) name = newClusterId(name);
    return name;
  }

  /** Merges the two clusters that gain most by it for the smaller one's size. Whether there were any. */
  mergeOnce(merged: Map<string, string>): boolean {
    const between = new Map<string, { a: string; b: string; weight: number }>();
    for (const edge of this.#edges) {
      const [p, q] = [this.#clusters.get(edge.a), this.#clusters.get(edge.b)];
      if (p === undefined || q === undefined || p === q) continue;
      const [a, b] = p < q ? [p, q] : [q, p];
      const key = `${a}\n${b}`;
      const pair = between.get(key);
      if (pair === undefined) between.set(key, { a, b, weight: edge.weight });
      else pair.weight += edge.weight;
    }
    let best: { a: string; b: string } | null = null;
    let bestGain = EPSILON;
    for (const { a, b, weight } of between.values()) {
      const [m, n] = [this.size(a), this.size(b)];
      const gain = (weight - PRICE * m * n) / Math.min(m, n);
      if (gain > bestGain) [best, bestGain] = [{ a, b }, gain];
    }
    if (best === null) return false;
    this.#mergeInto(best, merged);
    return true;
  }

  #mergeInto({ a, b }: { a: string; b: string }, merged: Map<string, string>): void {
    // What is known keeps its name before what is new, then the larger one.
    const [newA, newB] = [a.startsWith("new:"), b.startsWith("new:")];
    const keepsA = newA === newB ? this.size(a) >= this.size(b) : newB;
    const [kept, gone] = keepsA ? [a, b] : [b, a];
    for (const [member, cluster] of this.#clusters) if (cluster === gone) this.#clusters.set(member, kept);
    this.#sizes.set(kept, this.size(kept) + this.size(gone));
    this.#sizes.delete(gone);
    if (gone.startsWith("new:")) return;
    for (const [from, into] of merged) if (into === gone) merged.set(from, kept);
    merged.set(gone, kept);
  }
}

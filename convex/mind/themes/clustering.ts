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
  for (const [i, member] of grouping.members.entries()) {
    const { name, size } = state.clusterAt(i);
    if (size >= SMALLEST_CLUSTER) clusterOf.set(member, name);
  }
  return { clusterOf, merged };
}

/** In no cluster: memories outside the region that are known to be in none. */
const NOWHERE = -1;

/**
 * Where everybody is while a region is regrouped. A member in no cluster is alone in one of its own name. Memories and
 * clusters go by numbers here, members first in their order: a region of a thousand is looked at hundreds of times.
 */
class State {
  readonly #members: readonly string[];
  /** The cluster of each memory. */
  readonly #places: Int32Array;
  readonly #names: string[] = [];
  readonly #sizes: number[] = [];
  readonly #clusters = new Map<string, number>();
  /** The links of each memory. */
  readonly #links: { readonly to: number; readonly weight: number }[][];
  readonly #edges: readonly { readonly a: number; readonly b: number; readonly weight: number }[];
  /** For adding up weights by cluster; all zero between two uses. */
  readonly #sums: number[] = [];

  constructor({ members, edges, clusterOf, sizeOf }: Grouping) {
    this.#members = members;
    const numbers = new Map(members.map((member, i) => [member, i]));
    const numberOf = (memory: string): number => {
      const known = numbers.get(memory) ?? numbers.size;
      numbers.set(memory, known);
      return known;
    };
    this.#edges = edges.map(({ a, b, weight }) => ({ a: numberOf(a), b: numberOf(b), weight }));
    for (const memory of clusterOf.keys()) numberOf(memory);
    this.#places = new Int32Array(numbers.size).fill(NOWHERE);
    for (const [memory, name] of clusterOf) {
      this.#places[numberOf(memory)] = this.#clusterNamed(name, sizeOf.get(name) ?? 0);
    }
    for (const [i, member] of members.entries()) {
      if (this.#at(i) !== NOWHERE) continue;
      const own = this.#clusterNamed(newClusterId(member), 0);
      this.#sizes[own] = 1;
      this.#places[i] = own;
    }
    this.#links = Array.from({ length: numbers.size }, () => []);
    for (const { a, b, weight } of this.#edges) {
      this.#links[a]?.push({ to: b, weight });
      this.#links[b]?.push({ to: a, weight });
    }
  }

  #clusterNamed(name: string, size: number): number {
    const known = this.#clusters.get(name);
    if (known !== undefined) return known;
    this.#clusters.set(name, this.#names.length);
    this.#names.push(name);
    this.#sizes.push(size);
    this.#sums.push(0);
    return this.#names.length - 1;
  }

  #at(memory: number): number {
    return this.#places[memory] ?? NOWHERE;
  }

  #name(cluster: number): string {
    return this.#names[cluster] ?? "";
  }

  #size(cluster: number): number {
    return this.#sizes[cluster] ?? 0;
  }

  #resize(cluster: number, by: number): void {
    this.#sizes[cluster] = this.#size(cluster) + by;
  }

  /** The cluster of the member at this place in their order. */
  clusterAt(member: number): { name: string; size: number } {
    const cluster = this.#at(member);
    return { name: this.#name(cluster), size: this.#size(cluster) };
  }

  /** Moves members, in order, to where they gain most, until none gains. */
  moveMembers(): void {
    let moved = true;
    while (moved) {
      moved = false;
      for (let member = 0; member < this.#members.length; member++) moved = this.#move(member) || moved;
    }
  }

  #move(member: number): boolean {
    const here = this.#at(member);
    const sums = this.#sums;
    const near: number[] = [];
    for (const { to, weight } of this.#links[member] ?? []) {
      const cluster = this.#at(to);
      if (cluster === NOWHERE) continue;
      const sum = sums[cluster] ?? 0;
      if (sum === 0) near.push(cluster);
      sums[cluster] = sum + weight;
    }
    let best = here;
    let bestGain = (sums[here] ?? 0) - PRICE * (this.#size(here) - 1);
    if (bestGain < -EPSILON) [best, bestGain] = [NOWHERE, 0];
    for (const cluster of near) {
      const gain = (sums[cluster] ?? 0) - PRICE * this.#size(cluster);
      if (cluster !== here && gain > bestGain + EPSILON) [best, bestGain] = [cluster, gain];
    }
    for (const cluster of near) sums[cluster] = 0;
    if (best === here) return false;
    if (best === NOWHERE) best = this.#emptyCluster(member, here);
    this.#places[member] = best;
    this.#resize(here, -1);
    this.#resize(best, 1);
    return true;
  }

  /** An empty cluster for a member that leaves. Its own name may have become a cluster of others. */
  #emptyCluster(member: number, here: number): number {
    let name = newClusterId(this.#members[member] ?? "");
    for (;;) {
      const cluster = this.#clusterNamed(name, 0);
      if (cluster !== here && this.#size(cluster) === 0) return cluster;
      name = newClusterId(name);
    }
  }

  /** Merges the two clusters that gain most by it for the smaller one's size. Whether there were any. */
  mergeOnce(merged: Map<string, string>): boolean {
    const clusters = this.#names.length;
    const between = new Map<number, number>();
    for (const { a, b, weight } of this.#edges) {
      const [p, q] = [this.#at(a), this.#at(b)];
      if (p === NOWHERE || q === NOWHERE || p === q) continue;
      const key = p < q ? p * clusters + q : q * clusters + p;
      between.set(key, (between.get(key) ?? 0) + weight);
    }
    let best: number | null = null;
    let bestGain = EPSILON;
    for (const [key, weight] of between) {
      const [m, n] = [this.#size(Math.floor(key / clusters)), this.#size(key % clusters)];
      const gain = (weight - PRICE * m * n) / Math.min(m, n);
      if (gain > bestGain) [best, bestGain] = [key, gain];
    }
    if (best === null) return false;
    this.#merge(Math.floor(best / clusters), best % clusters, merged);
    return true;
  }

  #merge(p: number, q: number, merged: Map<string, string>): void {
    const [a, b] = this.#name(p) < this.#name(q) ? [p, q] : [q, p];
    // What is known keeps its name before what is new, then the larger one.
    const [newA, newB] = [this.#name(a).startsWith("new:"), this.#name(b).startsWith("new:")];
    const keepsA = newA === newB ? this.#size(a) >= this.#size(b) : newB;
    const [kept, gone] = keepsA ? [a, b] : [b, a];
    for (const [memory, cluster] of this.#places.entries()) if (cluster === gone) this.#places[memory] = kept;
    this.#resize(kept, this.#size(gone));
    this.#resize(gone, -this.#size(gone));
    const [keptName, goneName] = [this.#name(kept), this.#name(gone)];
    if (goneName.startsWith("new:")) return;
    for (const [from, into] of merged) if (into === goneName) merged.set(from, keptName);
    merged.set(goneName, keptName);
  }
}

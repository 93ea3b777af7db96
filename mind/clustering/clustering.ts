/**
 * Incremental clustering. A memory joins the cluster to which it adds most, the sum of its likeness to the members less a
 * fixed price for each, or founds one where it adds nothing; then the memories nearest to it may move in the same way.
 *
 * This is leader clustering (Hartigan 1975) with the mean of a cluster in place of its leader and a threshold on average
 * likeness, and the moves are local moving on the constant Potts model (Traag, Van Dooren, Nesterov 2011). Measured by
 * adjusted Rand index against one pass without moves: Banking77 .54 for .46, CLINC150 .70 for .63, StackOverflow .53 for .35.
 */
import { Cluster, type Point } from "./cluster";

/**
 * A member's price: the average likeness from which on memories belong together. From 0.08 to 0.09 all three sets are above
 * the leader baseline (.45, .61, .45).
 */
const PRICE = 0.085;
/** A cluster of so many takes in no more: one document lists its members, and a theme of more names nothing. */
const MOST_MEMBERS = 400;
/** Gains smaller than rounding errors are none, or two equal places could be swapped for ever. */
const EPSILON = 1e-9;

/**
 * Which memory is in which cluster, as far as it bears on those that join. The caller fills in what is known: clusters by
 * their ids, and members by their places, each counted in its cluster.
 */
export class Clustering {
  readonly clusters = new Map<string, Cluster>();
  readonly points = new Map<number, Point>();
  /** The cluster of each memory. New ones are named after one of their members. */
  readonly clusterOf = new Map<number, string>();
  readonly #baseline: number;

  /** `baseline`: what `baselineCosine` measures. */
  constructor(baseline = 0) {
    this.#baseline = baseline;
  }

  /** Takes in a new memory and lets the known ones of those nearest to it move. Deterministic. */
  join(place: number, point: Point, nearest: readonly number[]): void {
    this.points.set(place, point);
    const around = [place, ...nearest.filter((near) => this.points.has(near))];
    for (const mover of around) this.#move(mover, around);
  }

  /** Moves a memory to where it adds most, among its own cluster and those of the memories `around`. */
  #move(mover: number, around: readonly number[]): void {
    const point = this.points.get(mover);
    if (point === undefined) return;
    const here = this.clusterOf.get(mover);
    // Out of its own cluster it is compared with that as with any other.
    if (here !== undefined) this.clusters.get(here)?.count(point, -1);
    let best = here;
    let most = here === undefined ? 0 : this.#gain(point, here);
    for (const id of new Set(around.flatMap((place) => this.clusterOf.get(place) ?? []))) {
      const gain = this.#gain(point, id);
      if (gain > most + EPSILON) [best, most] = [id, gain];
    }
    if (best === undefined || most < -EPSILON) best = this.#newName(mover);
    const chosen = this.clusters.get(best) ?? new Cluster(this.#baseline);
    chosen.count(point, 1);
    this.clusters.set(best, chosen);
    this.clusterOf.set(mover, best);
  }

  #gain(point: Point, id: string): number {
    const cluster = this.clusters.get(id);
    if (cluster === undefined || cluster.size === 0 || cluster.size >= MOST_MEMBERS) return 0;
    return cluster.likeness(point) - PRICE * cluster.size;
  }

  #newName(founder: number): string {
    let name = `new ${founder}`;
    while (this.clusters.has(name)) name += "'";
    return name;
  }
}

/** The graph that clusters are found in: each memory linked to those nearest to it. */

/** A link between two memories that are near to each other. */
export interface Edge {
  readonly a: string;
  readonly b: string;
  /** Greater than 0, at most 1. */
  readonly weight: number;
}

/** A memory near to another; similarity 0 to 1, symmetric. */
export interface Neighbour {
  readonly id: string;
  readonly similarity: number;
}

/** How many nearest neighbours of each memory its links come from. */
export const NEIGHBOURS = 12;
/**
 * Lexical similarity that strangers have by a common word or two; links start above it. Two short notes that share one telling
 * word, "hiking", have little more.
 */
export const LEXICAL_FLOOR = 0.05;
/** A link that only one of the two counts among its nearest says half as much. */
const ONE_SIDED = 0.5;

/** The weight of a link. `floor`: the similarity that strangers have. `mutual`: each is among the nearest of the other. */
export function edgeWeight(similarity: number, mutual: boolean, floor: number): number {
  const above = Math.max(0, (similarity - floor) / (1 - floor));
  return mutual ? above : above * ONE_SIDED;
}

/**
 * The links of `members`, each pair once, in the order of the members. `nearest` gives the nearest neighbours of each
 * member, and of memories outside where they are known: a link to one that isn't there counts as one-sided.
 */
export function edgesOf(
  members: readonly string[],
  nearest: ReadonlyMap<string, readonly Neighbour[]>,
  floor: number,
): Edge[] {
  const near = new Map(
    [...nearest].map(([id, neighbours]) => [id, new Set(neighbours.map((one) => one.id))]),
  );
  const edges: Edge[] = [];
  const seen = new Set<string>();
  for (const a of members) {
    for (const { id: b, similarity } of nearest.get(a) ?? []) {
      const key = a < b ? `${a}\n${b}` : `${b}\n${a}`;
      if (a === b || seen.has(key)) continue;
      seen.add(key);
      const weight = edgeWeight(similarity, near.get(b)?.has(a) === true, floor);
      if (weight > 0) edges.push({ a, b, weight });
    }
  }
  return edges;
}

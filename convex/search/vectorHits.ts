/** Hits of a vector search: found in an action, because only actions search vectors, and passed to the query that ranks. */
import { v, type Infer } from "convex/values";

export const vectorHits = v.object({
  model: v.string(),
  /** The query's, from `vectorBytes` (mind/ranking/packedVectors): it is compared with all candidates, not only these hits. */
  vector: v.bytes(),
  /** The nearest first, for each search: a window takes two. */
  hits: v.array(v.array(v.id("vectors"))),
});
export type VectorHits = Infer<typeof vectorHits>;

/** The hits of a recall query in both spaces. The query is kept with them, since events may come in before they are used. */
export const queryHits = v.object({
  query: v.string(),
  memory: v.union(v.null(), vectorHits),
  knowledge: v.union(v.null(), vectorHits),
});
export type QueryHits = Infer<typeof queryHits>;

/** The hits of a query in a space; null where none were looked for. */
export function hitsOf(
  all: readonly QueryHits[],
  query: string,
  space: "memory" | "knowledge",
): VectorHits | null {
  return all.find((hits) => hits.query === query)?.[space] ?? null;
}

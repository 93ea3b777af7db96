/**
 * Hits of vector searches. Only actions can search vectors, so an action finds them and passes them to the query that ranks.
 */
import { v, type Infer } from "convex/values";

export const vectorHits = v.object({
  model: v.string(),
  /**
   * The query's vector (`vectorBytes` of mind/ranking/packedVectors). It is compared with all candidates, not only with these
   * hits.
   */
  vector: v.bytes(),
  /** Nearest first, one array per search: a time window takes two searches. */
  hits: v.array(v.array(v.id("vectors"))),
});
export type VectorHits = Infer<typeof vectorHits>;

/** The hits of a recall query in both spaces. They name their query, since more events may come in before they are used. */
export const queryHits = v.object({
  query: v.string(),
  memory: v.union(v.null(), vectorHits),
  knowledge: v.union(v.null(), vectorHits),
});
export type QueryHits = Infer<typeof queryHits>;

/** The hits of a query in a space; null if none were looked for. */
export function hitsOf(
  all: readonly QueryHits[],
  query: string,
  space: "memory" | "knowledge",
): VectorHits | null {
  return all.find((hits) => hits.query === query)?.[space] ?? null;
}

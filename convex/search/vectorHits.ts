/** What vectors say of a query: found in an action, because only actions search vectors; passed on to the query that ranks. */
import { v, type Infer } from "convex/values";

export const vectorHits = v.object({
  model: v.string(),
  /** The query's, as `bytesOf` (mind/ranking/packedVectors) gives it: all candidates are compared with it, not only those found by it. */
  vector: v.bytes(),
  /** The nearest, nearest first, of each search of vectors: of a window there are two. */
  hits: v.array(v.array(v.id("vectors"))),
});
export type VectorHits = Infer<typeof vectorHits>;

/**
 * What lies near a cue in meaning, in the two spaces that are searched; null where vectors can't tell. Kept by the cue's own
 * words: when the hits are used, something else may have come in, and make other cues.
 */
export const queryHits = v.object({
  cue: v.string(),
  memory: v.union(v.null(), vectorHits),
  knowledge: v.union(v.null(), vectorHits),
});
export type QueryHits = Infer<typeof queryHits>;

/** The hits of `cue` in a space; null where none were looked for. */
export function hitsOf(
  all: readonly QueryHits[],
  cue: string,
  space: "memory" | "knowledge",
): VectorHits | null {
  return all.find((hits) => hits.cue === cue)?.[space] ?? null;
}

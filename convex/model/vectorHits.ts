/** What vectors say of a query: found in an action, because only actions search vectors; passed on to the query that ranks. */
import { v, type Infer } from "convex/values";

export const vectorHits = v.object({
  model: v.string(),
  /** The query's, as `bytesOf` (mind/similarity/packedVectors) gives it: all candidates are compared with it, not only those found by it. */
  vector: v.bytes(),
  /** The nearest, nearest first, of each search of vectors: of a window there are two. */
  hits: v.array(v.array(v.id("vectors"))),
});
export type VectorHits = Infer<typeof vectorHits>;

/** Similarity in meaning, by vectors of one model. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { meaningSimilarity } from "../../mind/ranking/meaning";
import { cosineWith } from "../../mind/ranking/packedVectors";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Documents from "./documents";

/** A vector, and the model that made it. */
export const embedding = v.object({ model: v.string(), vector: v.array(v.float64()) });
export type Embedding = Infer<typeof embedding>;

/** What an action has found by vectors, for the query or mutation after it. */
export const semanticNeighbors = v.object({
  /** The text's own; null without one. */
  embedding: v.union(v.null(), embedding),
  /** The vectors near to it, the nearest first. */
  nearest: v.array(v.id("vectors")),
});
export type SemanticNeighbors = Infer<typeof semanticNeighbors>;

/** Without a vector, texts are compared by words only. */
export const NO_NEIGHBORS: SemanticNeighbors = { embedding: null, nearest: [] };

/**
 * A function for the similarity in meaning of a text to `other`, 0 to 1; null without a vector of the same model. It uses the
 * packed vector in the text's row, which is exact to a hundred-thousandth, so that no vector is read.
 */
export async function meaningTo(
  ctx: QueryCtx,
  other: Embedding | null,
): Promise<(text: Doc<"searchDocuments">) => number | null> {
  if (other === null) return () => null;
  const baseline = await ProviderHealth.baselineCosineOf(ctx, other.model);
  const cosineTo = cosineWith(other.vector);
  return (text) => {
    const packed = Documents.packedBy(text, other.model);
    return packed === null ? null : meaningSimilarity(cosineTo(packed), baseline);
  };
}

/** Similarity in meaning: the cosine of vectors by one model. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { answerSimilarity, meaningSimilarity } from "../../mind/ranking/meaning";
import { cosineWith } from "../../mind/ranking/packedVectors";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Documents from "./documents";

/** A vector, and the model that made it. */
export const embedding = v.object({ model: v.string(), vector: v.array(v.float64()) });
export type Embedding = Infer<typeof embedding>;

/** What an action has found by vector search and passes to a query or mutation. */
export const semanticNeighbors = v.object({
  /** The text's own embedding; null without one. */
  embedding: v.union(v.null(), embedding),
  /** The vectors near to it, the nearest first. */
  nearest: v.array(v.id("vectors")),
});
export type SemanticNeighbors = Infer<typeof semanticNeighbors>;

/** Without a vector, texts are compared by words only. */
export const NO_NEIGHBORS: SemanticNeighbors = { embedding: null, nearest: [] };

/**
 * Returns a function that gives a text's similarity in meaning to `other`, 0 to 1; null if the text has no vector of the same
 * model. It uses the packed vector in the text's row, exact to a hundred-thousandth, so it reads no vector. `isQuestion`: the
 * text is to answer `other`.
 */
export async function meaningTo(
  ctx: QueryCtx,
  other: Embedding | null,
  { isQuestion = false }: { readonly isQuestion?: boolean } = {},
): Promise<(text: Doc<"searchDocuments">) => number | null> {
  if (other === null) return () => null;
  const asked = isQuestion ? await ProviderHealth.questionCosinesOf(ctx, other.model) : null;
  const baseline = await ProviderHealth.baselineCosineOf(ctx, other.model);
  const cosineTo = cosineWith(other.vector);
  return (text) => {
    const packed = Documents.packedBy(text, other.model);
    if (packed === null) return null;
    const cosine = cosineTo(packed);
    return asked === null ? meaningSimilarity(cosine, baseline) : answerSimilarity(cosine, asked);
  };
}

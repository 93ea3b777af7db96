/** How near texts are in meaning, where vectors of one model tell. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { cosineWith } from "../../mind/ranking/packedVectors";
import * as Documents from "./documents";
import * as Vectors from "../embeddings/vectors";

/** A vector, and the model that made it. */
export const embedding = v.object({ model: v.string(), vector: v.array(v.float64()) });
export type Embedding = Infer<typeof embedding>;

/** What an action has found by meaning, for the mutation or query after it. */
export const semanticNeighbors = v.object({
  /** The text's own; null where it has none. */
  embedding: v.union(v.null(), embedding),
  /** The vectors near to it, nearest first. */
  nearest: v.array(v.id("vectors")),
});
export type SemanticNeighbors = Infer<typeof semanticNeighbors>;

/** Without a vector, only words decide. */
export const NO_NEIGHBORS: SemanticNeighbors = { embedding: null, nearest: [] };

/** The embedding of a text by `model`; null where it has none. */
export async function embeddingOf(
  ctx: QueryCtx,
  text: Doc<"searchDocuments">,
  model: string,
): Promise<Embedding | null> {
  const vector = text.embeddedBy === model ? await Vectors.vectorBy(ctx, model, text._id) : null;
  return vector === null ? null : { model, vector };
}

/**
 * The cosine of texts' vectors and another, −1 to 1; null where there is none to compare. By the direction that lies with
 * each text: to less than a ten-thousandth, and without reading a vector.
 */
export function cosinesTo(other: Embedding | null): (text: Doc<"searchDocuments">) => number | null {
  if (other === null) return () => null;
  const cosineTo = cosineWith(other.vector);
  return (text) => {
    const packed = Documents.packedBy(text, other.model);
    return packed === null ? null : cosineTo(packed);
  };
}

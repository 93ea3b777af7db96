/** How near texts are in meaning, where vectors of one model tell. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { cosineWith } from "../mind/similarity/packedVectors";
import * as Texts from "./texts";
import * as Vectors from "./vectors";

/** A vector, and the model that made it. */
export interface Embedding {
  readonly model: string;
  readonly vector: number[];
}

/** The embedding of a text by `model`; null where it has none. */
export async function embeddingOf(
  ctx: QueryCtx,
  text: Doc<"texts">,
  model: string,
): Promise<Embedding | null> {
  const vector = text.embeddedBy === model ? await Vectors.madeBy(ctx, model, text._id) : null;
  return vector === null ? null : { model, vector };
}

/**
 * The cosine of texts' vectors and another, −1 to 1; null where there is none to compare. By the direction that lies with
 * each text: to less than a ten-thousandth, and without reading a vector.
 */
export function cosinesTo(other: Embedding | null): (text: Doc<"texts">) => number | null {
  if (other === null) return () => null;
  const cosineTo = cosineWith(other.vector);
  return (text) => {
    const packed = Texts.packedBy(text, other.model);
    return packed === null ? null : cosineTo(packed);
  };
}

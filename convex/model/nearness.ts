/** How near texts are in meaning, where vectors of one model tell. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { cosineWith } from "../mind/similarity/packedVectors";

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
  if (text.embeddedBy !== model) return null;
  const row = await ctx.db
    .query("vectors")
    .withIndex("by_text", (q) => q.eq("textId", text._id))
    .unique();
  return row === null ? null : { model, vector: row.vector };
}

/**
 * The cosine of texts' vectors and another, −1 to 1; null where there is none to compare. By the direction that lies with
 * each text: to less than a ten-thousandth, and without reading a vector.
 */
export function cosinesTo(other: Embedding | null): (text: Doc<"texts">) => number | null {
  if (other === null) return () => null;
  const cosineTo = cosineWith(other.vector);
  return ({ packed, embeddedBy }) =>
    packed === undefined || embeddedBy !== other.model ? null : cosineTo(packed);
}

/** The texts of vectors, as far as they are still there. */
export async function textsOf(ctx: QueryCtx, vectorIds: readonly Id<"vectors">[]): Promise<Doc<"texts">[]> {
  const texts = await Promise.all(vectorIds.map((id) => textOf(ctx, id)));
  return texts.flatMap((text) => text ?? []);
}

/** The text of a vector; null where it went since it was found. */
export async function textOf(ctx: QueryCtx, vectorId: Id<"vectors">): Promise<Doc<"texts"> | null> {
  return await ctx.db
    .query("texts")
    .withIndex("by_vector", (q) => q.eq("vectorId", vectorId))
    .unique();
}

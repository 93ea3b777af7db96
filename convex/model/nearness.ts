/** How near texts are in meaning, where vectors of one model tell. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

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

/** Cosine of a text's vector and another, −1 to 1; null where there is none to compare. */
export async function cosineTo(
  ctx: QueryCtx,
  text: Doc<"texts">,
  other: Embedding | null,
): Promise<number | null> {
  if (other === null) return null;
  const own = await embeddingOf(ctx, text, other.model);
  // Vectors are kept at unit length.
  return own === null ? null : own.vector.reduce((sum, x, i) => sum + x * (other.vector[i] ?? 0), 0);
}

/** The texts of vectors, as far as they are still there. */
export async function textsOf(ctx: QueryCtx, vectorIds: readonly Id<"vectors">[]): Promise<Doc<"texts">[]> {
  const texts = await Promise.all(
    vectorIds.map(async (id) => {
      const row = await ctx.db.get("vectors", id);
      return row === null ? null : await ctx.db.get("texts", row.textId);
    }),
  );
  return texts.flatMap((text) => text ?? []);
}

/** Writing an imported vector: that of a memory, a thought or a passage. */
import type { MutationCtx } from "../_generated/server";
import type { Space } from "../../mind/enums";
import * as Vectors from "../embeddings/vectors";
import type { Settings } from "../lib/settings";

export interface VectorFields {
  /** `place`: of a passage in its item. */
  readonly row: {
    readonly space: Space;
    readonly owner: string;
    readonly place: number;
    readonly model: string;
    readonly vector: ArrayBuffer;
  };
}

/** Writes a vector of the configured model; another model's is of no use. Null where it was not written. */
export async function putVector(
  ctx: MutationCtx,
  settings: Settings,
  { space, owner, place, model, vector }: VectorFields["row"],
): Promise<string | null> {
  if (settings.embedding?.model !== model) return null;
  const document = await ctx.db
    .query("searchDocuments")
    .withIndex("by_owner", (q) =>
      space === "knowledge" ? q.eq("owner", owner).eq("place", place) : q.eq("owner", owner),
    )
    .first();
  if (document === null) return null;
  const vectors = [{ documentId: document._id, vector: [...new Float64Array(vector)] }];
  await Vectors.put(ctx, settings, model, vectors);
  return document._id;
}

/** The words behind a searchable text: they stand with its owner, in the table of its space. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Passages from "../knowledge/passages";

/** The text as its owner has it, of a passage with its title; null where the owner is gone. */
export async function contentOf(
  ctx: QueryCtx,
  { _id, space, owner }: Doc<"searchDocuments">,
): Promise<string | null> {
  switch (space) {
    case "memory": {
      const id = ctx.db.normalizeId("memories", owner);
      return id === null ? null : ((await ctx.db.get("memories", id))?.content ?? null);
    }
    case "thought": {
      const id = ctx.db.normalizeId("thoughts", owner);
      return id === null ? null : ((await ctx.db.get("thoughts", id))?.content ?? null);
    }
    case "knowledge":
      return await Passages.findableTextOf(ctx, _id);
  }
}

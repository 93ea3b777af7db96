/** From a search document to its memory. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { memoryIdOf } from "../search/documents";

/** The memory of a document. @throws for a document of another space */
export async function memoryOf(ctx: QueryCtx, text: Doc<"searchDocuments">): Promise<Doc<"memories">> {
  const memory = await ctx.db.get("memories", memoryIdOf(ctx, text));
  if (memory === null) throw new Error("a search document names a missing memory");
  return memory;
}

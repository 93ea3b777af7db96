/** The newest memories and the links among them. */
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { takeWithinBudget } from "../lib/withinBudget";
import { memoriesTables } from "./tables";

export const graph = v.object({
  memories: v.array(
    memoriesTables.memories.validator
      .pick("type", "content", "importance", "createdAt")
      .extend({ _id: v.id("memories") }),
  ),
  links: v.array(
    memoriesTables.links.validator
      .pick("type", "strength")
      .extend({ sourceId: v.id("memories"), targetId: v.id("memories") }),
  ),
});

/** Code points shown of a memory's content: enough to recognise it. */
const CONTENT_LENGTH = 160;
/** Links read of each memory, which may have 64. So 500 memories stay far below what a transaction may read. */
const MAX_LINKS = 32;

/** The newest memories, at most `limit` and fewer if they are long, with the links among them. */
export async function newest(ctx: QueryCtx, limit: number): Promise<Infer<typeof graph>> {
  const inOrder = ctx.db.query("memories").withIndex("by_createdAt").order("desc");
  const { rows } = await takeWithinBudget(inOrder, limit);
  const shown = new Set(rows.map(({ _id }) => _id));
  const links = await Promise.all(
    rows.map(({ _id }) =>
      ctx.db
        .query("links")
        .withIndex("by_source", (q) => q.eq("source", _id))
        .take(MAX_LINKS),
    ),
  );
  return {
    memories: rows.map(({ _id, type, content, importance, createdAt }) => ({
      ...{ _id, type, importance, createdAt },
      content: Array.from(content.slice(0, 2 * CONTENT_LENGTH))
        .slice(0, CONTENT_LENGTH)
        .join(""),
    })),
    links: links
      .flat()
      .filter(({ target }) => shown.has(target))
      .map(({ source, target, type, strength }) => ({ sourceId: source, targetId: target, type, strength })),
  };
}

/** The newest memories that count as evidence. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { takeWithinBudget } from "../lib/withinBudget";

/** Reflections by others are skipped; at most this many times `limit` rows are read to find enough evidence. */
const MAX_READ_RATIO = 4;

/** Newest first, at most `limit`; fewer once the rows read take `maxBytes`. */
export async function newestEvidence(
  ctx: QueryCtx,
  limit: number,
  maxBytes?: number,
): Promise<Doc<"memories">[]> {
  const newest = ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "world"))
    .order("desc");
  const bounds = { maxBytes, maxRead: MAX_READ_RATIO * limit, keep: isEvidence };
  return (await takeWithinBudget(newest, limit, bounds)).rows;
}

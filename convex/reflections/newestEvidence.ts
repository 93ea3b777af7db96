/** The newest memories that count as evidence. */
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { MOST_BYTES } from "../lib/withinBudget";

/** Reflections by others are skipped; at most this many times `limit` rows are read to find enough evidence. */
const MAX_READ_RATIO = 4;

/** Newest first, at most `limit`; fewer once the rows read take `maxBytes`. */
export async function newestEvidence(
  ctx: QueryCtx,
  limit: number,
  maxBytes = MOST_BYTES,
): Promise<Doc<"memories">[]> {
  const rows = ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "world"))
    .order("desc");
  const newest: Doc<"memories">[] = [];
  let read = 0;
  let bytes = 0;
  for await (const row of rows) {
    if (isEvidence(row)) newest.push(row);
    read += 1;
    bytes += getConvexSize(row);
    if (newest.length === limit || read === MAX_READ_RATIO * limit || bytes >= maxBytes) break;
  }
  return newest;
}

/** The newest memories of what others said and did. */
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { MOST_BYTES } from "../lib/withinBudget";

/** Where many of the newest are reflections, so many times as many are read, and no more. */
const PATIENCE = 4;

/** The newest memories that are evidence, the newest first, at most `most`; fewer where they take `mostBytes`. */
export async function newestEvidence(
  ctx: QueryCtx,
  most: number,
  mostBytes = MOST_BYTES,
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
    if (newest.length === most || read === PATIENCE * most || bytes >= mostBytes) break;
  }
  return newest;
}

/** The record of what was merged into memories: each wording once, with how often it came. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { normalKeyOf } from "../../mind/text/normalForm";
import type { MemoryType } from "../../mind/enums";
import * as Totals from "../lib/memoryTotals";

export interface Merge {
  readonly memoryId: Id<"memories">;
  readonly type: MemoryType;
  readonly content: string;
  /** 0 to 1. */
  readonly similarity: number;
  /** JSON text of an object: what found no room in the memory's metadata. */
  readonly metadata: string | null;
}

/** Notes a merge. Answers how many bytes the record has grown by. */
export async function record(ctx: MutationCtx, now: number, merge: Merge): Promise<number> {
  const { metadata, ...said } = merge;
  const key = normalKeyOf(JSON.stringify([said.type, said.content, metadata]));
  const rows = ctx.db
    .query("merges")
    .withIndex("by_memory", (q) => q.eq("memoryId", said.memoryId).eq("key", key));
  for await (const row of rows) {
    // A key is a digest: two wordings may share one, and the wordings decide.
    if (row.type !== said.type || row.content !== said.content || (row.metadata ?? null) !== metadata)
      continue;
    await ctx.db.patch("merges", row._id, { times: row.times + 1, lastAt: now });
    return 0;
  }
  const kept = metadata === null ? {} : { metadata };
  const row = { ...said, ...kept, times: 1, firstAt: now, lastAt: now, key };
  await ctx.db.insert("merges", row);
  return Totals.sizeOf(row);
}

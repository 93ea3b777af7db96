/** Counts what others stored since the last tick, from lists and one bounded read. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewSinceLastTick } from "../../mind/tick/given";
import * as Knowledge from "../knowledge/items";
import * as KnowledgeLists from "../knowledge/lists";
import * as Listing from "../lib/listing";
import { LIST } from "../memories/rows";
import * as Totals from "../lib/totals";

/** The agent itself makes fewer memories than this between two ticks. */
const MAX_OWN = 64;

/** What others stored since the tick of the log entry `last` ended; everything if there was none. */
export async function sinceLastTick(ctx: QueryCtx, last: Doc<"logs"> | undefined): Promise<NewSinceLastTick> {
  const tick = last === undefined ? null : await ctx.db.get("ticks", last.tickId);
  const { rememberedTo = 0, knownTo = 0 } = tick ?? {};
  const own = await ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "self").gt("createdAt", rememberedTo))
    .take(MAX_OWN);
  const stored = await Listing.pageOfScope(ctx, {
    ...{ list: LIST, scope: undefined, since: rememberedTo, limit: 1, offset: 0 },
  });
  return {
    memories: Math.max(0, stored.total - own.length),
    documents: await KnowledgeLists.total(ctx, knownTo),
  };
}

/**
 * What a tick records at its end, so that the next one can count. `rememberedTo` and `knownTo` are the times of the newest memory
 * and of the last change of knowledge, in ms since the epoch. These rise even if the clock is set back.
 */
export async function soFar(ctx: QueryCtx): Promise<{ rememberedTo: number; knownTo: number }> {
  const { newest } = await Totals.progress(ctx, "memories");
  return { rememberedTo: newest, knownTo: await Knowledge.lastChangeAt(ctx) };
}

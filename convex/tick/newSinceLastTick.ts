/** Counts what was stored for the agent since its last tick, from figures that are kept anyway and a bounded read. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewSinceLastTick } from "../../mind/tick/given";
import * as Knowledge from "../knowledge/items";
import * as KnowledgeLists from "../knowledge/lists";
import * as Totals from "../lib/memoryTotals";

/** More memories than the agent makes of its own between two ticks. */
const MAX_OWN = 64;

/** What was stored since the tick that wrote `last` ended; all there is where none has ended yet. */
export async function sinceLastTick(ctx: QueryCtx, last: Doc<"logs"> | undefined): Promise<NewSinceLastTick> {
  const tick = last === undefined ? null : await ctx.db.get("ticks", last.tickId);
  const { remembered = 0, rememberedTo = 0, knownTo = 0 } = tick ?? {};
  const own = await ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "self").gt("createdAt", rememberedTo))
    .take(MAX_OWN);
  const { placed } = await Totals.read(ctx);
  return {
    memories: Math.max(0, placed - remembered - own.length),
    documents: await KnowledgeLists.total(ctx, knownTo),
  };
}

/**
 * What a tick notes at its end, so that the next can count. The moments are those of the newest memory and of the last change of
 * knowledge: these rise though the clock be set back.
 */
export async function soFar(
  ctx: QueryCtx,
): Promise<{ remembered: number; rememberedTo: number; knownTo: number }> {
  const totals = await Totals.read(ctx);
  return {
    remembered: totals.placed,
    rememberedTo: totals.newest,
    knownTo: await Knowledge.lastChangeAt(ctx),
  };
}

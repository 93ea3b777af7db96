/** Counts what was stored for the agent since its last tick, from figures that are kept anyway and a bounded read. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { NOTHING_GIVEN, type Given } from "../mind/events/given";
import * as Knowledge from "./knowledge";
import * as KnowledgeLists from "./knowledgeLists";
import * as Totals from "./memoryTotals";

/** More memories than the agent makes of its own between two ticks. */
const MOST_OWN = 64;

/** What is given since the tick that wrote `last` ended; all there is where none has ended yet. */
export async function sinceLastTick(ctx: QueryCtx, last: Doc<"logs"> | undefined): Promise<Given> {
  const held = await Totals.read(ctx).then(Totals.total);
  const tick = last === undefined ? null : await ctx.db.get("ticks", last.tickId);
  const before = tick === null ? 0 : tick.remembered;
  // A tick of an earlier version did not count.
  if (before === undefined) return NOTHING_GIVEN;
  const { rememberedTo = last?.timestamp ?? 0, knownTo = last?.timestamp ?? 0 } = tick ?? {};
  const own = await ctx.db
    .query("memories")
    .withIndex("by_author", (q) => q.eq("author", "self").gt("createdAt", rememberedTo))
    .take(MOST_OWN);
  return {
    memories: Math.max(0, held - before - own.length),
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
    remembered: Totals.total(totals),
    rememberedTo: totals.newest,
    knownTo: await Knowledge.lastChangeAt(ctx),
  };
}

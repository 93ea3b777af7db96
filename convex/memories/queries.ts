/** Lists and figures of memories; apart from functions.ts, which loads the sentiment lexicon. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Links from "./links";
import * as Memories from "./memories";
import * as Stats from "./stats";

/** A page of memories, newest first. */
export const list = internalQuery({
  args: Memories.memoryFilter,
  returns: v.object({ memories: v.array(Memories.publicMemory), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, filter) => Memories.list(ctx, filter),
});

/** The figures of GET /memories/stats. */
export const stats = internalQuery({
  args: {},
  returns: Stats.memoryStats,
  handler: (ctx) => Stats.read(ctx),
});

/** A memory by an id from outside, its links and its backlinks; null where the id names none. */
export const linked = internalQuery({
  args: { id: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      memory: Memories.publicMemory,
      links: v.array(Links.outgoing),
      backlinks: v.array(Links.backlink),
    }),
  ),
  handler: async (ctx, { id }) => {
    const memory = await Memories.byId(ctx, id);
    if (memory === null) return null;
    return { memory: await Memories.toPublic(ctx, memory), ...(await Links.linksOf(ctx, memory._id)) };
  },
});

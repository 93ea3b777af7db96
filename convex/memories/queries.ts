/** Memories as they are listed and counted; apart from storing, which loads the sentiment lexicon. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Memories from "./memories";
import * as Stats from "./stats";
import { memoryType } from "../lib/validators";

/** A page of memories, newest first. */
export const list = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    type: v.optional(memoryType),
    minImportance: v.optional(v.number()),
    since: v.optional(v.number()),
  },
  returns: v.object({ memories: v.array(Memories.publicMemory), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, filter) => Memories.list(ctx, filter),
});

/** How many memories there are, of what kind, and how they fare. */
export const stats = internalQuery({
  args: {},
  returns: Stats.memoryStats,
  handler: (ctx) => Stats.read(ctx),
});

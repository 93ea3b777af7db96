/** The steps of a search that touch the database. The action that takes them is in searching.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { memoryType } from "../lib/validators";
import { vectorHits } from "../search/vectorHits";
import * as Activation from "./activation";
import * as MemorySearch from "./search";

/** One page of the memories that answer a query. */
export const search = internalQuery({
  args: {
    query: v.string(),
    now: v.number(),
    type: v.optional(memoryType),
    since: v.optional(v.number()),
    minImportance: v.optional(v.number()),
    threshold: v.number(),
    limit: v.number(),
    offset: v.number(),
    vectorHits: v.union(v.null(), vectorHits),
  },
  returns: MemorySearch.searchPage,
  handler: (ctx, args) => MemorySearch.search(ctx, args),
});

/** A search returned these: they were recalled. */
export const touch = internalMutation({
  args: { memoryIds: v.array(v.id("memories")) },
  returns: v.null(),
  handler: async (ctx, { memoryIds }) => {
    await Activation.touch(ctx, Date.now(), memoryIds);
    return null;
  },
});

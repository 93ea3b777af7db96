/** The steps of a search that touch the database. The action that takes them is in searching.ts. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import * as MemorySearch from "./search";
import * as Presence from "./activation";
import * as QueryVectors from "../search/queryVectors";
import { vectorHits } from "../search/vectorHits";
import { memoryType } from "../lib/validators";

/** Vectors deleted in one transaction: they are long. */
const BATCH = 100;

/** One page of the memories that answer a query. */
export const memories = internalQuery({
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
  returns: MemorySearch.found,
  handler: (ctx, args) => MemorySearch.search(ctx, args),
});

/** A search returned these: they were recalled. */
export const touch = internalMutation({
  args: { memoryIds: v.array(v.id("memories")) },
  returns: v.null(),
  handler: async (ctx, { memoryIds }) => {
    await Presence.touch(ctx, Date.now(), memoryIds);
    return null;
  },
});

/** The vector of a query that was asked before, as `bytesOf` gives it (mind/ranking/packedVectors); null where there is none. */
export const queryVector = internalQuery({
  args: { key: v.string() },
  returns: v.union(v.null(), v.bytes()),
  handler: (ctx, { key }) => QueryVectors.find(ctx, key),
});

/** Keeps the vector of a query. */
export const keepQueryVector = internalMutation({
  args: { key: v.string(), vector: v.bytes() },
  returns: v.null(),
  handler: async (ctx, { key, vector }) => {
    await QueryVectors.keep(ctx, Date.now(), key, vector);
    return null;
  },
});

/** Deletes one batch of old queries' vectors, and goes on in a further transaction while there are more. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const more = await QueryVectors.forget(ctx, Date.now(), BATCH);
    if (more) await ctx.scheduler.runAfter(0, internal.memories.searchFunctions.cleanUp, {});
    return null;
  },
});

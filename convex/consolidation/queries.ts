/** Lists core memories. Apart from functions.ts, whose imports a list need not load. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { page } from "../lib/validators";
import * as CoreMemories from "./coreMemories";
import * as MemoryStats from "./memoryStats";

/** A page, last reinforced first. */
export const list = internalQuery({
  args: { ...page, scope: v.optional(v.string()) },
  returns: v.object({ coreMemories: v.array(CoreMemories.publicCoreMemory), total: v.number() }),
  handler: (ctx, args) => CoreMemories.list(ctx, args),
});

/** The figures of GET /memories/stats. */
export const memoryStats = internalQuery({
  args: {},
  returns: MemoryStats.memoryStats,
  handler: (ctx) => MemoryStats.read(ctx),
});

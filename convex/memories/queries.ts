/** Lists and figures of memories; apart from functions.ts, which loads the sentiment lexicon. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { documentById } from "../lib/documentsById";
import { figures, page } from "../lib/validators";
import * as Graph from "./graph";
import * as Links from "./links";
import * as MemoryLists from "./lists";
import * as Memories from "./memories";
import * as Versions from "./versions";

/** A page of memories, newest first. */
export const list = internalQuery({
  args: Memories.memoryFilter,
  returns: Memories.memoryPage,
  handler: (ctx, filter) => Memories.list(ctx, filter),
});

/** Like `list`, also by attributes. Null if too many memories pass each of several filters. */
export const listFiltered = internalQuery({
  args: MemoryLists.listFilter,
  returns: v.union(v.null(), Memories.memoryPage),
  handler: (ctx, filter) => MemoryLists.listFiltered(ctx, filter),
});

/** The newest memories and the links among them. */
export const graph = internalQuery({
  args: { limit: v.number() },
  returns: Graph.graph,
  handler: (ctx, { limit }) => Graph.newest(ctx, limit),
});

/** The memory with a caller's id; null if there is none. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Memories.publicMemory.extend({ version: v.number() })),
  handler: async (ctx, { id }) => {
    const row = await documentById(ctx, "memories", id);
    return row && { ...(await Memories.toPublic(ctx, row)), version: row.version };
  },
});

/** A page of a memory's earlier versions, newest first; null if no memory has the caller's id. */
export const history = internalQuery({
  args: { id: v.string(), ...page },
  returns: v.union(v.null(), v.object({ versions: v.array(Versions.publicVersion), ...figures })),
  handler: async (ctx, { id, ...page }) => {
    const row = await documentById(ctx, "memories", id);
    return row && (await Versions.history(ctx, row, page));
  },
});

/** The memory with a caller's id, its links and backlinks; null if there is none. */
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
    const memory = await documentById(ctx, "memories", id);
    if (memory === null) return null;
    return { memory: await Memories.toPublic(ctx, memory), ...(await Links.linksOf(ctx, memory._id)) };
  },
});

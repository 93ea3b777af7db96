/** The list of knowledge; apart from functions.ts, which loads more. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Knowledge from "./items";
import * as Lists from "./lists";

/** A page of items, the last changed first. */
export const list = internalQuery({
  args: Lists.pageRange,
  returns: v.object({ items: v.array(Knowledge.publicItem), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, range) => Knowledge.page(ctx, range),
});

/** An item by its id from outside; null where it names none. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Knowledge.publicItem.extend({ version: v.number() })),
  handler: async (ctx, { id }) => {
    const knowledgeId = ctx.db.normalizeId("knowledge", id);
    const row = knowledgeId && (await ctx.db.get("knowledge", knowledgeId));
    return row && { ...(await Knowledge.toPublic(ctx, row)), version: row.version };
  },
});

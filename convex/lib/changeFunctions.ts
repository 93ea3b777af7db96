/** Functions of change sets for callers. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Changes from "./changes";
import { changeKind } from "./validators";

/** A page, newest first. */
export const list = internalQuery({
  args: {
    kind: v.optional(changeKind),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
    limit: v.number(),
    offset: v.number(),
  },
  returns: v.object({ changes: v.array(Changes.publicChange), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, args) => Changes.list(ctx, args),
});

/** A change set by an id from outside; null where it names none. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Changes.publicChange),
  handler: async (ctx, { id }) => {
    const row = await Changes.byId(ctx, id);
    return row && Changes.toPublic(row);
  },
});

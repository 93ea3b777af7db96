/** Knowledge as it is listed; apart from writing and searching, which load more. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Knowledge from "./items";

const filter = {
  tag: v.optional(v.string()),
  since: v.optional(v.number()),
  limit: v.number(),
  offset: v.number(),
};

/** A page of items, the last changed first. */
export const list = internalQuery({
  args: filter,
  returns: v.object({ items: v.array(Knowledge.publicItem), total: v.number(), hasMore: v.boolean() }),
  handler: (ctx, filter) => Knowledge.page(ctx, filter),
});

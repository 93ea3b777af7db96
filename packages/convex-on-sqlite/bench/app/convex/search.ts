/** Text search and vector search. */
import { v } from "convex/values";
import { action, query } from "./functions";

export const byText = query({
  args: { text: v.string(), topic: v.union(v.number(), v.null()) },
  handler: async (ctx, { text, topic }) => {
    const found = await ctx.db
      .query("notes")
      .withSearchIndex("by_text", (q) => {
        const search = q.search("text", text);
        return topic === null ? search : search.eq("topic", topic);
      })
      .take(10);
    return found.length;
  },
});

export const byVector = action({
  args: { vector: v.array(v.number()), topic: v.union(v.number(), v.null()) },
  handler: async (ctx, { vector, topic }) => {
    const found = await ctx.vectorSearch("vectors", "by_embedding", {
      vector,
      limit: 16,
      ...(topic === null ? {} : { filter: (q) => q.eq("topic", topic) }),
    });
    return found.length;
  },
});

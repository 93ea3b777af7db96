/** Embedding a query after its search. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../_generated/server";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import * as Embed from "../embeddings/embed";
import { CALL_MS, mayBlameText } from "../embeddings/failures";
import { embed } from "../llm/complete";

/** Embeds a query for which its request could not wait, so that the vector is cached when the query comes again. */
export const embedQuery = internalAction({
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    const text = await ctx.runMutation(internal.search.queryVectors.takeLate, { key });
    const endpoint = await Embed.usableEndpoint(ctx);
    if (text === null || endpoint === null) return;
    if ((await ctx.runQuery(internal.search.queryVectors.get, { key })) !== null) return;
    const embedding = await embed(ctx, endpoint, [text], { timeoutMs: CALL_MS, use: "query" });
    if (embedding.kind === "embedded") {
      if (!(await Embed.isComparable(ctx, embedding))) return;
      for (const vector of embedding.vectors)
        await ctx.runMutation(internal.search.queryVectors.put, { key, vector: vectorBytes(vector) });
    } else if (mayBlameText(embedding)) await Embed.recordUnlessTextFails(ctx, endpoint, embedding, CALL_MS);
    else await Embed.recordFailure(ctx, embedding);
  },
});

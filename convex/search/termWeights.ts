/** The idf of terms in memories, for actions that write texts without a model. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalQuery, type ActionCtx } from "../_generated/server";
import { UNCOUNTED, type Idf } from "../../mind/ranking/idf";
import { sharedTermsOf } from "../../mind/ranking/sharedTopics";
import type { ParsedText } from "../../mind/text/parsedText";
import * as DocumentFrequencies from "./documentFrequencies";

/** The most terms whose idf is read, those in most texts first. */
const MAX_WEIGHED = 200;

/** The idf of each of these terms, in their order. */
export const ofTerms = internalQuery({
  args: { terms: v.array(v.string()) },
  returns: v.array(v.number()),
  handler: async (ctx, { terms }) => terms.map(await DocumentFrequencies.idfFor(ctx, "memory", terms)),
});

/** The idf of the terms that these texts share. Any other term gets the idf of an empty corpus. */
export async function idfOfShared(ctx: ActionCtx, texts: readonly ParsedText[]): Promise<Idf> {
  const terms = sharedTermsOf(texts, MAX_WEIGHED);
  const weights = await ctx.runQuery(internal.search.termWeights.ofTerms, { terms });
  const byTerm = new Map(terms.map((term, i) => [term, weights[i] ?? UNCOUNTED(term)]));
  return (term) => byTerm.get(term) ?? UNCOUNTED(term);
}

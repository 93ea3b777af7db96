/** Searching memories: what retrieval finds above the threshold, by relevance. */
import { v, type Infer } from "convex/values";
import { internalQuery, type QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/mutation";
import { contributionsOf, recencyOf, relevanceOf, type RelevanceParts } from "../../mind/ranking/relevance";
import { decayedSalience } from "../../mind/salience/salience";
import { memoryType } from "../lib/validators";
import * as Documents from "../search/documents";
import { memoryHits, MAX_HITS, type Hit } from "../search/retrieval";
import { vectorHits } from "../search/vectorHits";
import * as Activation from "./activation";
import * as Memories from "./memories";

const contribution = v.object({ value: v.number(), weight: v.number(), contribution: v.number() });

/** The parts of a relevance score (mind/ranking/relevance). */
const relevanceParts = v.object({
  similarity: contribution,
  context: contribution,
  recency: contribution,
  importance: contribution,
  salience: contribution,
});

const searchResult = v.object({
  memory: Memories.publicMemory,
  similarity: v.number(),
  relevanceScore: v.number(),
  parts: relevanceParts,
});

const searchPage = v.object({
  results: v.array(searchResult),
  /** All hits, of which `results` is a page. */
  total: v.number(),
  /** Candidates that the threshold dropped. */
  belowThreshold: v.number(),
});
export type SearchPage = Infer<typeof searchPage>;

/** `scope` absent: all. `since` is exclusive, in ms since the epoch; `minImportance` and `threshold`, the least similarity, are inclusive. */
export const memorySearch = v.object({
  query: v.string(),
  scope: v.optional(v.string()),
  type: v.optional(memoryType),
  since: v.optional(v.number()),
  minImportance: v.optional(v.number()),
  threshold: v.number(),
  limit: v.number(),
  offset: v.number(),
});
export type MemorySearch = Infer<typeof memorySearch>;

/** Memories whose salience is read at once while the best are sought. */
const MAX_AT_ONCE = 16;

/** One page of the memories that answer a query, the most relevant first; ties the newest first. */
export const search = internalQuery({
  args: memorySearch.extend({ now: v.number(), vectorHits: v.union(v.null(), vectorHits) }),
  returns: searchPage,
  handler: async (
    ctx,
    { query, now, scope, type, since, minImportance = 0, threshold, limit, offset, vectorHits },
  ) => {
    const related = await memoryHits(ctx, { query, scope, facet: type, since, vectorHits });
    const all = related.filter(({ document }) => (document.importance ?? 0) >= minImportance);
    const above = all.filter(({ similarity }) => similarity >= threshold);
    const hits = above.slice(0, MAX_HITS);
    const page = (await mostRelevant(ctx, hits, now, offset + limit)).slice(offset);
    const results = await Promise.all(
      page.map(async ({ hit: { document, similarity }, parts, relevance }) => ({
        memory: await Memories.toPublic(ctx, await Documents.memoryOf(ctx, document)),
        similarity,
        relevanceScore: relevance,
        parts: contributionsOf(parts),
      })),
    );
    return { results, total: hits.length, belowThreshold: all.length - above.length };
  },
});

/** Raises the salience of memories that a search returned. */
export const touch = internalMutation({
  args: { memoryIds: v.array(v.id("memories")) },
  returns: v.null(),
  handler: async (ctx, { memoryIds }) => {
    await Activation.touch(ctx, Date.now(), memoryIds);
    return null;
  },
});

interface Ranked {
  readonly hit: Hit;
  readonly parts: RelevanceParts;
  readonly relevance: number;
}

/**
 * The `max` most relevant, in order. Salience is read only for hits that can still be among them, since the other parts of
 * their relevance are known.
 */
async function mostRelevant(
  ctx: QueryCtx,
  hits: readonly Hit[],
  now: number,
  max: number,
): Promise<Ranked[]> {
  const upperBounds = hits
    .map((hit): Ranked => {
      const { similarity, context, document } = hit;
      const recency = recencyOf(now - document.createdAt);
      const parts = { similarity, context, recency, importance: document.importance ?? 0, salience: 1 };
      return { hit, parts, relevance: relevanceOf(parts) };
    })
    .sort(byRelevance);
  let best: Ranked[] = [];
  for (let i = 0; i < upperBounds.length; i += MAX_AT_ONCE) {
    const next = upperBounds.slice(i, i + MAX_AT_ONCE);
    const worst = best.length < max ? -Infinity : (best.at(-1)?.relevance ?? -Infinity);
    if ((next[0]?.relevance ?? 0) < worst) break;
    const ranked = await Promise.all(next.map((one) => withSalience(ctx, one, now)));
    best = [...best, ...ranked].sort(byRelevance).slice(0, max);
  }
  return best;
}

async function withSalience(ctx: QueryCtx, { hit, parts }: Ranked, now: number): Promise<Ranked> {
  const activation = await Activation.read(ctx, Documents.memoryIdOf(ctx, hit.document));
  // Decayed until now, whether or not that is stored yet, so that the touch of one page does not reorder the next.
  const known = { ...parts, salience: decayedSalience(activation, now - activation.salienceAt) };
  return { hit, parts: known, relevance: relevanceOf(known) };
}

function byRelevance(a: Ranked, b: Ranked): number {
  return (
    b.relevance - a.relevance ||
    b.hit.document.createdAt - a.hit.document.createdAt ||
    (a.hit.document.owner < b.hit.document.owner ? -1 : 1)
  );
}

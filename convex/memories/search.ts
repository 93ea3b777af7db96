/** Searches memories: ranks by relevance what retrieval finds above the threshold. */
import { v, type Infer } from "convex/values";
import { internalMutation, internalQuery, type QueryCtx } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import * as Listing from "../lib/listing";
import { correctedParts } from "../../mind/ranking/corrected";
import { contributionsOf, recencyOf, relevanceOf, type RelevanceParts } from "../../mind/ranking/relevance";
import { toldFirst } from "../../mind/ranking/told";
import { decayedSalience } from "../../mind/salience/salience";
import { attributeFilter } from "../lib/attributes";
import { memoryType, page, sentimentLabel } from "../lib/validators";
import * as Documents from "../search/documents";
import { ReadBudget } from "../search/readBudget";
import { MAX_HITS } from "../search/retrieval";
import { memoryHits, type MemoryHit, type Selection } from "./retrieval";
import { vectorHits } from "../search/vectorHits";
import * as MemoryLists from "./lists";
import * as Activation from "./activation";
import * as Memories from "./memories";
import { memoryOf } from "./memoryOf";

const contribution = v.object({ value: v.number(), weight: v.number(), contribution: v.number() });

/** The parts of a relevance score (mind/ranking/relevance). */
const relevanceParts = v.object({
  similarity: contribution,
  context: contribution,
  recency: contribution,
  importance: contribution,
  salience: contribution,
});

/** `parts`: where the caller asks for an explanation. */
export const searchResult = v.object({
  memory: Memories.publicMemory,
  similarity: v.number(),
  relevanceScore: v.number(),
  parts: relevanceParts,
});

const searchPage = v.object({
  results: v.array(searchResult),
  /** All hits, of which `results` is a page, among the candidates. */
  total: v.number(),
  /** Candidates that the threshold dropped. */
  belowThreshold: v.number(),
  /** Present if too many memories pass each of several attribute filters. Then nothing was searched. */
  tooMany: v.optional(v.boolean()),
});
export type SearchPage = Infer<typeof searchPage>;

/**
 * `scope` absent: all. `since`: exclusive, in ms since the epoch. `minImportance` and `threshold` (the least similarity):
 * inclusive.
 */
export const memorySearch = v.object({
  ...attributeFilter.fields,
  sentiment: v.optional(sentimentLabel),
  query: v.string(),
  scope: v.optional(v.string()),
  type: v.optional(memoryType),
  since: v.optional(v.number()),
  minImportance: v.optional(v.number()),
  threshold: v.number(),
  /** Whether `total` is exact however small the page: it takes four times as many candidates. */
  counted: v.optional(v.boolean()),
  ...page,
});
export type MemorySearch = Infer<typeof memorySearch>;

/** Results of which a page has few candidates: all pages within them have the same. */
const FEW_RESULTS = 32;
/** Candidates by words for these; for others `MAX_HITS`. Recall is the same with both (memories/recall). */
const FEW_HITS = 64;

/** How many memories' salience is read at once after that of as many as are wanted. */
const MAX_AT_ONCE = 4;

/** One page of the memories that answer a query, the most relevant first; ties the newest first. */
export const search = internalQuery({
  args: memorySearch.extend({ now: v.number(), vectorHits: v.union(v.null(), vectorHits) }),
  returns: searchPage,
  handler: async (
    ctx,
    { query, now, scope, type, since, minImportance = 0, threshold, limit, offset, vectorHits, ...rest },
  ) => {
    const { counted = false, ...carried } = rest;
    const max = counted || offset + limit > FEW_RESULTS ? MAX_HITS : FEW_HITS;
    const scopes = scope === undefined ? undefined : [scope];
    const selection = await selectionBy(ctx, { scope, type, since, ...carried });
    const related = await memoryHits(ctx, { query, scopes, facet: type, since, vectorHits, selection, max });
    if (selection?.isTooLarge() === true) return { results: [], total: 0, belowThreshold: 0, tooMany: true };
    const all = related.filter(({ document }) => (document.importance ?? 0) >= minImportance);
    const above = all.filter(({ similarity }) => similarity >= threshold);
    const hits = toldFirst(above).slice(0, MAX_HITS);
    const page = (await mostRelevant(ctx, hits, now, offset + limit)).slice(offset);
    const results = await Promise.all(
      page.map(async ({ hit: { document, similarity }, parts, relevance, activation }) => ({
        memory: Memories.asPublic(await memoryOf(ctx, document), activation),
        similarity,
        relevanceScore: relevance,
        parts: contributionsOf(parts),
      })),
    );
    return { results, total: hits.length, belowThreshold: all.length - above.length };
  },
});

/** If at most this many memories pass an attribute filter, all of them are compared with the query. */
const FEW = 512;

/** The memories to which attribute and sentiment filters limit a search; null without such a filter. */
async function selectionBy(
  ctx: QueryCtx,
  {
    scope,
    since,
    ...filter
  }: Pick<MemorySearch, "scope" | "type" | "since" | "sentiment" | "metadata" | "entity">,
): Promise<(Selection & { readonly isTooLarge: () => boolean }) | null> {
  const { sentiment, metadata, entity } = filter;
  if (sentiment === undefined && metadata === undefined && entity === undefined) return null;
  const lists = await MemoryLists.listsFor(filter);
  const page = await Listing.pageOfAll(ctx, lists, { scope, since, limit: FEW, offset: 0 });
  if (page !== null && !page.hasMore) {
    const ids = new Set(page.ids);
    const budget = new ReadBudget();
    const all: Doc<"searchDocuments">[] = [];
    for (const id of page.ids) {
      const text = await Documents.ofOwner(ctx, id);
      // A reflection without evidence has no search document.
      if (text !== null) all.push(text);
      if (text !== null) budget.count([text]);
      if (budget.spent) break;
    }
    if (!budget.spent) return { all, ofThese: () => Promise.resolve(ids), isTooLarge: () => false };
  }
  let isTooLarge = false;
  const ofThese = async (texts: readonly Doc<"searchDocuments">[]) => {
    const rows = texts.map(({ createdAt, owner }) => ({ key: createdAt, id: owner }));
    const ids = await Listing.idsInAll(ctx, lists, rows, scope);
    isTooLarge = ids === null;
    return ids ?? new Set<string>();
  };
  return { all: null, ofThese, isTooLarge: () => isTooLarge };
}

/** Raises the salience of memories that a search returned. */
export const touch = internalMutation({
  args: { memoryIds: v.array(v.id("memories")) },
  returns: v.null(),
  handler: (ctx, { memoryIds }) => Activation.touch(ctx, Date.now(), memoryIds),
});

interface Rated {
  readonly hit: MemoryHit;
  readonly parts: RelevanceParts;
  readonly relevance: number;
}

interface Ranked extends Rated {
  readonly activation: Doc<"memoryActivation">;
}

/**
 * The `max` most relevant hits, in order. The other parts of relevance are known, so salience is read only for hits that can
 * still be among them.
 */
async function mostRelevant(
  ctx: QueryCtx,
  hits: readonly MemoryHit[],
  now: number,
  max: number,
): Promise<Ranked[]> {
  const upperBounds = hits
    .map((hit): Rated => {
      const { similarity, context, document } = hit;
      const recency = recencyOf(now - document.createdAt);
      const parts = { similarity, context, recency, importance: document.importance ?? 0, salience: 1 };
      return { hit, parts, relevance: relevanceOf(parts) };
    })
    .sort(byRelevance);
  let best: Ranked[] = [];
  for (let read = 0; read < upperBounds.length;) {
    const next = upperBounds.slice(read, Math.max(max, read + MAX_AT_ONCE));
    const worst = best.length < max ? -Infinity : (best.at(-1)?.relevance ?? -Infinity);
    if ((next[0]?.relevance ?? 0) < worst) break;
    const ranked = await Promise.all(next.map((one) => withSalience(ctx, one, now)));
    best = [...best, ...ranked].sort(byRelevance).slice(0, max);
    read += next.length;
  }
  return best;
}

async function withSalience(ctx: QueryCtx, { hit, parts }: Rated, now: number): Promise<Ranked> {
  const activation = await Activation.read(ctx, Documents.memoryIdOf(ctx, hit.document));
  // Decay is computed up to now, whether or not it is stored, so that the recall of one page does not reorder the next.
  const salient = { ...parts, salience: decayedSalience(activation, now - activation.salienceAt) };
  const known =
    hit.document.correctedBy === undefined && hit.isBehind !== true ? salient : correctedParts(salient);
  return { hit, parts: known, relevance: relevanceOf(known), activation };
}

function byRelevance(a: Rated, b: Rated): number {
  return (
    b.relevance - a.relevance ||
    Number(a.hit.isBehind === true) - Number(b.hit.isBehind === true) ||
    b.hit.document.createdAt - a.hit.document.createdAt ||
    (a.hit.document.owner < b.hit.document.owner ? -1 : 1)
  );
}

/** Searching memories: what retrieval finds, cut by the threshold, in the order of relevance. */
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { contributionsOf, recencyOf, relevanceOf, type RelevanceParts } from "../../mind/ranking/relevance";
import { decayedSalience } from "../../mind/salience/salience";
import type { MemoryType } from "../../mind/enums";
import * as Memories from "./memories";
import * as Activation from "./activation";
import { documentsById } from "../lib/documentsById";
import { candidates, MAX_HITS, type Hit } from "../search/retrieval";
import * as Documents from "../search/documents";
import type { VectorHits } from "../search/vectorHits";

const contribution = v.object({ value: v.number(), weight: v.number(), contribution: v.number() });

/** What a relevance score is made of (mind/ranking/relevance). */
export const relevanceParts = v.object({
  similarity: contribution,
  context: contribution,
  recency: contribution,
  importance: contribution,
  salience: contribution,
});

export const searchResult = v.object({
  memory: Memories.publicMemory,
  similarity: v.number(),
  relevanceScore: v.number(),
  parts: relevanceParts,
});
export type SearchResult = Infer<typeof searchResult>;

export const searchPage = v.object({
  results: v.array(searchResult),
  /** Hits in all, of which `results` is a page. */
  total: v.number(),
  /** Candidates that the threshold dropped. */
  belowThreshold: v.number(),
});
export type SearchPage = Infer<typeof searchPage>;

export interface MemorySearch {
  readonly query: string;
  readonly now: number;
  readonly type?: MemoryType | undefined;
  /** Only later than this, in ms since the epoch. */
  readonly since?: number | undefined;
  /** Inclusive. */
  readonly minImportance?: number | undefined;
  /** Least similarity, inclusive. */
  readonly threshold: number;
  readonly limit: number;
  readonly offset: number;
  readonly vectorHits: VectorHits | null;
}

/** Memories whose salience is read at once while the best are sought. */
const MAX_AT_ONCE = 16;

/** One page of what answers the query, the most relevant first; ties the newest first. */
export async function search(ctx: QueryCtx, search: MemorySearch): Promise<SearchPage> {
  const { query, now, type, since, minImportance = 0, threshold, limit, offset, vectorHits } = search;
  const candidatesFound = await candidates(ctx, { space: "memory", facet: type, since, query, vectorHits });
  const all = candidatesFound.filter(({ document: text }) => (text.importance ?? 0) >= minImportance);
  const above = all.filter(({ similarity }) => similarity >= threshold);
  const hits = above.slice(0, MAX_HITS);
  const page = (await mostRelevant(ctx, hits, now, offset + limit)).slice(offset);
  const rows = await documentsById(
    ctx,
    "memories",
    page.map(({ hit }) => hit.document.owner),
  );
  const results = await Promise.all(
    rows.map(async (row, i): Promise<SearchResult[]> => {
      const ranked = page[i];
      if (ranked === undefined) return [];
      const { hit, parts, relevance } = ranked;
      const memory = await Memories.toPublic(ctx, row);
      const { similarity } = hit;
      return [{ memory, similarity, relevanceScore: relevance, parts: contributionsOf(parts) }];
    }),
  );
  return { results: results.flat(), total: hits.length, belowThreshold: all.length - above.length };
}

interface Ranked {
  readonly hit: Hit;
  readonly parts: RelevanceParts;
  readonly relevance: number;
}

/**
 * The `most` most relevant, in order. Salience is read only of hits that can still be among them: the rest of their
 * relevance is known, and for any other it is too little even with the greatest salience.
 */
async function mostRelevant(
  ctx: QueryCtx,
  hits: readonly Hit[],
  now: number,
  most: number,
): Promise<Ranked[]> {
  const hopeful = hits
    .map((hit): Ranked => {
      const { similarity, context, document: text } = hit;
      const recency = recencyOf(now - text.createdAt);
      const parts = { similarity, context, recency, importance: text.importance ?? 0, salience: 1 };
      return { hit, parts, relevance: relevanceOf(parts) };
    })
    .sort(byRelevance);
  let best: Ranked[] = [];
  for (let i = 0; i < hopeful.length; i += MAX_AT_ONCE) {
    const next = hopeful.slice(i, i + MAX_AT_ONCE);
    const worst = best.length < most ? -Infinity : (best.at(-1)?.relevance ?? -Infinity);
    if ((next[0]?.relevance ?? 0) < worst) break;
    const ranked = await Promise.all(next.map((one) => withSalience(ctx, one, now)));
    best = [...best, ...ranked].sort(byRelevance).slice(0, most);
  }
  return best;
}

async function withSalience(ctx: QueryCtx, { hit, parts }: Ranked, now: number): Promise<Ranked> {
  const activation = await Activation.read(ctx, Documents.memoryIdOf(ctx, hit.document));
  // As time has left it, whether or not that was written down: so the touch of one page never lowers what the next is
  // ordered by.
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

/** Searches knowledge for items by their best passage, for callers and for prompts. */
import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { internalQuery, type QueryCtx } from "../_generated/server";
import { figures } from "../lib/validators";
import { MAX_HITS, type Hit, type RetrievalQuery } from "../search/retrieval";
import type { SearchFilter } from "../search/searchFilter";
import { vectorHits } from "../search/vectorHits";
import * as Knowledge from "./items";
import { pageRange } from "./lists";
import { itemHits } from "./passageSearch";
import * as Passages from "./passages";

/** A passage; `start` and `end` in UTF-16 units of its item's content. */
const passage = v.object({
  text: v.string(),
  /** The heading above it. */
  heading: v.optional(v.string()),
  start: v.number(),
  end: v.number(),
});

const found = v.object({
  items: v.array(Knowledge.publicItem.extend({ similarity: v.number(), passage })),
  ...figures,
});
export type Found = Infer<typeof found>;

/** `threshold`: the least similarity, inclusive. */
const knowledgeSearch = pageRange.extend({ query: v.string(), threshold: v.number() });
export type KnowledgeSearch = Infer<typeof knowledgeSearch>;

/** Bytes of contents on a page after its first item: the search itself has used part of the transaction's 16 MiB. */
const MAX_BYTES = 8_000_000;

/** One page of the items that answer a query, the most similar first; ties the last changed first. */
export const search = internalQuery({
  args: knowledgeSearch.extend({ vectorHits: v.union(v.null(), vectorHits) }),
  returns: found,
  handler: async (ctx, { scope, ...search }) => {
    const { threshold, limit, offset } = search;
    const scopes = scope === undefined ? undefined : [scope];
    const hits = (await itemHits(ctx, { ...search, scopes }))
      .filter(({ best }) => best.similarity >= threshold)
      .slice(0, MAX_HITS);
    const onPage = Knowledge.withinBytes(hits.slice(offset, offset + limit), ({ item }) => item, MAX_BYTES);
    const items = await Promise.all(
      onPage.map(async ({ item, best }) => ({
        ...(await Knowledge.toPublic(ctx, item)),
        similarity: best.similarity,
        passage: (await passageOf(ctx, best)).passage,
      })),
    );
    return { items, total: hits.length, hasMore: offset + items.length < hits.length };
  },
});

/** A passage for a prompt, with its item. */
export interface Reference extends Infer<typeof passage> {
  /** The header row of the table that it begins in. */
  readonly columns?: string;
  readonly knowledgeId: Id<"knowledge">;
  readonly title: string;
  readonly source: string | null;
  readonly scope: string;
  /** The item's, 0 to 1. */
  readonly confidence: number;
  readonly updatedAt: number;
  readonly similarity: number;
}

/** The best passage of each of the `max` items that answer a query best. */
export async function passagesFor(
  ctx: QueryCtx,
  query: RetrievalQuery & Pick<SearchFilter, "scopes">,
  { max, minSimilarity }: { readonly max: number; readonly minSimilarity: number },
): Promise<Reference[]> {
  const hits = (await itemHits(ctx, query))
    .filter(({ best }) => best.similarity >= minSimilarity)
    .slice(0, max);
  return await Promise.all(
    hits.map(async ({ item, best }) => {
      const { _id: knowledgeId, scope, title, source = null, confidence, updatedAt } = item;
      const { passage, columns } = await passageOf(ctx, best);
      const { similarity } = best;
      return { knowledgeId, scope, title, source, confidence, updatedAt, similarity, columns, ...passage };
    }),
  );
}

async function passageOf(ctx: QueryCtx, { document }: Hit) {
  const { text, heading, columns } = await Passages.ofDocument(ctx, document._id);
  const { start, end } = document;
  if (start === undefined || end === undefined) throw new Error("a passage has no range");
  const passage = { text, ...(heading === "" ? {} : { heading }), start, end };
  return { passage, columns };
}

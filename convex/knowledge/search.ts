/** Searches knowledge for items by their best passage, for callers and for prompts. */
import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Knowledge from "./items";
import { itemHits, type ItemHit, type PassageQuery } from "./passageSearch";
import * as Passages from "./passages";
import { MAX_HITS } from "../search/retrieval";
import type { VectorHits } from "../search/vectorHits";

/** A passage; `start` and `end` in UTF-16 units of its item's content. */
export const passage = v.object({
  text: v.string(),
  /** The heading above it. */
  heading: v.optional(v.string()),
  start: v.number(),
  end: v.number(),
});

export const result = Knowledge.publicItem.extend({ similarity: v.number(), passage });

export const found = v.object({ items: v.array(result), total: v.number(), hasMore: v.boolean() });
export type Found = Infer<typeof found>;

export interface KnowledgeSearch extends PassageQuery {
  /** Least similarity, inclusive. */
  readonly threshold: number;
  readonly limit: number;
  readonly offset: number;
}

/** Bytes of contents on a page after its first item: the search itself has used part of the transaction's 16 MiB. */
const MAX_BYTES = 8_000_000;

/** One page of the items that answer a query, the most similar first; ties the last changed first. */
export async function search(ctx: QueryCtx, search: KnowledgeSearch): Promise<Found> {
  const { threshold, limit, offset } = search;
  const hits = (await itemHits(ctx, search))
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
}

/** A passage for a prompt, with its item. */
export interface Reference extends Infer<typeof passage> {
  /** The header row of the table that it begins in. */
  readonly columns?: string;
  readonly knowledgeId: Id<"knowledge">;
  readonly title: string;
  readonly source: string | null;
  /** The item's, 0 to 1. */
  readonly confidence: number;
  readonly updatedAt: number;
  readonly similarity: number;
}

/**
 * The best passage of each of the `most` items that answer a query best. `vectorHits` from `vectorHitsFor` in the space
 * "knowledge"; null to search by words only.
 */
export async function passagesFor(
  ctx: QueryCtx,
  query: string,
  options: {
    readonly vectorHits: VectorHits | null;
    readonly most: number;
    readonly leastSimilarity: number;
  },
): Promise<Reference[]> {
  const { vectorHits, most, leastSimilarity } = options;
  const hits = (await itemHits(ctx, { query, vectorHits }))
    .filter(({ best }) => best.similarity >= leastSimilarity)
    .slice(0, most);
  return await Promise.all(
    hits.map(async ({ item, best }) => {
      const { _id: knowledgeId, title, source = null, confidence, updatedAt } = item;
      const { similarity } = best;
      const { passage, columns } = await passageOf(ctx, best);
      const named = columns === undefined ? {} : { columns };
      return { knowledgeId, title, source, confidence, updatedAt, similarity, ...passage, ...named };
    }),
  );
}

async function passageOf(
  ctx: QueryCtx,
  { document }: ItemHit["best"],
): Promise<{ passage: Infer<typeof passage>; columns: string | undefined }> {
  const row = await Passages.ofDocument(ctx, document._id);
  const { start, end } = document;
  if (row === null || start === undefined || end === undefined)
    throw new Error("a search document has no passage");
  const heading = row.heading === "" ? {} : { heading: row.heading };
  return { passage: { text: row.text, ...heading, start, end }, columns: row.columns };
}

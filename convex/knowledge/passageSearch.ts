/** Finds the passages that may answer a query, among the items that pass a filter. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { documentsById } from "../lib/documentsById";
import type * as Listing from "../lib/listing";
import * as Documents from "../search/documents";
import { ReadBudget } from "../search/readBudget";
import {
  passageHits,
  preparedQuery,
  type Hit,
  type PreparedQuery,
  type RetrievalQuery,
} from "../search/retrieval";
import type { SearchFilter } from "../search/searchFilter";
import { matchesOf, rarestWords, searchedScopes } from "../search/textIndex";
import type { VectorHits } from "../search/vectorHits";
import * as Knowledge from "./items";
import * as KnowledgeLists from "./lists";
import type { Filter } from "./lists";
import * as Passages from "./passages";

type SearchDocument = Doc<"searchDocuments">;
type Item = Doc<"knowledge">;
type ItemFilter = Filter & Pick<SearchFilter, "scopes">;
type PassageQuery = RetrievalQuery & ItemFilter;

/** An item that answers a query, by its best passage. */
export interface ItemHit {
  readonly item: Item;
  readonly best: Hit;
}

/** Filtered items whose passages are compared without a search, those last changed, within the read budget. */
const MAX_ITEMS = 256;
/** Passages found by words, of a scope and per item, so that a long item leaves room for others. */
const MAX_TEXT_HITS = 256;
const MAX_PER_ITEM = 8;
/** Vectors looked up before the read budget is checked again. */
const LOOKUP_BATCH = 16;

/** The items related to a query, each with its most similar passage; the most similar first, ties the last changed first. */
export async function itemHits(ctx: QueryCtx, search: PassageQuery): Promise<ItemHit[]> {
  const itemOf = itemReader(ctx, search);
  const query = await preparedQuery(ctx, "knowledge", search.query);
  const passages = await candidates(ctx, search, query, itemOf);
  const hits: ItemHit[] = [];
  for (const best of await passageHits(ctx, query, search.vectorHits, passages)) {
    const item = await itemOf(best.document);
    if (item !== null) hits.push({ item, best });
  }
  return uniqueBy(hits, ({ item }) => item._id).sort(
    (a, b) => b.best.similarity - a.best.similarity || b.item.updatedAt - a.item.updatedAt,
  );
}

/** The passages to compare: those that words and vectors find, and those of filtered items; of few filtered items, only these. */
async function candidates(
  ctx: QueryCtx,
  search: PassageQuery,
  query: PreparedQuery,
  itemOf: ItemReader,
): Promise<readonly SearchDocument[]> {
  const { tag, since, metadata } = search;
  const isFiltered = tag !== undefined || since !== undefined || metadata !== undefined;
  const { documents, isAll } = isFiltered ? await lastChanged(ctx, search) : { documents: [], isAll: false };
  if (isAll) return documents;
  const byWords = await foundByWords(ctx, search, query, itemOf);
  return [...byWords, ...(await foundByVectors(ctx, search.vectorHits, itemOf)), ...documents];
}

/** Items that are too many to be counted. */
const NOT_ALL: Listing.Page = { ids: [], total: Infinity, hasMore: true };

/** The passages of the items that pass a filter, those last changed first, within the read budget; and whether these are all. */
async function lastChanged(
  ctx: QueryCtx,
  { scopes, tag, since, metadata }: ItemFilter,
): Promise<{ readonly documents: readonly SearchDocument[]; readonly isAll: boolean }> {
  const range = { tag, since, metadata, limit: MAX_ITEMS, offset: 0 };
  const pages: Listing.Page[] = [];
  for (const scope of searchedScopes({ space: "knowledge", scopes }))
    // Of so many, those that words and vectors find are enough.
    pages.push((await KnowledgeLists.page(ctx, { scope, ...range })) ?? NOT_ALL);
  const ids = pages.flatMap((page) => page.ids);
  const items = await documentsById(ctx, "knowledge", ids);
  const budget = new ReadBudget();
  const documents: SearchDocument[] = [];
  for (const { _id } of items)
    if (!budget.spent) documents.push(...(await Passages.documentsOf(ctx, _id, budget)));
  const passages = items.reduce((sum, { chunks }) => sum + chunks, 0);
  return { documents, isAll: !pages.some(({ hasMore }) => hasMore) && documents.length === passages };
}

/** The best matches by words, few of each item. */
async function foundByWords(
  ctx: QueryCtx,
  { scopes }: PassageQuery,
  { terms, idf }: PreparedQuery,
  itemOf: ItemReader,
): Promise<SearchDocument[]> {
  const words = rarestWords(terms, idf);
  if (words === null) return [];
  const budget = new ReadBudget();
  const documents: SearchDocument[] = [];
  const perItem = new Map<string, number>();
  const filter = { space: "knowledge" as const, scopes };
  for (const scope of searchedScopes(filter)) {
    const end = documents.length + MAX_TEXT_HITS;
    for await (const document of matchesOf(ctx, words, filter, scope)) {
      budget.count([document]);
      const count = perItem.get(document.owner) ?? 0;
      if (count < MAX_PER_ITEM && (await itemOf(document)) !== null) {
        perItem.set(document.owner, count + 1);
        documents.push(document);
      }
      if (documents.length === end || budget.spent) break;
    }
  }
  return documents;
}

async function foundByVectors(
  ctx: QueryCtx,
  vectorHits: VectorHits | null,
  itemOf: ItemReader,
): Promise<SearchDocument[]> {
  const nearest = vectorHits?.hits.flat() ?? [];
  const budget = new ReadBudget();
  const documents: SearchDocument[] = [];
  for (let i = 0; i < nearest.length && !budget.spent; i += LOOKUP_BATCH) {
    const found = await Documents.ofVectors(ctx, nearest.slice(i, i + LOOKUP_BATCH));
    budget.count(found);
    for (const document of found) if ((await itemOf(document)) !== null) documents.push(document);
  }
  return documents;
}

/** Reads the item of a document, each item once; null for one that does not pass the filter. */
type ItemReader = (document: SearchDocument) => Promise<Item | null>;

function itemReader(ctx: QueryCtx, filter: ItemFilter): ItemReader {
  const read = new Map<string, Item | null>();
  return async ({ owner }) => {
    const known = read.get(owner);
    if (known !== undefined) return known;
    const [item] = await documentsById(ctx, "knowledge", [owner]);
    const matching = item !== undefined && Knowledge.matches(item, filter) ? item : null;
    read.set(owner, matching);
    return matching;
  };
}

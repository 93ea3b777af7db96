/** Finds the passages that may answer a query, among the items that pass a filter. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { termsOf } from "../../mind/text/tokens";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Knowledge from "./items";
import * as KnowledgeLists from "./lists";
import * as Passages from "./passages";
import { ReadBudget } from "../search/readBudget";
import { candidates, type Hit } from "../search/retrieval";
import { rarestWords } from "../search/textIndex";
import { matchesOf, MAX_FOUND } from "../search/textIndex";
import * as Documents from "../search/documents";
import { documentsById } from "../lib/documentsById";
import type { VectorHits } from "../search/vectorHits";

type SearchDocument = Doc<"searchDocuments">;
type Item = Doc<"knowledge">;

export interface PassageQuery extends KnowledgeLists.Filter {
  readonly query: string;
  readonly vectorHits: VectorHits | null;
}

/** An item that answers a query, by its best passage. */
export interface ItemHit {
  readonly item: Item;
  readonly best: Hit;
}

/** Up to this many filtered items are compared completely, so that none is lost to better matches outside the filter. */
const FEW_ITEMS = 64;
/** Of more, this many are read where the index is cut off before reaching them. */
const MAX_ITEMS = 256;
/** Passages compared completely, within the read budget. */
const FEW_PASSAGES = 1_024;
/** Passages found by words, in all and per item, so that a long item leaves room for others. */
const MAX_TEXT_HITS = 256;
const MAX_PER_ITEM = 8;
/** Vectors looked up before the read budget is checked again. */
const LOOKUP_BATCH = 16;
/** As many as Convex returns, because several may belong to one item. */
export const MAX_VECTOR_HITS = 256;

/** The items related to a query, each with its most similar passage; the most similar first, ties the last changed first. */
export async function itemHits(ctx: QueryCtx, search: PassageQuery): Promise<ItemHit[]> {
  const itemOf = itemReader(ctx, search);
  const among = await candidateDocuments(ctx, search, itemOf);
  const hits = await candidates(ctx, { ...search, since: undefined, space: "knowledge", among });
  const best = new Map<Id<"knowledge">, ItemHit>();
  for (const hit of hits) {
    const item = await itemOf(hit.document);
    if (item !== null && !best.has(item._id)) best.set(item._id, { item, best: hit });
  }
  return [...best.values()].sort(
    (a, b) => b.best.similarity - a.best.similarity || b.item.updatedAt - a.item.updatedAt,
  );
}

/** The passages to compare: all that pass a narrow filter, else those that words and vectors find. */
async function candidateDocuments(
  ctx: QueryCtx,
  search: PassageQuery,
  itemOf: ItemReader,
): Promise<readonly SearchDocument[]> {
  const isNarrowed = search.tag !== undefined || search.since !== undefined;
  const few = isNarrowed ? await lastChanged(ctx, search, { onlyFew: true }) : null;
  if (few?.isAll === true) return few.documents;
  const { vectorHits } = search;
  const textHits = await byTerms(ctx, search.query, itemOf);
  const vectorDocuments = vectorHits === null ? [] : await byVectors(ctx, vectorHits, itemOf);
  // Documents outside the filter may have used up the search by words.
  const read =
    few ?? (isNarrowed && textHits.isCut ? await lastChanged(ctx, search, { onlyFew: false }) : null);
  return [...textHits.documents, ...vectorDocuments, ...(read?.documents ?? [])];
}

/**
 * The passages of the items that pass a filter, those last changed first, within the read budget. Null with `onlyFew` where
 * they are many.
 */
async function lastChanged(
  ctx: QueryCtx,
  { tag, since }: KnowledgeLists.Filter,
  { onlyFew }: { readonly onlyFew: boolean },
): Promise<{ readonly documents: readonly SearchDocument[]; readonly isAll: boolean } | null> {
  const limit = onlyFew ? FEW_ITEMS : MAX_ITEMS;
  const { ids, hasMore } = await KnowledgeLists.page(ctx, { tag, since, limit, offset: 0 });
  if (onlyFew && hasMore) return null;
  const items = await documentsById(ctx, "knowledge", ids);
  const passages = items.reduce((sum, { chunks }) => sum + chunks, 0);
  if (onlyFew && passages > FEW_PASSAGES) return null;
  const budget = new ReadBudget();
  const documents: SearchDocument[] = [];
  for (const { _id } of items)
    if (!budget.spent) documents.push(...(await Passages.documentsOf(ctx, _id, budget)));
  return { documents, isAll: !hasMore && documents.length === passages };
}

/** The best matches by words, few of each item. `isCut`: there may be more that the index did not reach. */
async function byTerms(
  ctx: QueryCtx,
  query: string,
  itemOf: ItemReader,
): Promise<{ readonly documents: readonly SearchDocument[]; readonly isCut: boolean }> {
  const terms = termsOf(query);
  const words = rarestWords(terms, await DocumentFrequencies.idfFor(ctx, "knowledge", terms));
  if (words === null) return { documents: [], isCut: false };
  const budget = new ReadBudget();
  const documents: SearchDocument[] = [];
  const perItem = new Map<string, number>();
  let read = 0;
  for await (const document of matchesOf(ctx, words, { space: "knowledge" })) {
    read += 1;
    budget.count([document]);
    const count = perItem.get(document.owner) ?? 0;
    if (count < MAX_PER_ITEM && (await itemOf(document)) !== null) {
      perItem.set(document.owner, count + 1);
      documents.push(document);
    }
    if (documents.length === MAX_TEXT_HITS || budget.spent) break;
  }
  return { documents, isCut: read === MAX_FOUND || budget.spent };
}

async function byVectors(ctx: QueryCtx, { hits }: VectorHits, itemOf: ItemReader): Promise<SearchDocument[]> {
  const nearest = hits.flat();
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

function itemReader(ctx: QueryCtx, filter: KnowledgeLists.Filter): ItemReader {
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

/** Finding passages of knowledge: those that may answer a query, among the items that a filter leaves. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { termsOf } from "../../mind/text/tokens";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Knowledge from "./items";
import * as KnowledgeLists from "./lists";
import * as Passages from "./passages";
import { ReadBudget } from "../search/readBudget";
import { candidates, type Hit } from "../search/retrieval";
import { rarestWords } from "../search/textHits";
import { matchesOf, MAX_FOUND } from "../search/textIndex";
import * as Documents from "../search/documents";
import type { VectorHits } from "../search/vectorHits";

type Text = Doc<"searchDocuments">;
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

/** So few items are compared as a whole: a filter that leaves them loses nothing to items outside it. */
const FEW_ITEMS = 64;
/** Of more, so many are read where the index does not lead to them. */
const MOST_ITEMS = 256;
/** Passages that are compared as a whole; they may be long, so the allowance counts too. */
const FEW_PASSAGES = 1_024;
/** Passages by words, of all items and of one: a long item leaves room for the others. */
const MOST_BY_WORDS = 256;
const MOST_OF_ITEM = 8;
/** Vectors looked up at once; between them the allowance is looked at. */
const MOST_AT_ONCE = 16;
/** Hits of a search of vectors: as many as Convex gives, since several may be of one item. */
export const MOST_VECTOR_HITS = 256;

/**
 * The items with passages that have anything to do with the query, each with its most similar passage; the most similar
 * first, ties the last changed first.
 */
export async function itemHits(ctx: QueryCtx, search: PassageQuery): Promise<ItemHit[]> {
  const items = new Items(ctx, search);
  const among = await textsToCompare(ctx, search, items);
  const hits = await candidates(ctx, { ...search, since: undefined, space: "knowledge", among });
  const best = new Map<Id<"knowledge">, ItemHit>();
  for (const hit of hits) {
    const item = await items.of(hit.document);
    if (item !== null && !best.has(item._id)) best.set(item._id, { item, best: hit });
  }
  return [...best.values()].sort(
    (a, b) => b.best.similarity - a.best.similarity || b.item.updatedAt - a.item.updatedAt,
  );
}

/** What there is to compare: all that a filter leaves where that is little, else what words and vectors find of it. */
async function textsToCompare(ctx: QueryCtx, search: PassageQuery, items: Items): Promise<readonly Text[]> {
  const isNarrowed = search.tag !== undefined || search.since !== undefined;
  const few = isNarrowed ? await lastChanged(ctx, search, { onlyFew: true }) : null;
  if (few?.isAll === true) return few.texts;
  const { vectorHits } = search;
  const byWords = await withWords(ctx, search.query, items);
  const byMeaning = vectorHits === null ? [] : await withVectors(ctx, vectorHits, items, new ReadBudget());
  // What the filter leaves out may have taken the places of what it leaves.
  const read =
    few ?? (isNarrowed && byWords.isCut ? await lastChanged(ctx, search, { onlyFew: false }) : null);
  return [...byWords.texts, ...byMeaning, ...(read?.texts ?? [])];
}

/**
 * The passages of the items that a filter leaves, of those last changed first, as far as they may be read. Null where
 * `onlyFew` is asked for and they are many.
 */
async function lastChanged(
  ctx: QueryCtx,
  { tag, since }: KnowledgeLists.Filter,
  { onlyFew }: { readonly onlyFew: boolean },
): Promise<{ readonly texts: readonly Text[]; readonly isAll: boolean } | null> {
  const limit = onlyFew ? FEW_ITEMS : MOST_ITEMS;
  const { ids, hasMore } = await KnowledgeLists.page(ctx, { tag, since, limit, offset: 0 });
  if (onlyFew && hasMore) return null;
  const items = await Knowledge.heads(ctx, ids);
  const passages = items.reduce((sum, { chunks }) => sum + chunks, 0);
  if (onlyFew && passages > FEW_PASSAGES) return null;
  const allowance = new ReadBudget();
  const texts: Text[] = [];
  for (const { _id } of items)
    if (!allowance.spent) texts.push(...(await Passages.textsOf(ctx, _id, allowance)));
  return { texts, isAll: !hasMore && texts.length === passages };
}

/** The best by words, not all of one item; whether there may be more that the index does not lead to. */
async function withWords(
  ctx: QueryCtx,
  query: string,
  items: Items,
): Promise<{ readonly texts: readonly Text[]; readonly isCut: boolean }> {
  const terms = termsOf(query);
  const words = rarestWords(terms, await DocumentFrequencies.idfFor(ctx, "knowledge", terms));
  if (words === null) return { texts: [], isCut: false };
  const allowance = new ReadBudget();
  const texts: Text[] = [];
  const ofItem = new Map<string, number>();
  let looked = 0;
  for await (const text of matchesOf(ctx, words, { space: "knowledge" })) {
    looked += 1;
    allowance.count([text]);
    const before = ofItem.get(text.owner) ?? 0;
    if (before < MOST_OF_ITEM && (await items.of(text)) !== null) {
      ofItem.set(text.owner, before + 1);
      texts.push(text);
    }
    if (texts.length === MOST_BY_WORDS || allowance.spent) break;
  }
  return { texts, isCut: looked === MAX_FOUND || allowance.spent };
}

async function withVectors(
  ctx: QueryCtx,
  { hits }: VectorHits,
  items: Items,
  allowance: ReadBudget,
): Promise<Text[]> {
  const nearest = hits.flat();
  const texts: Text[] = [];
  for (let i = 0; i < nearest.length && !allowance.spent; i += MOST_AT_ONCE) {
    const rows = await Promise.all(
      nearest.slice(i, i + MOST_AT_ONCE).map((id) => Documents.ofVector(ctx, id)),
    );
    const present = rows.filter((row) => row !== null);
    allowance.count(present);
    for (const text of present) if ((await items.of(text)) !== null) texts.push(text);
  }
  return texts;
}

/** The items of passages, each read once; null for one that the filter leaves out. */
class Items {
  readonly #read = new Map<string, Item | null>();
  readonly #ctx: QueryCtx;
  readonly #filter: KnowledgeLists.Filter;

  constructor(ctx: QueryCtx, filter: KnowledgeLists.Filter) {
    this.#ctx = ctx;
    this.#filter = filter;
  }

  async of({ owner }: Text): Promise<Item | null> {
    const known = this.#read.get(owner);
    if (known !== undefined) return known;
    const [item] = await Knowledge.heads(this.#ctx, [owner]);
    const wanted = item !== undefined && Knowledge.matches(item, this.#filter) ? item : null;
    this.#read.set(owner, wanted);
    return wanted;
  }
}

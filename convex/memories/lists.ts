/** The lists that contain a memory: by scope, type and sentiment, and one for each attribute that it can be filtered by. */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Attributes from "../lib/attributes";
import * as Listing from "../lib/listing";
import * as Memories from "./memories";

/** `Memories.memoryFilter` with filters by attributes. */
export const listFilter = Memories.memoryFilter.extend(Attributes.attributeFilter.fields);
export type ListFilter = Infer<typeof listFilter>;

type Listed = Pick<
  Doc<"memories">,
  "_id" | "scope" | "type" | "importance" | "sentiment" | "metadata" | "createdAt" | "pinned"
>;

/** Adds a memory to its lists. */
export async function addToLists(ctx: MutationCtx, row: Listed): Promise<void> {
  for (const entry of await entriesOf(row)) await Listing.put(ctx, entry);
}

/** Removes a memory from its lists. `row`: as it was when it was added. */
export async function removeFromLists(ctx: MutationCtx, row: Listed): Promise<void> {
  for (const entry of await entriesOf(row)) await Listing.remove(ctx, entry);
}

/** Moves a changed memory from its old lists to its new ones. */
export async function relist(ctx: MutationCtx, before: Listed, after: Listed): Promise<void> {
  const nameOf = ({ list, facets }: Listing.Entry) => JSON.stringify([list, facets]);
  const [old, current] = [await entriesOf(before), await entriesOf(after)];
  const kept = new Set(current.map(nameOf));
  // Removals come first, since old and new entries may share trees.
  for (const entry of old) if (!kept.has(nameOf(entry))) await Listing.remove(ctx, entry);
  const known = new Map(old.map((entry) => [nameOf(entry), entry.measure]));
  for (const entry of current) if (known.get(nameOf(entry)) !== entry.measure) await Listing.put(ctx, entry);
}

async function entriesOf({
  _id: id,
  scope,
  importance: measure,
  createdAt: key,
  ...row
}: Listed): Promise<(Listing.Entry & { readonly measure: number })[]> {
  const { type, sentiment, metadata, pinned } = row;
  const facets = { type, sentiment: sentiment.label };
  const attributes = [...Attributes.metadataAttributes(metadata), ...Attributes.nameAttributes(metadata)];
  const lists = [
    ...(pinned === true ? [Memories.LIST, Memories.PINNED] : [Memories.LIST]).map((list) => ({
      list,
      facets,
    })),
    ...(await listsOf(attributes)),
  ];
  return lists.map((one) => ({ ...Listing.inScope({ ...one, scope }), key, id, measure }));
}

async function listsOf(attributes: readonly string[]) {
  const lists = await Promise.all(attributes.map((attribute) => Attributes.listOf(Memories.LIST, attribute)));
  return lists.map((list) => ({ list, facets: {} }));
}

/** The lists whose intersection is the memories that pass a filter. */
export async function listsFor({
  type,
  sentiment,
  pinned,
  ...attributes
}: Pick<ListFilter, "type" | "sentiment" | "pinned" | "metadata" | "entity">): Promise<
  Listing.ListOfScope[]
> {
  const byAttribute = await listsOf(Attributes.wanted(attributes));
  const isListed = type !== undefined || sentiment !== undefined || pinned === true;
  const base = { list: pinned === true ? Memories.PINNED : Memories.LIST, facets: { type, sentiment } };
  return isListed || byAttribute.length === 0 ? [base, ...byAttribute] : byAttribute;
}

/** Like `Memories.list`, also by attributes. Null if too many memories pass each of several filters (`Listing.pageOfAll`). */
export async function listFiltered(ctx: QueryCtx, filter: ListFilter): Promise<Memories.MemoryPage | null> {
  const { scope, minImportance, limit, offset, since, until } = filter;
  const range = { scope, limit, offset, since, until, leastMeasure: minImportance };
  const page = await Listing.pageOfAll(ctx, await listsFor(filter), range);
  return page && (await Memories.withRows(ctx, page));
}

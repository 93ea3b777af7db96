/** The lists that contain a memory: by scope, type and sentiment, and one for each attribute that it can be filtered by. */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
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

/** A memory's places in its lists. */
export async function placesOf({
  _id: id,
  scope,
  importance: measure,
  createdAt: key,
  ...row
}: Listed): Promise<Listing.Placed[]> {
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

/** Lists of memories: by scope, type and sentiment, and by each attribute that they can be filtered by (memories/rows). */
import type { Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import * as Attributes from "../lib/attributes";
import * as Listing from "../lib/listing";
import * as Memories from "./memories";
import { LIST, listsOfAttributes, PINNED } from "./rows";

/** `Memories.memoryFilter` with filters by attributes. */
export const listFilter = Memories.memoryFilter.extend(Attributes.attributeFilter.fields);
export type ListFilter = Infer<typeof listFilter>;

/** The lists whose intersection is the memories that pass a filter. */
export async function listsFor({
  type,
  sentiment,
  pinned,
  ...attributes
}: Pick<ListFilter, "type" | "sentiment" | "pinned" | "metadata" | "entity">): Promise<
  Listing.ListOfScope[]
> {
  const byAttribute = await listsOfAttributes(Attributes.wanted(attributes));
  const isListed = type !== undefined || sentiment !== undefined || pinned === true;
  const base = { list: pinned === true ? PINNED : LIST, facets: { type, sentiment } };
  return isListed || byAttribute.length === 0 ? [base, ...byAttribute] : byAttribute;
}

/** Like `Memories.list`, also by attributes. Null if too many memories pass each of several filters (`Listing.pageOfAll`). */
export async function listFiltered(ctx: QueryCtx, filter: ListFilter): Promise<Memories.MemoryPage | null> {
  const { scope, minImportance, limit, offset, since, until } = filter;
  const range = { scope, limit, offset, since, until, leastMeasure: minImportance };
  const page = await Listing.pageOfAll(ctx, await listsFor(filter), range);
  return page && (await Memories.withRows(ctx, page));
}

/** The lists of knowledge in each scope, one of all items and one per tag: the last changed first, with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";

/** `since` is exclusive, in ms since the epoch. */
const filter = v.object({ tag: v.optional(v.string()), since: v.optional(v.number()) });
export type Filter = Infer<typeof filter>;

/** `scope` absent: all. */
export const pageRange = filter.extend({
  scope: v.optional(v.string()),
  limit: v.number(),
  offset: v.number(),
});

type Listed = Pick<Doc<"knowledge">, "_id" | "scope" | "tags" | "updatedAt">;

const ALL = "knowledge";

function listOf(tag: string | undefined): string {
  return tag === undefined ? ALL : `${ALL}|tag=${Listing.facetOf(tag)}`;
}

function entriesOf({ _id, scope, tags, updatedAt }: Listed): Listing.Entry[] {
  return [undefined, ...tags].map((tag) => ({
    ...Listing.inScope({ list: listOf(tag), facets: {}, scope }),
    key: updatedAt,
    id: _id,
  }));
}

export async function add(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.put(ctx, entry);
}

/** `item`: as it was listed, before any change. */
export async function remove(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.remove(ctx, entry);
}

/** The ids on a page, the last changed first. */
export async function page(
  ctx: QueryCtx,
  { tag, scope, ...range }: Infer<typeof pageRange>,
): Promise<Listing.Page> {
  return await Listing.pageOfScope(ctx, { list: listOf(tag), scope, ...range });
}

/** How many items of all scopes changed after `since`, in ms since the epoch. */
export async function total(ctx: QueryCtx, since: number): Promise<number> {
  return (await page(ctx, { since, limit: 0, offset: 0 })).total;
}

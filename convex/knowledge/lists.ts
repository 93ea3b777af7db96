/** The lists of knowledge, one of all items and one per tag: the last changed first, with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";

/** `since` is exclusive, in ms since the epoch. */
const filter = v.object({ tag: v.optional(v.string()), since: v.optional(v.number()) });
export type Filter = Infer<typeof filter>;

export const pageRange = filter.extend({ limit: v.number(), offset: v.number() });

type Listed = Pick<Doc<"knowledge">, "_id" | "tags" | "updatedAt">;

const ALL = "knowledge";

function listOf(tag: string | undefined): string {
  return tag === undefined ? ALL : `${ALL}|tag=${tag}`;
}

function entriesOf({ _id, tags, updatedAt }: Listed): Listing.Entry[] {
  return [undefined, ...tags].map((tag) => ({ list: listOf(tag), facets: {}, key: updatedAt, id: _id }));
}

export async function add(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.put(ctx, entry);
}

/** `item`: as it was listed, before any change. */
export async function remove(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.remove(ctx, entry);
}

/** The ids on a page, the last changed first. */
export async function page(ctx: QueryCtx, { tag, ...range }: Infer<typeof pageRange>): Promise<Listing.Page> {
  return await Listing.page(ctx, { list: listOf(tag), ...range });
}

/** How many items changed after `since`, in ms since the epoch. */
export async function total(ctx: QueryCtx, since: number): Promise<number> {
  return await Listing.total(ctx, { list: ALL, since });
}

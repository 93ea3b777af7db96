/** The lists of knowledge: one of all items and one of each tag, the last changed first, with exact totals. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Listing from "../lib/listing";

export interface Filter {
  readonly tag?: string | undefined;
  /** Only changed later than this, in ms since the epoch. */
  readonly since?: number | undefined;
}

type Listed = Pick<Doc<"knowledge">, "_id" | "tags" | "updatedAt">;

const ALL = "knowledge";
const TAGGED = `${ALL}|tag=`;

function listOf(tag: string | undefined): string {
  return tag === undefined ? ALL : `${TAGGED}${tag}`;
}

function entriesOf({ _id, tags, updatedAt }: Listed): Listing.Entry[] {
  return [undefined, ...tags].map((tag) => ({ list: listOf(tag), facets: {}, key: updatedAt, id: _id }));
}

/** Counts a new item, or one that was taken out to be changed. */
export async function add(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.add(ctx, entry);
}

/** Takes an item out, as it is before it changes. */
export async function remove(ctx: MutationCtx, item: Listed): Promise<void> {
  for (const entry of entriesOf(item)) await Listing.remove(ctx, entry);
}

/** The ids of a page, the last changed first. */
export async function page(
  ctx: QueryCtx,
  { tag, ...range }: Filter & { readonly limit: number; readonly offset: number },
): Promise<Listing.Page> {
  return await Listing.page(ctx, { list: listOf(tag), filter: {}, ...range });
}

/** How many items changed later than `since`, in ms since the epoch. */
export async function total(ctx: QueryCtx, since: number): Promise<number> {
  return await Listing.total(ctx, ALL, {}, since);
}

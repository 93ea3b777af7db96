/** The lists of knowledge in each scope, one of all items and one per tag: the last changed first, with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Attributes from "../lib/attributes";
import * as Listing from "../lib/listing";
import * as Validators from "../lib/validators";

/** `since` is exclusive, in ms since the epoch. */
const filter = v.object({
  ...Attributes.attributeFilter.pick("metadata").fields,
  tag: v.optional(v.string()),
  since: v.optional(v.number()),
});
export type Filter = Infer<typeof filter>;

/** `scope` absent: all. */
export const pageRange = filter.extend({ scope: v.optional(v.string()), ...Validators.page });

type Listed = Pick<Doc<"knowledge">, "_id" | "scope" | "attributes" | "tags" | "updatedAt">;

const ALL = "knowledge";

function listOf(tag: string | undefined): string {
  return tag === undefined ? ALL : `${ALL}|tag=${Listing.facetOf(tag)}`;
}

/** The places of an item: in the list of all, of each tag, and of each of its attributes. */
export async function placesOf({ _id: id, scope, attributes, tags, updatedAt: key }: Listed) {
  const lists = [...[undefined, ...tags].map(listOf), ...(await listsOf(attributes))];
  return lists.map((list) => ({ ...Listing.inScope({ list, facets: {}, scope }), key, id }));
}

async function listsOf(attributes: readonly string[]): Promise<string[]> {
  return await Promise.all(attributes.map((attribute) => Attributes.listOf(ALL, attribute)));
}

/** The ids on a page, the last changed first; null where too many items pass each of several filters (`Listing.pageOfAll`). */
export async function page(
  ctx: QueryCtx,
  { tag, metadata, scope, ...range }: Infer<typeof pageRange>,
): Promise<Listing.Page | null> {
  const byMetadata = await listsOf(Attributes.wanted({ metadata }));
  const lists = tag !== undefined || byMetadata.length === 0 ? [listOf(tag), ...byMetadata] : byMetadata;
  return await Listing.pageOfAll(
    ctx,
    lists.map((list) => ({ list })),
    { scope, ...range },
  );
}

/** How many items of all scopes changed after `since`, in ms since the epoch. */
export async function total(ctx: QueryCtx, since: number): Promise<number> {
  const range = { scope: undefined, since, limit: 0, offset: 0 };
  return (await Listing.pageOfScope(ctx, { list: ALL, ...range })).total;
}

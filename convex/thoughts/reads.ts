/** Thoughts as callers read them; apart from writing, which loads the sentiment lexicon. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { pageSize } from "../lib/pageSize";
import { publicOf } from "../lib/publicOf";
import { thoughtsTables } from "./tables";

/** All thoughts including reflections, filtered by tone and confidence. */
export const LIST = "thoughts";
/** The brilliant ones. */
export const BRILLIANT_LIST = "brilliant";
/** The reflections among the thoughts. */
export const REFLECTION_LIST = "thoughtReflections";

/** A thought as callers see it. A reflection has no seeds; it carries `basedOn`. */
export const publicThought = thoughtsTables.thoughts.validator
  .pick("content", "tone", "confidence", "isBrilliant", "brillianceFactors", "basedOn", "tickId", "timestamp")
  .extend({ _id: v.id("thoughts"), seeds: v.optional(v.array(v.string())) });
export type PublicThought = Infer<typeof publicThought>;

/** A page, newest first. */
export async function page(ctx: QueryCtx, request: Parameters<typeof Listing.page>[1]) {
  const { ids, total, hasMore } = await Listing.page(ctx, request);
  return { thoughts: (await documentsById(ctx, "thoughts", ids)).map(toPublic), total, hasMore };
}

/**
 * The newest thoughts, newest first.
 * @throws {ConvexError} for a `limit` that is not a whole number from 1 to 100
 */
export async function newest(ctx: QueryCtx, list: string, limit: number): Promise<PublicThought[]> {
  return (await page(ctx, { list, limit: pageSize(limit), offset: 0 })).thoughts;
}

/** The newest thoughts that rest on texts of these scopes, or of all, among the newest `limit`. */
export async function newestOf(
  ctx: QueryCtx,
  scopes: readonly string[] | undefined,
  limit: number,
): Promise<PublicThought[]> {
  const { ids } = await Listing.page(ctx, { list: LIST, limit, offset: 0 });
  const rows = await documentsById(ctx, "thoughts", ids);
  return rows.filter(({ scope = "" }) => scopes?.includes(scope) ?? true).map(toPublic);
}

/** A thought as callers see it. */
export function toPublic(row: Doc<"thoughts">): PublicThought {
  return publicOf(publicThought)({ ...row, seeds: row.basedOn === undefined ? row.seeds : undefined });
}

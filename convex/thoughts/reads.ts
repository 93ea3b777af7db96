/** Thoughts as callers read them; apart from writing, which loads the sentiment lexicon. */
import { ConvexError, v, type Infer } from "convex/values";
import type { Tone } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { thoughtsTables } from "./tables";
import { BRILLIANT_LIST, LIST } from "./totals";

/** The greatest `limit` of the live queries. */
const MAX_LIMIT = 100;
const table = thoughtsTables.thoughts.validator;

/** A thought as callers see it. A reflection has no seeds; it carries `basedOn`. */
export const publicThought = table
  .pick("content", "tone", "confidence", "isBrilliant", "brillianceFactors", "basedOn", "timestamp")
  .extend({ _id: v.id("thoughts"), seeds: v.optional(v.array(v.string())) });
export type PublicThought = Infer<typeof publicThought>;

/** `since`: exclusive, in ms since the epoch. */
interface Range {
  readonly limit: number;
  readonly offset: number;
  readonly since?: number | undefined;
}

/** A page, newest first; `minConfidence` is inclusive. */
export async function list(
  ctx: QueryCtx,
  { tone, minConfidence, ...range }: Range & { tone?: Tone | undefined; minConfidence?: number | undefined },
) {
  const page = await Listing.page(ctx, {
    list: LIST,
    facets: { tone },
    leastMeasure: minConfidence,
    ...range,
  });
  return await asPage(ctx, page);
}

/** A page of the brilliant ones, newest first. */
export async function listBrilliant(ctx: QueryCtx, range: Range) {
  return await asPage(ctx, await Listing.page(ctx, { list: BRILLIANT_LIST, ...range }));
}

async function asPage(ctx: QueryCtx, { ids, total, hasMore }: Listing.Page) {
  return { thoughts: (await documentsById(ctx, "thoughts", ids)).map(toPublic), total, hasMore };
}

/** The newest thoughts, newest first. */
export async function recent(ctx: QueryCtx, limit: number): Promise<PublicThought[]> {
  return (await list(ctx, { limit: checked(limit), offset: 0 })).thoughts;
}

/** The newest brilliant thoughts, newest first. */
export async function brilliant(ctx: QueryCtx, limit: number): Promise<PublicThought[]> {
  return (await listBrilliant(ctx, { limit: checked(limit), offset: 0 })).thoughts;
}

/** The rows of the newest thoughts, newest first. */
export async function newest(ctx: QueryCtx, limit: number): Promise<Doc<"thoughts">[]> {
  const { ids } = await Listing.page(ctx, { list: LIST, limit, offset: 0 });
  return await documentsById(ctx, "thoughts", ids);
}

function checked(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ConvexError({
    code: "VALIDATION_ERROR",
    message: `limit must be a whole number from 1 to ${MAX_LIMIT}, received ${limit}`,
  });
}

/** A thought as callers see it. */
export function toPublic(row: Doc<"thoughts">): PublicThought {
  const { _id, content, seeds, tone, confidence, isBrilliant, brillianceFactors, basedOn, timestamp } = row;
  return {
    _id,
    content,
    ...(basedOn === undefined ? { seeds } : {}),
    tone,
    confidence,
    isBrilliant,
    ...(brillianceFactors === undefined ? {} : { brillianceFactors }),
    ...(basedOn === undefined ? {} : { basedOn }),
    timestamp,
  };
}

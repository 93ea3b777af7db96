/** Reading memories: by id, and as lists with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { memoryType } from "../lib/validators";
import * as Activation from "./activation";
import { memoriesTables } from "./tables";

const LIST = "memories";
/** The confidence of a memory whose source gives none. */
export const DEFAULT_CONFIDENCE = 0.8;

/** A memory as callers see it; `metadata` as JSON text. */
export const publicMemory = memoriesTables.memories.validator
  .pick(
    "type",
    "content",
    "importance",
    "confidence",
    "sentiment",
    "unique",
    "reflectionType",
    "basedOn",
    "createdAt",
  )
  .extend({
    _id: v.id("memories"),
    salience: v.number(),
    lastAccessedAt: v.number(),
    metadata: v.string(),
  });
export type PublicMemory = Infer<typeof publicMemory>;

/** `minImportance` is inclusive; `since` is exclusive, in ms since the epoch. */
export const memoryFilter = v.object({
  limit: v.number(),
  offset: v.number(),
  type: v.optional(memoryType),
  minImportance: v.optional(v.number()),
  since: v.optional(v.number()),
});

/** A memory in its list; its measure is its importance. */
export function entryOf({
  _id,
  type,
  importance,
  createdAt,
}: Pick<Doc<"memories">, "_id" | "type" | "importance" | "createdAt">) {
  return { list: LIST, facets: { type }, key: createdAt, id: _id, measure: importance };
}

/** The ids on a page, newest first. */
export async function listed(
  ctx: QueryCtx,
  { type, minImportance, ...range }: Infer<typeof memoryFilter>,
): Promise<Listing.Page> {
  return await Listing.page(ctx, { list: LIST, facets: { type }, leastMeasure: minImportance, ...range });
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, filter: Infer<typeof memoryFilter>) {
  const { ids, total, hasMore } = await listed(ctx, filter);
  const rows = await documentsById(ctx, "memories", ids);
  return { memories: await Promise.all(rows.map((row) => toPublic(ctx, row))), total, hasMore };
}

/** A memory by an id from outside; null where it names none. */
export async function byId(ctx: QueryCtx, id: string): Promise<Doc<"memories"> | null> {
  const memoryId = ctx.db.normalizeId("memories", id);
  return memoryId === null ? null : await ctx.db.get("memories", memoryId);
}

/** Whether none of these has been erased. */
export async function areThere(ctx: QueryCtx, memoryIds: readonly Id<"memories">[]): Promise<boolean> {
  const rows = await Promise.all(memoryIds.map((id) => ctx.db.get("memories", id)));
  return rows.every((row) => row !== null);
}

/** A memory as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"memories">): Promise<PublicMemory> {
  const { salience, lastAccessedAt } = await Activation.read(ctx, row._id);
  const { type, content, importance, confidence, sentiment, unique, createdAt } = row;
  // A caller's own reflection is about what is known, as one requested without a type, and cites no memory.
  const { metadata = "{}", reflectionType = "knowledge", basedOn = [] } = row;
  return {
    _id: row._id,
    type,
    content,
    importance,
    salience,
    confidence,
    sentiment,
    metadata,
    unique,
    ...(type === "reflection" ? { reflectionType, basedOn } : {}),
    createdAt,
    lastAccessedAt,
  };
}

/** The memories' table as it is read: by id, and as lists with exact totals. `newMemory` writes it. */
import { v, type Infer } from "convex/values";
import type { MemoryType } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import * as Activation from "./activation";
import { memoriesTables } from "./tables";

const LIST = "memories";
/** How sure a memory is whose source does not say. */
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

export interface MemoryFilter {
  readonly limit: number;
  readonly offset: number;
  readonly type?: MemoryType | undefined;
  readonly minImportance?: number | undefined;
  readonly since?: number | undefined;
}

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
  { type, minImportance, ...range }: MemoryFilter,
): Promise<Listing.Page> {
  return await Listing.page(ctx, { list: LIST, facets: { type }, leastMeasure: minImportance, ...range });
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, filter: MemoryFilter) {
  const page = await listed(ctx, filter);
  const rows = await documentsById(ctx, "memories", page.ids);
  return {
    memories: await Promise.all(rows.map((row) => toPublic(ctx, row))),
    total: page.total,
    hasMore: page.hasMore,
  };
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
  return {
    _id: row._id,
    type,
    content,
    importance,
    salience,
    confidence,
    sentiment,
    metadata: row.metadata ?? "{}",
    unique,
    ...reflectionFields(row),
    createdAt,
    lastAccessedAt,
  };
}

/**
 * What a memory of type reflection carries besides, whoever wrote it: one that a caller stored reflects on what is known,
 * as one does that is asked for without a type, and rests on no memory that anybody named.
 */
function reflectionFields({
  type,
  reflectionType = "knowledge",
  basedOn = [],
}: Doc<"memories">): Pick<PublicMemory, "reflectionType" | "basedOn"> {
  return type === "reflection" ? { reflectionType, basedOn } : {};
}

/** Memories as callers see them: apart from what judges and writes them, which a list or a search need not load. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import schema from "../schema";
import * as Presence from "./presence";

/** A memory as callers see it; `metadata` as JSON text. */
export const publicMemory = schema.tables.memories.validator
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

/** A memory by an id from outside; null where it names none. */
export async function byId(ctx: QueryCtx, id: string): Promise<Doc<"memories"> | null> {
  const memoryId = ctx.db.normalizeId("memories", id);
  return memoryId === null ? null : await ctx.db.get("memories", memoryId);
}

/** A memory as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"memories">): Promise<PublicMemory> {
  const { salience, lastAccessedAt } = await Presence.of(ctx, row._id);
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

/** The memories' table as it is read: by id, and as lists with exact totals. `newMemory` writes it. */
import { v, type Infer } from "convex/values";
import type { MemoryType } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Sequence from "../lib/sequence";
import * as Activation from "./activation";
import { memoriesTables } from "./tables";

/** All memories in the order in which they were made, narrowed by type and importance. */
export const LIST: Sequence.List = { name: "memories", sizes: Sequence.SIZES };
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

/** A page, newest first. */
export async function list(ctx: QueryCtx, { type, minImportance, ...range }: MemoryFilter) {
  const page = await Sequence.page(ctx, LIST, {
    scope: type,
    leastMeasure: minImportance,
    ...range,
  });
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

/** Reads memories by id, and as lists with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { publicOf } from "../lib/publicOf";
import { figures, memoryType, range, sentimentLabel } from "../lib/validators";
import * as Activation from "./activation";
import { LIST, PINNED } from "./rows";
import { memoriesTables } from "./tables";

/** The confidence of a memory if its caller gives none. */
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
    "pinned",
    "correctedBy",
    "reflectionType",
    "basedOn",
    "createdAt",
  )
  .extend({
    _id: v.id("memories"),
    salience: v.number(),
    lastAccessedAt: v.number(),
    metadata: v.string(),
    /** Absent for the agent's own memories. */
    scope: v.optional(v.string()),
  });
export type PublicMemory = Infer<typeof publicMemory>;

/** `minImportance` is inclusive. `scope` absent: all. */
export const memoryFilter = v.object({
  ...range,
  sentiment: v.optional(sentimentLabel),
  scope: v.optional(v.string()),
  type: v.optional(memoryType),
  minImportance: v.optional(v.number()),
  pinned: v.optional(v.literal(true)),
});
export type MemoryFilter = Infer<typeof memoryFilter>;

/** A page of a list. */
export const memoryPage = v.object({ memories: v.array(publicMemory), ...figures });
export type MemoryPage = Infer<typeof memoryPage>;

/** The pinned memories of these scopes, at most `limit`, newest first. */
export async function pinned(
  ctx: QueryCtx,
  limit: number,
  scopes: readonly string[],
): Promise<Doc<"memories">[]> {
  const rows: Doc<"memories">[] = [];
  for (const scope of scopes) {
    const { ids } = await Listing.pageOfScope(ctx, { list: PINNED, scope, limit, offset: 0 });
    rows.push(...(await documentsById(ctx, "memories", ids)));
  }
  return rows.sort((a, b) => b.createdAt - a.createdAt).slice(0, limit);
}

/** The ids on a page, newest first. */
export async function listed(
  ctx: QueryCtx,
  { scope, type, sentiment, minImportance, pinned, ...range }: MemoryFilter,
): Promise<Listing.Page> {
  return await Listing.pageOfScope(ctx, {
    list: pinned === true ? PINNED : LIST,
    facets: { type, sentiment },
    scope,
    leastMeasure: minImportance,
    ...range,
  });
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, filter: MemoryFilter): Promise<MemoryPage> {
  return await withRows(ctx, await listed(ctx, filter));
}

/** The rows of a page. */
export async function withRows(ctx: QueryCtx, { ids, total, hasMore }: Listing.Page): Promise<MemoryPage> {
  const rows = await documentsById(ctx, "memories", ids);
  return { memories: await Promise.all(rows.map((row) => toPublic(ctx, row))), total, hasMore };
}

/** Whether none of these has been erased. */
export async function areThere(ctx: QueryCtx, memoryIds: readonly Id<"memories">[]): Promise<boolean> {
  const rows = await Promise.all(memoryIds.map((id) => ctx.db.get("memories", id)));
  return rows.every((row) => row !== null);
}

/** A memory as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"memories">): Promise<PublicMemory> {
  return asPublic(row, await Activation.read(ctx, row._id));
}

/** A memory and its activation as callers see them. */
export function asPublic(
  row: Doc<"memories">,
  { salience, lastAccessedAt }: Doc<"memoryActivation">,
): PublicMemory {
  // A reflection that a caller stores has type `knowledge`, the default of POST /memories/reflect, and cites no memory.
  const { metadata = "{}", reflectionType = "knowledge", basedOn = [] } = row;
  return publicOf(publicMemory)({
    ...row,
    ...{ salience, lastAccessedAt, metadata, scope: row.scope || undefined },
    ...(row.type === "reflection" ? { reflectionType, basedOn } : {}),
  });
}

/** Earlier versions of memories, which are kept at every change, listed and restored. */
import { v, type Infer } from "convex/values";
import type { Author, VersionChange } from "../../mind/enums";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { publicOf } from "../lib/publicOf";
import type { PageArgs } from "../lib/validators";
import { writeVersion } from "./rows";
import { memoriesTables } from "./tables";

const mergedWording = memoriesTables.merges.validator.pick("type", "content", "similarity");
/** A version as callers see it; `metadata` is JSON text. `change` ended the version, and `by` made that change. */
export const publicVersion = memoriesTables.memoryVersions.validator
  .omit("memoryId", "mergeId", "back", "metadata")
  .extend({
    metadata: v.string(),
    /** If a merge ended it: the wording that was merged in. */
    merged: v.optional(mergedWording),
  });

export interface Change {
  readonly change: VersionChange;
  readonly by: Author;
  /** The caller's name. */
  readonly who?: string | undefined;
  readonly mergeId?: Id<"merges">;
  readonly changeId?: Id<"changes"> | undefined;
  /** For an undo: the earlier version that the memory then equals. */
  readonly back?: number;
}

/**
 * Keeps the version of a memory that a change ends. Call it in the mutation that changes the memory. Returns the next
 * version's number.
 */
export async function keep(
  ctx: MutationCtx,
  now: number,
  { _id: memoryId, version, type, content, importance, confidence, metadata }: Doc<"memories">,
  change: Change,
): Promise<number> {
  await writeVersion(ctx, null, {
    ...{ memoryId, version, type, content, importance, confidence, metadata },
    ...change,
    at: now,
  });
  return version + 1;
}

/** A page of a memory's earlier versions, newest first. They are numbered without gaps. */
export async function history(
  ctx: QueryCtx,
  { _id: memoryId, version }: Doc<"memories">,
  { limit, offset }: PageArgs,
) {
  const rows = await ctx.db
    .query("memoryVersions")
    .withIndex("by_memory", (q) => q.eq("memoryId", memoryId).lt("version", version - offset))
    .order("desc")
    .take(limit);
  const total = version - 1;
  const versions = await Promise.all(rows.map((row) => toPublic(ctx, row)));
  return { versions, total, hasMore: offset + rows.length < total };
}

/** One earlier version; null if there is none with this number. */
export async function find(
  ctx: QueryCtx,
  memoryId: Id<"memories">,
  version: number,
): Promise<Doc<"memoryVersions"> | null> {
  return await ctx.db
    .query("memoryVersions")
    .withIndex("by_memory", (q) => q.eq("memoryId", memoryId).eq("version", version))
    .unique();
}

async function toPublic(ctx: QueryCtx, row: Doc<"memoryVersions">): Promise<Infer<typeof publicVersion>> {
  const { mergeId, metadata = "{}" } = row;
  const merge = mergeId === undefined ? null : await ctx.db.get("merges", mergeId);
  const merged = merge === null ? undefined : publicOf(mergedWording)(merge);
  return publicOf(publicVersion)({ ...row, metadata, merged });
}

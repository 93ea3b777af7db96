/** Memories of equal text, found by a key. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { normalForm, normalKeyOf } from "../../mind/text/normalForm";
import { takeWithinBudget } from "../lib/withinBudget";

/** The key of a text: equal for texts that are equal once normalised. */
export function textKey(content: string): string {
  return normalKeyOf(normalForm(content));
}

/** Of long copies no more are read, since one transaction may look for those of several texts. */
const MAX_BYTES = 1024 * 1024;

/** At most `max` memories of the scope, or of all, whose text is equal once normalised; the oldest or the newest first. */
export async function memoriesWithText(
  ctx: QueryCtx,
  content: string,
  scope: string | undefined,
  which: "oldest" | "newest",
  max: number,
): Promise<Doc<"memories">[]> {
  const normal = normalForm(content);
  const key = normalKeyOf(normal);
  const memories = ctx.db.query("memories");
  const withKey = (
    scope === undefined
      ? memories.withIndex("by_normalKey", (q) => q.eq("normalKey", key))
      : memories.withIndex("by_scope", (q) => q.eq("scope", scope).eq("normalKey", key))
  ).order(which === "oldest" ? "asc" : "desc");
  const { rows } = await takeWithinBudget(withKey, max, { maxBytes: MAX_BYTES });
  // The key is a digest, which two texts may share.
  return rows.filter((row) => row.content === content || normalForm(row.content) === normal);
}

/** Whether searches find a memory: a reflection based on nothing says only that there was nothing. */
export function isSearchable({ basedOn }: Pick<Doc<"memories">, "basedOn">): boolean {
  return basedOn === undefined || basedOn.length > 0;
}

/** The newest copies, among which one that fits is looked for where the oldest doesn't. */
const MAX_NEWEST = 16;

/**
 * The oldest memory of the scope that `fits` and whose text is equal once normalised: the oldest of all, or one of the newest copies. Null
 * without one.
 */
export async function memoryWithText(
  ctx: QueryCtx,
  content: string,
  scope: string,
  fits: (row: Doc<"memories">) => boolean,
): Promise<Doc<"memories"> | null> {
  const [oldest] = await memoriesWithText(ctx, content, scope, "oldest", 1);
  if (oldest !== undefined && fits(oldest)) return oldest;
  return (await memoriesWithText(ctx, content, scope, "newest", MAX_NEWEST)).findLast(fits) ?? null;
}

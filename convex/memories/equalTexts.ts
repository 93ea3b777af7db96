/** Memories of equal text, found by a key. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { normalForm, normalKeyOf } from "../../mind/text/normalForm";
import { takeWithinBudget } from "../lib/withinBudget";

/** The key of a text: equal for texts that are equal once normalised. */
export function textKey(content: string): string {
  return normalKeyOf(normalForm(content));
}

/** The most bytes of copies that are read, since one transaction may look for copies of several texts. */
const MAX_BYTES = 1024 * 1024;

/** The memories of a scope (undefined: of all) whose text is equal once normalised; at most `max`, oldest or newest first. */
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
  // The key is a digest, so different texts may have the same.
  return rows.filter((row) => row.content === content || normalForm(row.content) === normal);
}

/** Whether searches find a memory. They skip a reflection without evidence, which only says that there was none. */
export function isSearchable({ basedOn }: Pick<Doc<"memories">, "basedOn">): boolean {
  return basedOn === undefined || basedOn.length > 0;
}

/** How many of the newest copies are tried if the oldest doesn't fit. */
const MAX_NEWEST = 16;

/**
 * A memory of the scope that `fits` and has equal text once normalised: the oldest copy, or else the oldest fitting one of
 * the newest copies. Null without one.
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

/** Memories that say the same: they are filed under one key. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { normalForm, normalKeyOf } from "../../mind/text/normalForm";
import { takeWithinBudget } from "../lib/withinBudget";

/** What a memory is filed under: texts that are the same once normalised have the same key. */
export function textKey(content: string): string {
  return normalKeyOf(normalForm(content));
}

/** Of long copies no more are read: one transaction may look for those of several texts. */
const MAX_BYTES = 1024 * 1024;

/** Memories whose text is the same once normalised, so many of the oldest or the newest; those first. */
export async function memoriesWithText(
  ctx: QueryCtx,
  content: string,
  which: "oldest" | "newest",
  most: number,
): Promise<Doc<"memories">[]> {
  const normal = normalForm(content);
  const filed = ctx.db
    .query("memories")
    .withIndex("by_normalKey", (q) => q.eq("normalKey", normalKeyOf(normal)))
    .order(which === "oldest" ? "asc" : "desc");
  const { rows } = await takeWithinBudget(filed, most, { maxBytes: MAX_BYTES });
  // A key is a digest: two texts may share one, and the texts decide.
  return rows.filter((row) => row.content === content || normalForm(row.content) === normal);
}

/** Whether a memory says anything: a reflection that rests on nothing says only that there was nothing. */
export function isSearchable({ basedOn }: Pick<Doc<"memories">, "basedOn">): boolean {
  return basedOn === undefined || basedOn.length > 0;
}

/** Copies among which one that fits is looked for: what fits no older one can only be of late. */
const MAX_LOOKED_AT = 16;

/**
 * The memory whose text is the same once normalised, the oldest of those that `fits`; null where there is none. Where the
 * oldest of all does not, it is looked for among the last copies.
 */
export async function memoryWithText(
  ctx: QueryCtx,
  content: string,
  fits: (row: Doc<"memories">) => boolean = () => true,
): Promise<Doc<"memories"> | null> {
  const [oldest] = await memoriesWithText(ctx, content, "oldest", 1);
  if (oldest !== undefined && fits(oldest)) return oldest;
  return (await memoriesWithText(ctx, content, "newest", MAX_LOOKED_AT)).findLast(fits) ?? null;
}

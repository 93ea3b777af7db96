/**
 * Compares what follows from rows with the rows, by the descriptions of their tables. A check is of a few rows and all that it
 * compares them with in one transaction, so what is written between two of them is no difference.
 */
import { v, type Infer } from "convex/values";
import type { TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** What differs, without a word that a person wrote. What follows from rows is repaired; a reference is only reported. */
export interface Difference {
  readonly text: string;
  readonly repair?: (ctx: MutationCtx) => Promise<void>;
}

/** Where a check goes on; null at the end. */
export const place = v.object({
  /** A table, or the tree of a list. */
  of: v.string(),
  level: v.number(),
  after: v.union(v.string(), v.number()),
});
export type Place = Infer<typeof place>;

export interface Checked {
  readonly differences: readonly Difference[];
  readonly compared: number;
  readonly next: Place | null;
}

/** The first row of a table after a row, in the order of their creation. */
export function rowsAfter(ctx: QueryCtx, name: TableNames, after: number) {
  return ctx.db.query(name).withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
}

/** The row with this id, of one of these tables; null where there is none. */
export async function rowOf(ctx: QueryCtx, names: readonly TableNames[], id: string) {
  for (const name of names) {
    const known = ctx.db.normalizeId(name, id);
    if (known !== null) return await ctx.db.get(name, known);
  }
  return null;
}

/** A list by its name, without the words by which callers filter. */
export function listNamed(tree: string): string {
  return `the list ${tree.replace(/=[^|]*/g, "")}`;
}

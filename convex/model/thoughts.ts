/** The thoughts' table, as its live readers see it. */
import { ConvexError, v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import schema from "../schema";

const MOST = 100;

/** A thought as callers see it. A reflection has no seeds; it carries `basedOn`. */
export const publicThought = schema.tables.thoughts.validator
  .omit("seeds")
  .extend({ _id: v.id("thoughts"), seeds: v.optional(v.array(v.string())) });

export async function recent(ctx: QueryCtx, limit: number) {
  const rows = await ctx.db.query("thoughts").withIndex("by_timestamp").order("desc").take(checked(limit));
  return rows.map(toPublic);
}

export async function brilliant(ctx: QueryCtx, limit: number) {
  const rows = await ctx.db
    .query("thoughts")
    .withIndex("by_brilliance", (q) => q.eq("isBrilliant", true))
    .order("desc")
    .take(checked(limit));
  return rows.map(toPublic);
}

function checked(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new ConvexError({
    code: "VALIDATION_ERROR",
    message: `limit must be a whole number from 1 to ${MOST}, received ${limit}`,
  });
}

function toPublic({ _creationTime, seeds, ...thought }: Doc<"thoughts">): Infer<typeof publicThought> {
  return thought.basedOn === undefined ? { ...thought, seeds } : thought;
}

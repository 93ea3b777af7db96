/** Who links memories by itself: a claim that one run holds at a time, and how far it has come. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../mind/timeSince";
import * as Memories from "./memories";

type Linking = WithoutSystemFields<Doc<"linking">>;

/** A run that has not ended by then has died: it looks at a bounded number of memories, and asks no model. */
export const LEASE_MS = 5 * 60_000;

async function read(ctx: QueryCtx): Promise<Linking> {
  return (await ctx.db.query("linking").first()) ?? { through: -1, claimedUntil: 0 };
}

async function update(ctx: MutationCtx, changes: Partial<Linking>): Promise<void> {
  const row = await ctx.db.query("linking").first();
  if (row === null) await ctx.db.insert("linking", { through: -1, claimedUntil: 0, ...changes });
  else await ctx.db.patch("linking", row._id, changes);
}

/** Takes the claim for a run, where memories wait for one and none is under way. */
export async function takeTurn(ctx: MutationCtx, now: number): Promise<boolean> {
  const { claimedUntil } = await read(ctx);
  if (isAhead(claimedUntil, now, LEASE_MS) || (await next(ctx)) === null) return false;
  await update(ctx, { claimedUntil: now + LEASE_MS });
  return true;
}

/** The first memory that was not looked at yet, and its place; null where all were. */
export async function next(ctx: QueryCtx): Promise<{ memoryId: Id<"memories">; place: number } | null> {
  const { through } = await read(ctx);
  const text = await ctx.db
    .query("texts")
    .withIndex("by_place", (q) => q.eq("space", "memory").gt("place", through))
    .first();
  const memory = text === null ? null : await Memories.byId(ctx, text.owner);
  return text === null || memory === null ? null : { memoryId: memory._id, place: text.place };
}

/** A memory was looked at. */
export async function looked(ctx: MutationCtx, place: number): Promise<void> {
  await update(ctx, { through: place });
}

/** The run has ended; and at the service's start none is under way any more. */
export async function released(ctx: MutationCtx): Promise<void> {
  if ((await read(ctx)).claimedUntil > 0) await update(ctx, { claimedUntil: 0 });
}

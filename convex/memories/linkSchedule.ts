/** Automatic linking: a lease that one run holds at a time, and how far it has come. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../../mind/time/timeSince";
import type { Settings } from "../lib/settings";
import * as Memories from "./memories";
import * as Vectors from "../embeddings/vectors";

type Linking = Required<WithoutSystemFields<Doc<"linking">>>;

/** A run that has not ended by then has died: it renews its lease with each memory, and none takes as long. */
export const LEASE_MS = 5 * 60_000;

/** A memory waits so long for its vector; then it is linked by its words alone. */
const PATIENCE_MS = 60 * 60_000;

/** A failure may pass by itself (a conflict, a full disk); a memory that fails as often must not hold up the others. */
const MOST_FAILURES = 3;

const NEVER: Linking = { through: -1, claimedUntil: 0, run: 0, failures: 0 };

async function read(ctx: QueryCtx): Promise<Linking> {
  return { ...NEVER, ...(await ctx.db.query("linking").first()) };
}

async function update(ctx: MutationCtx, changes: Partial<Linking>): Promise<void> {
  const row = await ctx.db.query("linking").first();
  if (row === null) await ctx.db.insert("linking", { ...NEVER, ...changes });
  else await ctx.db.patch("linking", row._id, changes);
}

/** Takes the lease for a run, where memories are ready for one and none is under way: its number, or null. */
export async function takeTurn(ctx: MutationCtx, now: number, settings: Settings): Promise<number | null> {
  const { claimedUntil, run } = await read(ctx);
  if (isAhead(claimedUntil, now, LEASE_MS) || (await next(ctx, now, settings)) === null) return null;
  await update(ctx, { claimedUntil: now + LEASE_MS, run: run + 1 });
  return run + 1;
}

/** The first memory that no run has linked, and its place; null where there is none, or where it still waits for its vector. */
export async function next(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
): Promise<{ memoryId: Id<"memories">; place: number } | null> {
  const { through } = await read(ctx);
  const text = await ctx.db
    .query("texts")
    .withIndex("by_place", (q) => q.eq("space", "memory").gt("place", through))
    .first();
  const memory = text === null ? null : await Memories.byId(ctx, text.owner);
  if (text === null || memory === null) return null;
  const mayWait = settings.embedding !== null && isAhead(memory.createdAt + PATIENCE_MS, now, PATIENCE_MS);
  if (mayWait && (await Vectors.waiting(ctx, text._id))?.refusals === 0) return null;
  return { memoryId: memory._id, place: text.place };
}

/**
 * The run has linked the memory at `place`, or `failed` to. Whether it goes on: not where another run has taken over, nor
 * after a failure that the next run may retry.
 */
export async function looked(
  ctx: MutationCtx,
  now: number,
  { run, place, failed }: { readonly run: number; readonly place: number; readonly failed: boolean },
): Promise<boolean> {
  const row = await read(ctx);
  if (row.run !== run) return false;
  const failures = failed ? row.failures + 1 : 0;
  const isRetried = failures > 0 && failures < MOST_FAILURES;
  const linked = { through: Math.max(row.through, place), claimedUntil: now + LEASE_MS, failures: 0 };
  await update(ctx, isRetried ? { failures } : linked);
  return !isRetried;
}

/** The run has ended. */
export async function ended(ctx: MutationCtx, run: number): Promise<void> {
  if ((await read(ctx)).run === run) await released(ctx);
}

/** At the service's start no run is under way any more. */
export async function released(ctx: MutationCtx): Promise<void> {
  if ((await read(ctx)).claimedUntil > 0) await update(ctx, { claimedUntil: 0 });
}

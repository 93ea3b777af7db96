/** Automatic linking: a lease that one run holds at a time, and how far it has come. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../../mind/time/timeSince";
import type { Settings } from "../lib/settings";
import * as Lease from "../lib/lease";
import * as Memories from "./memories";
import * as Vectors from "../embeddings/vectors";

type Linking = Omit<Doc<"linkProgress">, "_id" | "_creationTime">;

/** A memory waits so long for its vector; then it is linked by its words alone. */
const PATIENCE_MS = 60 * 60_000;

/** A failure may pass by itself (a conflict, a full disk); a memory that fails as often must not hold up the others. */
const MAX_FAILURES = 3;

const NEVER: Linking = { linkedTo: -1, failures: 0 };

async function read(ctx: QueryCtx): Promise<Linking> {
  return (await ctx.db.query("linkProgress").first()) ?? NEVER;
}

async function update(ctx: MutationCtx, changes: Partial<Linking>): Promise<void> {
  const row = await ctx.db.query("linkProgress").first();
  if (row === null) await ctx.db.insert("linkProgress", { ...NEVER, ...changes });
  else await ctx.db.patch("linkProgress", row._id, changes);
}

/** Takes the lease for a run where memories are ready for one and none is under way: its number, or null. */
export async function acquireRun(ctx: MutationCtx, now: number, settings: Settings): Promise<number | null> {
  return (await next(ctx, now, settings)) === null ? null : await Lease.acquire(ctx, "links", now);
}

/** The first memory that no run has linked, and its place; null where there is none, or where it still waits for its vector. */
export async function next(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
): Promise<{ memoryId: Id<"memories">; place: number } | null> {
  const { linkedTo } = await read(ctx);
  const text = await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").gt("place", linkedTo))
    .first();
  const memory = text === null ? null : await Memories.byId(ctx, text.owner);
  if (text === null || memory === null) return null;
  const mayWait = settings.embedding !== null && isAhead(memory.createdAt + PATIENCE_MS, now, PATIENCE_MS);
  if (mayWait && (await Vectors.queueEntryOf(ctx, text._id))?.refusals === 0) return null;
  return { memoryId: memory._id, place: text.place };
}

/**
 * The run has linked the memory at `place`, or `failed` to. Whether it goes on: not where another run has taken over, nor
 * after a failure that the next run may retry.
 */
export async function noteLinked(
  ctx: MutationCtx,
  now: number,
  { run, place, failed }: { readonly run: number; readonly place: number; readonly failed: boolean },
): Promise<boolean> {
  if (!(await Lease.renew(ctx, "links", now, run))) return false;
  const row = await read(ctx);
  const failures = failed ? row.failures + 1 : 0;
  const isRetried = failures > 0 && failures < MAX_FAILURES;
  const linked = { linkedTo: Math.max(row.linkedTo, place), failures: 0 };
  await update(ctx, isRetried ? { failures } : linked);
  return !isRetried;
}

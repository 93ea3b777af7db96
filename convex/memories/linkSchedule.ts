/** The schedule of automatic linking: one run at a time, and its progress. The run itself is in linkMemory. */
import { v } from "convex/values";
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, internalQuery, type MutationCtx, type QueryCtx } from "../_generated/server";
import { internal } from "../_generated/api";
import { isAhead } from "../../mind/time/timeSince";
import { queueEntryOf } from "../embeddings/vectors";
import { currentSettings } from "../lib/currentSettings";
import * as Lease from "../leases/lease";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import { writeLinkProgress } from "./rows";

/** How long a memory waits for its vector. After that it is linked by its words alone. */
const MAX_WAIT_MS = 60 * 60_000;
/**
 * A memory that fails this often is skipped, so that it does not hold up the others. Single failures may be temporary, such
 * as a conflict.
 */
const MAX_FAILURES = 3;

/** The pause before a run that goes on where one has ended, so that the service answers others meanwhile. */
const CONTINUE_AFTER_MS = 5_000;

const NONE: WithoutSystemFields<Doc<"linkProgress">> = { linkedTo: -1, failures: 0 };

/** Takes the lease for a run if there is a memory to link and no other run. Returns the run's number or null. */
export async function acquireRun(ctx: MutationCtx, now: number, settings: Settings): Promise<number | null> {
  return (await firstUnlinked(ctx, now, settings)) && (await Lease.acquire(ctx, "links", now));
}

/** Begins a run if there is a memory to link and no other run. */
export async function startRun(ctx: MutationCtx, now: number, settings: Settings): Promise<void> {
  const run = await acquireRun(ctx, now, settings);
  if (run !== null) await ctx.scheduler.runAfter(0, internal.memories.linkMemory.runScheduled, { run });
}

const unlinked = v.object({ memoryId: v.id("memories"), place: v.number() });

/** The first memory to link, by place; null if there is none or it waits for its vector. */
export const next = internalQuery({
  args: { now: v.number() },
  returns: v.union(v.null(), unlinked),
  handler: (ctx, { now }) => firstUnlinked(ctx, now, currentSettings()),
});

async function firstUnlinked(ctx: QueryCtx, now: number, { embedding }: Settings) {
  const { linkedTo } = (await ctx.db.query("linkProgress").first()) ?? NONE;
  const document = await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").gt("place", linkedTo))
    .first();
  if (document === null) return null;
  const { place, createdAt } = document;
  const mayWait = embedding !== null && isAhead(createdAt + MAX_WAIT_MS, now, MAX_WAIT_MS);
  if (mayWait && (await queueEntryOf(ctx, document._id))?.refusals === 0) return null;
  return { memoryId: Documents.memoryIdOf(ctx, document), place };
}

/**
 * Records that the run has linked the memory at `place`, or `failed` to. Returns whether the run goes on: it ends if another
 * run has taken over, or after a failure that the next run retries.
 */
export const noteLinked = internalMutation({
  args: { run: v.number(), place: v.number(), failed: v.boolean() },
  returns: v.boolean(),
  handler: async (ctx, { run, place, failed }) => {
    if (!(await Lease.renew(ctx, "links", Date.now(), run))) return false;
    const row = await ctx.db.query("linkProgress").first();
    const { linkedTo, failures } = row ?? NONE;
    const isRetried = failed && failures + 1 < MAX_FAILURES;
    const progress = isRetried
      ? { linkedTo, failures: failures + 1 }
      : { linkedTo: Math.max(linkedTo, place), failures: 0 };
    await writeLinkProgress(ctx, row, progress);
    return !isRetried;
  },
});

/** Ends a run. `isFull`: it linked as many as a run may, so that another follows. */
export const endRun = internalMutation({
  args: { run: v.number(), isFull: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { run, isFull }) => {
    await Lease.release(ctx, "links", run);
    if (isFull) await ctx.scheduler.runAfter(CONTINUE_AFTER_MS, internal.memories.linkSchedule.goOn, {});
    return null;
  },
});

/** Begins the run that follows a full one. */
export const goOn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const settings = currentSettings();
    if (settings.autonomy) await startRun(ctx, Date.now(), settings);
    return null;
  },
});

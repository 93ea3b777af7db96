/** The salience of memories: recall raises it, and it decays with time. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { decayedSalience, recalledSalience, timeToDecay } from "../../mind/salience/salience";
import { timeSince } from "../../mind/time/timeSince";
import * as Totals from "../lib/totals";
import { writeActivation } from "./rows";

export type ActivationRow = WithoutSystemFields<Doc<"memoryActivation">>;

/** The least decay that is written. */
const MIN_DECAY = 0.01;
/** A recall so soon after the last one writes nothing, since it would add next to nothing. */
const MIN_RECALL_GAP_MS = 60_000;
const NEVER = Number.MAX_SAFE_INTEGER;

/** Writes a new memory's activation. */
export async function create(
  ctx: MutationCtx,
  memory: { memoryId: Id<"memories">; salience: number; importance: number; createdAt: number },
): Promise<void> {
  const { createdAt } = memory;
  const row = { ...memory, salienceAt: createdAt, lastAccessedAt: createdAt };
  await writeActivation(ctx, null, {
    ...row,
    initialSalience: row.salience,
    decaysAt: decaysAt(row),
  });
}

/** @throws if there is none, which can't happen: a memory and its activation are written in one mutation */
export async function read(ctx: QueryCtx, memoryId: Id<"memories">): Promise<Doc<"memoryActivation">> {
  const row = await find(ctx, memoryId);
  if (row === null) throw new Error("a memory has no activation");
  return row;
}

async function find(ctx: QueryCtx, memoryId: Id<"memories">): Promise<Doc<"memoryActivation"> | null> {
  return await getOneFrom(ctx.db, "memoryActivation", "by_memory", memoryId, "memoryId");
}

/** Sets the importance by which a memory decays. */
export async function setImportance(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  importance: number,
): Promise<void> {
  await change(ctx, await read(ctx, memoryId), { importance });
}

type Accessed = Pick<ActivationRow, "lastAccessedAt" | "createdAt">;

/** Whether a recall now is so long after the last one that it is written. */
export function countsAsRecall(row: Accessed, now: number): boolean {
  return msSinceAccess(row, now) >= MIN_RECALL_GAP_MS;
}

/** Milliseconds since the last recall; infinite before the first, since creating a memory does not count as an access. */
export function msSinceAccess(row: Accessed, now: number): number {
  return row.lastAccessedAt === row.createdAt ? Infinity : timeSince(row.lastAccessedAt, now);
}

/** Raises the salience of recalled memories, and sets their last access. */
export async function touch(
  ctx: MutationCtx,
  now: number,
  memoryIds: readonly Id<"memories">[],
): Promise<void> {
  for (const memoryId of memoryIds) {
    const row = await find(ctx, memoryId);
    // The memory was erased since it was found.
    if (row === null) continue;
    if (!countsAsRecall(row, now)) continue;
    const faded = decayedSalience(row, now - row.salienceAt);
    await change(ctx, row, {
      salience: recalledSalience(faded, msSinceAccess(row, now)),
      salienceAt: now,
      lastAccessedAt: accessedAt(row, now),
    });
  }
}

/** Writes the decayed salience of at most `max` memories, those due first. Returns how many it changed. */
export async function decayDue(ctx: MutationCtx, now: number, max: number): Promise<number> {
  const due = await ctx.db
    .query("memoryActivation")
    .withIndex("by_decaysAt", (q) => q.lte("decaysAt", now))
    .take(max);
  for (const row of due)
    await change(ctx, row, { salience: decayedSalience(row, now - row.salienceAt), salienceAt: now });
  return due.length;
}

/** Sets a memory's importance and salience, and its last access. */
export async function reinforce(
  ctx: MutationCtx,
  now: number,
  memoryId: Id<"memories">,
  to: { importance: number; salience: number },
): Promise<void> {
  const row = await read(ctx, memoryId);
  await change(ctx, row, { ...to, salienceAt: now, lastAccessedAt: accessedAt(row, now) });
}

/** Sets a memory's importance. Unless it was accessed after `accessedAt`, also restores the salience that it had `before`. */
export async function restore(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  {
    importance,
    accessedAt,
    before,
  }: {
    importance: number;
    accessedAt: number;
    before: Pick<ActivationRow, "salience" | "salienceAt" | "lastAccessedAt"> | undefined;
  },
): Promise<void> {
  const row = await read(ctx, memoryId);
  if (before === undefined || row.lastAccessedAt > accessedAt) return await change(ctx, row, { importance });
  const { salience, salienceAt, lastAccessedAt } = before;
  await change(ctx, row, { importance, salience, salienceAt, lastAccessedAt });
}

/** Writes changes of a memory's activation. */
async function change(
  ctx: MutationCtx,
  row: Doc<"memoryActivation">,
  changes: Partial<ActivationRow>,
): Promise<void> {
  const salience = Totals.onGrid(changes.salience ?? row.salience);
  const next = { ...row, ...changes, salience };
  await writeActivation(ctx, row, { ...next, decaysAt: decaysAt(next) });
}

/**
 * The new time of last access. It moves back only if the clock was set back, because the gap to the next recall counts from
 * it.
 */
function accessedAt({ lastAccessedAt }: ActivationRow, now: number): number {
  return timeSince(lastAccessedAt, now) === Infinity ? now : Math.max(now, lastAccessedAt);
}

/** When the next decay is due, in ms since the epoch. */
export function decaysAt(row: Pick<ActivationRow, "salience" | "importance" | "salienceAt">): number {
  const ms = timeToDecay(row, MIN_DECAY);
  return ms === null ? NEVER : row.salienceAt + Math.ceil(ms);
}

/**
 * Undoes change sets, each completely or not at all. Most take one transaction. A consolidation, or learned facts with many
 * rows, take several, each of which schedules the next and so survives a crash.
 */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Progress from "../consolidation/progress";
import { unwind } from "../consolidation/unwind";
import * as Changes from "../changes/changes";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as Lease from "../leases/lease";
import type { Settings } from "../lib/settings";
import { writeChangeSet } from "../changes/rows";
import { versionChange } from "../lib/validators";
import * as Links from "../memories/links";
import { eraseRow } from "./eraseRow";
import { changeSince, revert } from "./revert";

/** Memories that one transaction erases. Few, since each may be long and its theme is labelled again. */
const MAX_AT_ONCE = 4;

/** The later change that prevents the undo: a change of a memory, or another change set. */
const obstacle = v.object({
  what: v.union(versionChange, literals("erased", "left a theme", "consolidated")),
  memoryId: v.optional(v.id("memories")),
  changeId: v.optional(v.id("changes")),
  at: v.optional(v.number()),
});
export type Obstacle = Infer<typeof obstacle>;

export const outcome = v.union(
  /** Undone, now or by an earlier call. */
  v.object({ kind: v.literal("undone"), change: Changes.publicChange }),
  /** Further transactions finish the undo. */
  v.object({ kind: v.literal("undoing") }),
  v.object({ kind: v.literal("unknown") }),
  /** A consolidation is running or being undone. */
  v.object({ kind: v.literal("busy") }),
  v.object({ kind: v.literal("in the way"), obstacle }),
);
export type Outcome = Infer<typeof outcome>;

/** Undoes a change set, or starts to. A repeated call changes nothing. */
export async function begin(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  set: Doc<"changes">,
  who: string | undefined,
): Promise<Outcome> {
  if (set.undone !== undefined) return { kind: "undone", change: Changes.toPublic(set) };
  if (set.undoing !== undefined) return { kind: "undoing" };
  const isConsolidation = set.kind === "consolidation";
  const found = isConsolidation ? await laterConsolidation(ctx, set) : await laterChange(ctx, set);
  if (found !== null) return { kind: "in the way", obstacle: found };
  if (isConsolidation) {
    const { undoing } = await Progress.read(ctx);
    // A run that died keeps its lease until another takes it over, so only acquiring it tells whether one is running.
    if (undoing !== undefined || (await Lease.acquire(ctx, "consolidation", now)) === null)
      return { kind: "busy" };
    await Progress.update(ctx, { undoing: set._id });
  } else {
    await Links.removeOfChange(ctx, set._id);
    for (const changed of set.memories) {
      const row = changed.from === 0 ? null : await ctx.db.get("memories", changed.memoryId);
      if (row !== null) await revert(ctx, now, row, changed, set, who);
    }
  }
  const undoing = { at: now, who };
  const begun = { ...set, undoing };
  await writeChangeSet(ctx, set, begun);
  return await advance(ctx, now, settings, begun);
}

/** One transaction of an undo that has begun; schedules the next if more is left. */
export async function advance(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  set: Doc<"changes">,
): Promise<Outcome> {
  const { _id: changeId, undoing } = set;
  const isConsolidation = set.kind === "consolidation";
  const done = isConsolidation ? await unwind(ctx, set.place) : await eraseLearned(ctx, now, settings, set);
  if (!done) {
    await ctx.scheduler.runAfter(0, internal.corrections.undoFunctions.goOn, { changeId });
    return { kind: "undoing" };
  }
  if (isConsolidation) {
    await Progress.update(ctx, { undoing: undefined });
    await Lease.release(ctx, "consolidation");
  }
  const undone = undoing ?? { at: now };
  const ended = { ...set, undoing: undefined, undone };
  await writeChangeSet(ctx, set, ended);
  return { kind: "undone", change: Changes.toPublic(ended) };
}

/** Erases memories that a tick learned, a few at a time. Returns whether none is left. */
async function eraseLearned(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { memories }: Pick<Doc<"changes">, "memories">,
): Promise<boolean> {
  let count = 0;
  for (const { memoryId, from } of memories) {
    const row = from === 0 ? await ctx.db.get("memories", memoryId) : null;
    if (row === null) continue;
    if (count === 0) await ErasureEpoch.advance(ctx);
    if (count === MAX_AT_ONCE || !(await eraseRow(ctx, { now, settings }, "memories", row))) return false;
    count += 1;
  }
  return true;
}

/** A later change of one of the set's memories; null if there is none. */
async function laterChange(ctx: QueryCtx, { memories }: Doc<"changes">): Promise<Obstacle | null> {
  for (const { memoryId, to } of memories) {
    const row = await ctx.db.get("memories", memoryId);
    if (row === null) return { what: "erased", memoryId };
    const later = await changeSince(ctx, row, to);
    if (later === null) continue;
    const { change: what, changeId, at } = later;
    return { what, memoryId, changeId, at };
  }
  return null;
}

/** What prevents undoing a consolidation: a newer one that is not undone, or a memory that has left one of its themes. */
async function laterConsolidation(
  ctx: QueryCtx,
  { place, placeOfKind }: Doc<"changes">,
): Promise<Obstacle | null> {
  const after = Changes.between(ctx, { kind: "consolidation" }, placeOfKind + 1).order("desc");
  for await (const later of after)
    if (later.undone === undefined) return { what: "consolidated", changeId: later._id, at: later.at };
  const { fixed } = await Progress.read(ctx);
  if (fixed === undefined || place > fixed.to) return null;
  return { what: "left a theme", memoryId: fixed.memoryId, at: fixed.at };
}

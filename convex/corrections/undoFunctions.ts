/** The transactions of undoing, and the clean-up of change sets. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as Before from "../consolidation/before";
import * as Progress from "../consolidation/progress";
import * as Audit from "../lib/audit";
import * as Changes from "../lib/changes";
import { currentSettings } from "../lib/currentSettings";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../lib/idempotency";
import * as Retention from "../lib/retention";
import { writeChangeSet } from "../lib/sharedRows";
import * as Undo from "./undo";

/** Undoes the change set with a caller's id, or starts to. */
export const undo = internalMutation({
  args: { id: v.string(), claim: v.optional(Idempotency.claim) },
  returns: Undo.outcome,
  handler: async (ctx, { id, claim }) => {
    const set = await documentById(ctx, "changes", id);
    if (set === null) return { kind: "unknown" as const };
    const outcome = await Undo.begin(ctx, Date.now(), currentSettings(), set, claim?.who);
    const isDone = outcome.kind === "undone" || outcome.kind === "undoing";
    if (isDone && !Changes.isUndone(set))
      await Audit.record(ctx, claim, [set._id, ...set.memories.map(({ memoryId }) => memoryId)]);
    return outcome;
  },
});

/** The next transaction of an undo. Scheduled by the one before, so it also runs after a crash. */
export const goOn = internalMutation({
  args: { changeId: v.id("changes") },
  returns: v.null(),
  handler: async (ctx, { changeId }) => {
    const set = await ctx.db.get("changes", changeId);
    if (set?.undoing !== undefined) await Undo.advance(ctx, Date.now(), currentSettings(), set);
  },
});

/** Rows per transaction. */
const BATCH = 256;

/** Deletes change sets that are no longer kept, with what undoing them needed, one batch per transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const expired = await Changes.expired(ctx, await Retention.now(ctx, Date.now()), BATCH);
    const { fixed, undoing } = await Progress.read(ctx);
    // What was kept for consolidations that can no longer be undone is deleted too.
    const to = Math.max(expired.at(-1)?.place ?? -1, undoing === undefined ? (fixed?.to ?? -1) : -1);
    const isEmpty = (await Before.dropMoves(ctx, to, BATCH)) && (await Before.dropThemes(ctx, to, BATCH));
    if (isEmpty) for (const row of expired) await writeChangeSet(ctx, row, null);
    if (!isEmpty || expired.length === BATCH)
      await ctx.scheduler.runAfter(0, internal.corrections.undoFunctions.cleanUp, {});
  },
});

/** The transactions of undoing. */
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import * as Audit from "../audit/audit";
import * as Changes from "../changes/changes";
import { currentSettings } from "../lib/currentSettings";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../idempotency/idempotency";
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

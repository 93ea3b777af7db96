/** Functions for idempotency keys of work in several transactions. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import * as Idempotency from "./idempotency";
import { writeAnswer } from "./rows";

/** Rows per transaction; fewer where answers are long. */
const BATCH = 500;

/**
 * Takes the key for work in several transactions, unless it is used or its work is running. The holder must `settle` or
 * `release` it. The key of lost work is free again, or has the answer that the work had provided (`Idempotency.provide`).
 */
export const reserve = internalMutation({
  args: { key: Idempotency.key },
  returns: v.union(
    v.object({ kind: v.literal("reserved") }),
    /** `response`: the first answer's JSON text. */
    v.object({ kind: v.literal("answered"), response: v.string() }),
    v.object({ kind: v.literal("running") }),
    v.object({ kind: v.literal("mismatch") }),
  ),
  handler: async (ctx, { key }) => {
    const now = Date.now();
    const underWay = { ...key, response: "", underWayUntil: now + Idempotency.MAX_WORK_MS, createdAt: now };
    const first = await Idempotency.find(ctx, key);
    const { response = "", underWayUntil } = first ?? {};
    const isLost = underWayUntil !== undefined && underWayUntil <= now;
    if (first === null || (isLost ? response === "" : Idempotency.isExpired(first, now))) {
      await writeAnswer(ctx, first, underWay);
      return { kind: "reserved" as const };
    }
    if (isLost) await writeAnswer(ctx, first, { ...first, underWayUntil: undefined });
    if (first.bodyHash !== key.bodyHash) return { kind: "mismatch" as const };
    const isRunning = underWayUntil !== undefined && !isLost;
    return isRunning ? { kind: "running" as const } : { kind: "answered" as const, response };
  },
});

/** Stores the answer of finished work: `response` is its JSON text. */
export const settle = internalMutation({
  args: { key: Idempotency.key, response: v.string() },
  returns: v.null(),
  handler: (ctx, { key, response }) => Idempotency.settle(ctx, { key }, JSON.parse(response)),
});

/** Releases the key of failed work, unless the work had provided an answer. */
export const release = internalMutation({
  args: { key: Idempotency.key },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    const row = await Idempotency.find(ctx, key);
    if (row?.underWayUntil === undefined) return;
    await writeAnswer(ctx, row, row.response === "" ? null : { ...row, underWayUntil: undefined });
  },
});

/** Ends the claims on keys that were held when the service started, one batch per transaction. */
export const giveUp = internalMutation({
  args: { startedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { startedAt }) => {
    const more = await Idempotency.giveUp(ctx, BATCH, startedAt);
    if (more) await ctx.scheduler.runAfter(0, internal.idempotency.functions.giveUp, { startedAt });
  },
});

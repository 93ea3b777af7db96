/** Idempotency keys: a POST sent twice under one key does its work once and is answered the same way twice. */
import { v, type Infer, type Validator } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { takeWithinBudget } from "./withinBudget";

/** How long a key holds, in milliseconds: 24 hours. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** A request's claim on a key. Both are SHA-256 in hex: of caller, path and key; and of the body's bytes. */
export const claim = v.object({ slot: v.string(), bodyHash: v.string() });
export type Claim = Infer<typeof claim>;

/** What a request's key claims, for the arguments of the mutation that does the work; empty without a key. */
export interface Claimed {
  readonly claim?: Claim;
}

/** How work under a claim ended; `mismatch` is a key that another body has used up, and nothing was done. */
export type Answered<Body> = { kind: "done"; body: Body } | { kind: "mismatch" };

/** The validator of `Answered` for a function's `returns`. */
export function answered<Body extends Validator<unknown, "required", string>>(body: Body) {
  return v.union(v.object({ kind: v.literal("done"), body }), v.object({ kind: v.literal("mismatch") }));
}

/**
 * Does the work, unless the claim's key has been used within 24 hours: then its first answer stands and nothing is
 * written. Must run in the mutation that does the work: the transaction makes a second request wait for the first,
 * and leaves the key free where the work throws. The answer must be plain JSON.
 */
export async function once<Body>(
  ctx: MutationCtx,
  claim: Claim | undefined,
  work: () => Promise<Body>,
): Promise<Answered<Body>> {
  if (claim === undefined) return { kind: "done", body: await work() };
  const now = Date.now();
  const first = await find(ctx, claim);
  if (first !== null && first.createdAt > now - KEPT_MS) {
    if (first.bodyHash !== claim.bodyHash) return { kind: "mismatch" };
    return { kind: "done", body: JSON.parse(first.response) };
  }
  const body = await work();
  const row = { ...claim, response: JSON.stringify(body), createdAt: now };
  if (first === null) await ctx.db.insert("idempotency", row);
  else await ctx.db.replace("idempotency", first._id, row);
  return { kind: "done", body };
}

/** How work that takes several transactions begins under a claim. */
export const reserved = v.union(
  v.object({ kind: v.literal("reserved") }),
  /** `response`: the first answer's JSON text. */
  v.object({ kind: v.literal("answered"), response: v.string() }),
  v.object({ kind: v.literal("under way") }),
  v.object({ kind: v.literal("mismatch") }),
);

/** No action runs longer, on any host: work that has not come back by then never will. */
const LONGEST_WORK_MS = 10 * 60 * 1000;

/**
 * Takes the key for work that takes several transactions, unless it is used up or such work is under way. Whoever holds
 * it must `settle` or `release` it. Work that died before it did anything is given up; what it had done by then is
 * answered (`provide`).
 */
export async function reserve(ctx: MutationCtx, claim: Claim, now: number): Promise<Infer<typeof reserved>> {
  const first = await find(ctx, claim);
  const underWay = { ...claim, response: "", underWayUntil: now + LONGEST_WORK_MS, createdAt: now };
  if (first === null) {
    await ctx.db.insert("idempotency", underWay);
    return { kind: "reserved" };
  }
  const { response, underWayUntil } = first;
  if (underWayUntil === undefined || underWayUntil > now) {
    if (first.createdAt <= now - KEPT_MS) {
      await ctx.db.replace("idempotency", first._id, underWay);
      return { kind: "reserved" };
    }
    if (first.bodyHash !== claim.bodyHash) return { kind: "mismatch" };
    return underWayUntil === undefined ? { kind: "answered", response } : { kind: "under way" };
  }
  if (response === "") {
    await ctx.db.replace("idempotency", first._id, underWay);
    return { kind: "reserved" };
  }
  await ctx.db.patch("idempotency", first._id, { underWayUntil: undefined });
  return first.bodyHash === claim.bodyHash ? { kind: "answered", response } : { kind: "mismatch" };
}

/** The work has come so far that, should it never come back, this is its answer. In the mutation that came so far. */
export async function provide(ctx: MutationCtx, claim: Claim | undefined, body: unknown): Promise<void> {
  const row = claim === undefined ? null : await find(ctx, claim);
  if (row !== null) await ctx.db.patch("idempotency", row._id, { response: JSON.stringify(body) });
}

/** The work is done, and this is its answer. Best in the mutation that does the last of it. */
export async function settle(ctx: MutationCtx, claim: Claim | undefined, body: unknown): Promise<void> {
  const row = claim === undefined ? null : await find(ctx, claim);
  if (row !== null)
    await ctx.db.patch("idempotency", row._id, { response: JSON.stringify(body), underWayUntil: undefined });
}

/** The work failed: its key is free again, unless something was done and provided. */
export async function release(ctx: MutationCtx, claim: Claim): Promise<void> {
  const row = await find(ctx, claim);
  if (row === null || row.underWayUntil === undefined) return;
  if (row.response === "") await ctx.db.delete("idempotency", row._id);
  else await ctx.db.patch("idempotency", row._id, { underWayUntil: undefined });
}

/**
 * At the service's start nothing is under way any more: keys that an earlier run held are free, or answered. True when
 * there may be more, which are given up later: of those only what was taken `before` then.
 */
export async function giveUp(ctx: MutationCtx, most: number, before = Infinity): Promise<boolean> {
  const held = ctx.db
    .query("idempotency")
    .withIndex("by_underWayUntil", (q) =>
      q.gt("underWayUntil", 0).lt("underWayUntil", before + LONGEST_WORK_MS),
    );
  const { rows, more } = await takeWithinBudget(held, most);
  for (const row of rows) await ctx.db.patch("idempotency", row._id, { underWayUntil: 0 });
  return more;
}

async function find(ctx: MutationCtx, { slot }: Claim) {
  return await ctx.db
    .query("idempotency")
    .withIndex("by_slot", (q) => q.eq("slot", slot))
    .unique();
}

/** Deletes at most `most` keys that no longer hold at `now`; true when there may be more. */
export async function forget(ctx: MutationCtx, now: number, most: number): Promise<boolean> {
  const expired = ctx.db
    .query("idempotency")
    .withIndex("by_createdAt", (q) => q.lte("createdAt", now - KEPT_MS));
  const { rows, more } = await takeWithinBudget(expired, most);
  for (const row of rows) await ctx.db.delete("idempotency", row._id);
  return more;
}

/** Idempotency keys: two POSTs with the same key do the work once and get the same answer. */
import { v, type Infer, type Validator } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { takeWithinBudget } from "./withinBudget";

/** How long a key is valid, in milliseconds. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** A request's claim on a key. SHA-256 in hex: `slot` of caller, path and key, `bodyHash` of the body's bytes. */
export const claim = v.object({ slot: v.string(), bodyHash: v.string() });
export type Claim = Infer<typeof claim>;

/** The claim, as arguments of the mutation that does the work; empty without a key. */
export interface Claimed {
  readonly claim?: Claim;
}

/** The result of work under a claim. `mismatch`: the key belongs to another body, and nothing was done. */
export type Answered<Body> = { kind: "done"; body: Body } | { kind: "mismatch" };

/** The validator of `Answered` for a function's `returns`. */
export function answered<Body extends Validator<unknown, "required", string>>(body: Body) {
  return v.union(v.object({ kind: v.literal("done"), body }), v.object({ kind: v.literal("mismatch") }));
}

/**
 * Does the work, unless the key was used within 24 hours: then returns its first answer and writes nothing. Must run in the
 * mutation that does the work: the transaction serialises requests with the same key, and rolls the key back where the work
 * throws. The answer must be plain JSON.
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

/** The result of `reserve`. */
export const reserved = v.union(
  v.object({ kind: v.literal("reserved") }),
  /** `response`: the first answer's JSON text. */
  v.object({ kind: v.literal("answered"), response: v.string() }),
  v.object({ kind: v.literal("running") }),
  v.object({ kind: v.literal("mismatch") }),
);

/** No action runs longer on any host, so unfinished work is lost by then. */
const MAX_WORK_MS = 10 * 60 * 1000;

/**
 * Takes the key for work in several transactions, unless it is used or its work is running. The holder must `settle` or
 * `release` it. The key of lost work is free again, or has the answer that the work had provided (`provide`).
 */
export async function reserve(ctx: MutationCtx, claim: Claim, now: number): Promise<Infer<typeof reserved>> {
  const first = await find(ctx, claim);
  const underWay = { ...claim, response: "", underWayUntil: now + MAX_WORK_MS, createdAt: now };
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
    return underWayUntil === undefined ? { kind: "answered", response } : { kind: "running" };
  }
  if (response === "") {
    await ctx.db.replace("idempotency", first._id, underWay);
    return { kind: "reserved" };
  }
  await ctx.db.patch("idempotency", first._id, { underWayUntil: undefined });
  return first.bodyHash === claim.bodyHash ? { kind: "answered", response } : { kind: "mismatch" };
}

/** Sets the answer in case the work is lost after this point. Belongs in the mutation that got this far. */
export async function provide(ctx: MutationCtx, claim: Claim | undefined, body: unknown): Promise<void> {
  const row = claim === undefined ? null : await find(ctx, claim);
  if (row !== null) await ctx.db.patch("idempotency", row._id, { response: JSON.stringify(body) });
}

/** Stores the answer of finished work. Best in its last mutation. */
export async function settle(ctx: MutationCtx, claim: Claim | undefined, body: unknown): Promise<void> {
  const row = claim === undefined ? null : await find(ctx, claim);
  if (row !== null)
    await ctx.db.patch("idempotency", row._id, { response: JSON.stringify(body), underWayUntil: undefined });
}

/** Releases the key of failed work, unless the work had provided an answer. */
export async function release(ctx: MutationCtx, claim: Claim): Promise<void> {
  const row = await find(ctx, claim);
  if (row === null || row.underWayUntil === undefined) return;
  if (row.response === "") await ctx.db.delete("idempotency", row._id);
  else await ctx.db.patch("idempotency", row._id, { underWayUntil: undefined });
}

/**
 * Gives up keys that an earlier run of the service held: at most `limit`, taken before `before` (ms since the epoch). True
 * where there may be more.
 */
export async function giveUp(ctx: MutationCtx, limit: number, before = Infinity): Promise<boolean> {
  const held = ctx.db
    .query("idempotency")
    .withIndex("by_underWayUntil", (q) => q.gt("underWayUntil", 0).lt("underWayUntil", before + MAX_WORK_MS));
  const { rows, more } = await takeWithinBudget(held, limit);
  for (const row of rows) await ctx.db.patch("idempotency", row._id, { underWayUntil: 0 });
  return more;
}

async function find(ctx: MutationCtx, { slot }: Claim) {
  return await ctx.db
    .query("idempotency")
    .withIndex("by_slot", (q) => q.eq("slot", slot))
    .unique();
}

/** Deletes at most `limit` keys that have expired at `now`. True where there may be more. */
export async function forget(ctx: MutationCtx, now: number, limit: number): Promise<boolean> {
  const expired = ctx.db
    .query("idempotency")
    .withIndex("by_createdAt", (q) => q.lte("createdAt", now - KEPT_MS));
  const { rows, more } = await takeWithinBudget(expired, limit);
  for (const row of rows) await ctx.db.delete("idempotency", row._id);
  return more;
}

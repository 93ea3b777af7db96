/** Idempotency keys: a POST sent twice under one key does its work once and is answered the same way twice. */
import { v, type Infer, type Validator } from "convex/values";
import type { MutationCtx } from "../_generated/server";

/** How long a key holds, in milliseconds: 24 hours. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

/** A request's claim on a key. Both are SHA-256 in hex: of caller, path and key; and of the body's bytes. */
export const claim = v.object({ slot: v.string(), bodyHash: v.string() });
export type Claim = Infer<typeof claim>;

/** How work under a claim ended; `mismatch` is a key that another body has used up, and nothing was done. */
export type Answered<Body> = { kind: "done"; body: Body; replayed: boolean } | { kind: "mismatch" };

/** The validator of `Answered` for a function's `returns`. */
export function answered<Body extends Validator<unknown, "required", string>>(body: Body) {
  return v.union(
    v.object({ kind: v.literal("done"), body, replayed: v.boolean() }),
    v.object({ kind: v.literal("mismatch") }),
  );
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
  if (claim === undefined) return { kind: "done", body: await work(), replayed: false };
  const now = Date.now();
  const first = await ctx.db
    .query("idempotency")
    .withIndex("by_slot", (q) => q.eq("slot", claim.slot))
    .unique();
  if (first !== null && first.createdAt > now - KEPT_MS) {
    if (first.bodyHash !== claim.bodyHash) return { kind: "mismatch" };
    return { kind: "done", body: JSON.parse(first.response), replayed: true };
  }
  const body = await work();
  const row = { ...claim, response: JSON.stringify(body), createdAt: now };
  if (first === null) await ctx.db.insert("idempotency", row);
  else await ctx.db.replace("idempotency", first._id, row);
  return { kind: "done", body, replayed: false };
}

/** Deletes at most `most` keys that no longer hold at `now`; true when there may be more. */
export async function forget(ctx: MutationCtx, now: number, most: number): Promise<boolean> {
  const expired = await ctx.db
    .query("idempotency")
    .withIndex("by_createdAt", (q) => q.lte("createdAt", now - KEPT_MS))
    .take(most);
  for (const row of expired) await ctx.db.delete("idempotency", row._id);
  return expired.length === most;
}

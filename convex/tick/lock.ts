/** The lock that lets one tick run at a time: a lease that its owner renews and that a crash lets run out. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAhead } from "../../mind/time/timeSince";

export const LEASE_MS = 60_000;
export const RENEW_EVERY_MS = 20_000;

export type Lock = Pick<Doc<"lock">, "owner" | "leaseUntil" | "selfStartedAt" | "suspicion">;

export async function read(ctx: QueryCtx): Promise<Lock> {
  return (await ctx.db.query("lock").first()) ?? { owner: null, leaseUntil: 0, selfStartedAt: 0 };
}

export async function write(ctx: MutationCtx, change: Partial<Lock>): Promise<void> {
  const row = await ctx.db.query("lock").first();
  if (row === null) await ctx.db.insert("lock", { owner: null, leaseUntil: 0, selfStartedAt: 0, ...change });
  else await ctx.db.patch("lock", row._id, change);
}

/** Whether this tick owns the lock. An owner whose lease ran out keeps it until another takes over. */
export async function isHeldBy(ctx: QueryCtx, tickId: Id<"ticks">): Promise<boolean> {
  return (await read(ctx)).owner === tickId;
}

/** Whether a tick may be running: it owns the lock and its lease has not run out. */
export function isTaken(lock: Lock, now: number): boolean {
  return lock.owner !== null && isAhead(lock.leaseUntil, now, LEASE_MS);
}

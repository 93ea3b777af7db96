/** The tick that is running. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Lease from "../leases/lease";
import * as PushEvents from "../push/pushEvents";
import * as Vitals from "../vitals/vitals";
import * as Receipts from "./receipts";

/** The tick's row while it holds the lease, else null. */
export async function running(ctx: MutationCtx, tickId: Id<"ticks">): Promise<Doc<"ticks"> | null> {
  const tick = await ctx.db.get("ticks", tickId);
  return tick !== null && (await Lease.holds(ctx, "tick", tick.run)) ? tick : null;
}

/** Records the running tick, if there is one, as lost. The caller then releases or takes the lease. */
export async function loseRunning(ctx: MutationCtx, now: number, error: string): Promise<void> {
  // Ticks begin one after the other, so only the newest can be running.
  const tick = await ctx.db.query("ticks").order("desc").first();
  if (tick?.outcome !== "running") return;
  await Receipts.end(ctx, tick, { endedAt: now, outcome: "lost", error });
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "lost", error, asked: { kind: "not asked" } }),
  );
  await PushEvents.add(ctx, now, { type: "tick.failed", subject: tick._id });
}

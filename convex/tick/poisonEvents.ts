/** Events that make ticks fail (mind/tick/poisonEvent): how many the next tick takes, and which one is quarantined. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { afterFailure, afterSuccess } from "../../mind/tick/poisonEvent";
import * as Events from "../agent/events";
import * as Lock from "./lock";

/** How many events a tick takes now, `usually` at most. */
export async function mostEvents(ctx: QueryCtx, usually: number): Promise<number> {
  const { suspicion } = await Lock.read(ctx);
  return Math.min(usually, suspicion?.most ?? usually);
}

/** Notes that a tick succeeded; `how` as `afterSuccess` takes it. */
export async function succeeded(
  ctx: MutationCtx,
  how: { readonly usually: number; readonly alike: boolean },
): Promise<void> {
  const { suspicion = null } = await Lock.read(ctx);
  if (suspicion !== null) await Lock.write(ctx, { suspicion: afterSuccess(suspicion, how) });
}

/** Notes that a tick failed over these events, and quarantines the one that is shown to blame; `how` as `afterFailure` takes it. */
export async function failed(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  eventIds: readonly Id<"events">[],
  how: { readonly usually: number; readonly passing: boolean },
): Promise<void> {
  const { suspicion: before = null } = await Lock.read(ctx);
  const { suspicion, quarantined: eventId } = afterFailure(before, eventIds, how);
  await Lock.write(ctx, { suspicion });
  if (eventId === null) return;
  await Events.quarantine(ctx, eventId, tickId);
  await ctx.db.patch("ticks", tickId, { quarantined: eventId });
  console.error(
    JSON.stringify({ message: "an event that makes ticks fail was quarantined", eventId, tickId }),
  );
}

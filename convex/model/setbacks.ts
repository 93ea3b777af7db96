/** What ticks that failed by our own fault leave for the next: fewer events, and in the end the one to blame set aside. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { afterFailure, afterSuccess } from "../mind/setback";
import * as Events from "./events";
import * as Lock from "./lock";

/** How many events a tick takes up now, which may be `usually` at most. */
export async function mostEvents(ctx: QueryCtx, usually: number): Promise<number> {
  const { setback } = await Lock.read(ctx);
  return Math.min(usually, setback?.most ?? usually);
}

/** Notes that a tick succeeded. */
export async function succeeded(ctx: MutationCtx): Promise<void> {
  const { setback = null } = await Lock.read(ctx);
  if (setback !== null) await Lock.write(ctx, { setback: afterSuccess(setback) });
}

/** Notes that a tick failed over these events, and sets one aside that fails by itself, where a tick without it does not. */
export async function failed(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  eventIds: readonly Id<"events">[],
): Promise<void> {
  const { setback: before = null } = await Lock.read(ctx);
  const { setback, setAside } = afterFailure(before, eventIds.length);
  await Lock.write(ctx, { setback });
  const [eventId] = eventIds;
  if (!setAside || eventId === undefined) return;
  await Events.setAside(ctx, eventId, tickId);
  await ctx.db.patch("ticks", tickId, { setAside: eventId });
  console.error(JSON.stringify({ message: "an event that makes ticks fail was set aside", eventId, tickId }));
}

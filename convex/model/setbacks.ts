/** What ticks that failed by what they took up leave for the next: fewer events, and in the end the one to blame set aside. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { afterFailure, afterSuccess } from "../../mind/tick/poisonEvent";
import * as Events from "./events";
import * as Lock from "./lock";

/** How many events a tick takes up now, which may be `usually` at most. */
export async function mostEvents(ctx: QueryCtx, usually: number): Promise<number> {
  const { setback } = await Lock.read(ctx);
  return Math.min(usually, setback?.most ?? usually);
}

/** Notes that a tick succeeded; `how` as `afterSuccess` takes it. */
export async function succeeded(
  ctx: MutationCtx,
  how: { readonly usually: number; readonly alike: boolean },
): Promise<void> {
  const { setback = null } = await Lock.read(ctx);
  if (setback !== null) await Lock.write(ctx, { setback: afterSuccess(setback, how) });
}

/**
 * Notes that a tick failed over these events, and sets one aside that fails by itself, where ticks without it do not; `how` as
 * `afterFailure` takes it.
 */
export async function failed(
  ctx: MutationCtx,
  tickId: Id<"ticks">,
  eventIds: readonly Id<"events">[],
  how: { readonly usually: number; readonly passing: boolean },
): Promise<void> {
  const { setback: before = null } = await Lock.read(ctx);
  const { setback, setAside: eventId } = afterFailure(before, eventIds, how);
  await Lock.write(ctx, { setback });
  if (eventId === null) return;
  await Events.setAside(ctx, eventId, tickId);
  await ctx.db.patch("ticks", tickId, { setAside: eventId });
  console.error(JSON.stringify({ message: "an event that makes ticks fail was set aside", eventId, tickId }));
}

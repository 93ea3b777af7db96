/** Searches for events that make ticks fail (the method is in mind/tick/poisonEvent) and quarantines them. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { afterFailure, afterSuccess } from "../../mind/tick/poisonEvent";
import { dueArtifacts } from "../../mind/tick/dueArtifacts";
import * as Artifacts from "../agent/artifacts";
import * as Notes from "../agent/notes";
import * as Events from "../agent/events";
import type { Settings } from "../lib/settings";
import { writePoisonSearch, writeTick } from "./rows";

/** The most events that a tick may read now: `usualMost`, or fewer during a search. */
export async function mostEvents(ctx: QueryCtx, usualMost: number): Promise<number> {
  return Math.min(usualMost, (await find(ctx))?.most ?? usualMost);
}

/** Records that a tick succeeded. `how` is explained at `afterSuccess`. */
export async function succeeded(
  ctx: MutationCtx,
  how: { readonly usualMost: number; readonly sameWriter: boolean },
): Promise<void> {
  const row = await find(ctx);
  if (row !== null) await write(ctx, row, afterSuccess(row, how));
}

/** Records that a tick failed over these events, and quarantines the one found to be the cause. `how`: see `afterFailure`. */
export async function failed(
  ctx: MutationCtx,
  now: number,
  { timeZone }: Pick<Settings, "timeZone">,
  tickId: Id<"ticks">,
  eventIds: readonly Id<"events">[],
  how: { readonly usualMost: number; readonly transient: boolean },
): Promise<void> {
  const row = await find(ctx);
  const { suspicion, quarantined: eventId } = afterFailure(row, eventIds, how);
  await write(ctx, row, suspicion);
  if (eventId === null) return;
  await Events.quarantine(ctx, eventId, tickId);
  const tick = await ctx.db.get("ticks", tickId);
  if (tick !== null) await writeTick(ctx, tick, { ...tick, quarantined: eventId });
  await Notes.answer(ctx, eventId, { text: UNREAD, writer: "reflex", at: now, tickId });
  const event = await ctx.db.get("events", eventId);
  if (event !== null)
    for (const due of dueArtifacts({ events: [event], alerts: [], timeZone }))
      await Artifacts.add(ctx, { tickId, ...due, scope: event.scope || undefined, timestamp: now });
  console.error(
    JSON.stringify({ message: "an event that makes ticks fail was quarantined", eventId, tickId }),
  );
}

/** The reply to a quarantined note. */
const UNREAD = "Every tick that read this note failed, so it was set aside without an answer.";

type Row = Doc<"poisonSearch">;

async function find(ctx: QueryCtx): Promise<Row | null> {
  return await ctx.db.query("poisonSearch").first();
}

async function write(
  ctx: MutationCtx,
  row: Row | null,
  suspicion: Omit<Row, "_id" | "_creationTime"> | null,
): Promise<void> {
  if (suspicion === null) return row === null ? undefined : void (await writePoisonSearch(ctx, row, null));
  const { most, proven, suspect } = suspicion;
  await writePoisonSearch(ctx, row, { most, proven, suspect });
}

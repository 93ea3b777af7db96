/** Reminders that are due. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Events from "../agent/events";
import * as Citations from "../citations/citations";
import * as Reminders from "./reminders";

/** The most reminders of one tick; more wait for the next. */
const MAX_DUE = 16;

/** An event that a reminder of this tick became. */
interface Became {
  readonly tickId: Id<"ticks">;
  readonly eventId: Id<"events">;
}

/** Turns due reminders into events for the tick that begins, longest due first. Returns those that ticks had set. */
export async function comeDue(ctx: MutationCtx, now: number): Promise<Became[]> {
  const became: Became[] = [];
  const due = ctx.db.query("reminders").withIndex("by_dueAt", (q) => q.lte("dueAt", now));
  for (const row of await due.take(MAX_DUE)) {
    const eventId = await Events.takeReminder(ctx, now, row);
    await Citations.add(ctx, { kind: "event", _id: eventId }, [row.noteId]);
    if (row.tickId !== undefined) became.push({ tickId: row.tickId, eventId });
    await Reminders.remove(ctx, row);
  }
  return became;
}

/** Reminders that are due. */
import type { MutationCtx } from "../_generated/server";
import * as Events from "../agent/events";
import * as Citations from "../lib/citations";
import * as Receipts from "../tick/receipts";
import * as Reminders from "./reminders";

/** The most reminders of one tick; more wait for the next. */
const MAX_DUE = 16;

/** Turns due reminders into events for the tick that begins, longest due first. */
export async function comeDue(ctx: MutationCtx, now: number): Promise<void> {
  const due = ctx.db.query("reminders").withIndex("by_dueAt", (q) => q.lte("dueAt", now));
  for (const row of await due.take(MAX_DUE)) {
    const eventId = await Events.takeReminder(ctx, now, row);
    await Citations.add(ctx, { kind: "event", _id: eventId }, [row.noteId]);
    if (row.tickId !== undefined) await Receipts.addDue(ctx, row.tickId, eventId);
    await Reminders.remove(ctx, row);
  }
}

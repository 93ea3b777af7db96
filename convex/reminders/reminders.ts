/** Sets, lists and deletes reminders that are not due yet. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import { publicOf } from "../lib/publicOf";
import type { PageArgs } from "../lib/validators";
import { REMINDERS, writeReminder } from "./rows";
import { remindersTables } from "./tables";

/** A reminder as callers see it. */
export const publicReminder = remindersTables.reminders.validator.omit("dueAt", "tickId", "scope").extend({
  _id: v.id("reminders"),
  /** Absent for the agent's own reminders. */
  scope: v.optional(v.string()),
  remindAt: v.number(),
});
export type PublicReminder = Infer<typeof publicReminder>;

type NewReminder = Pick<Doc<"reminders">, "scope" | "text" | "dueAt" | "noteId" | "setBy" | "tickId">;

/** Stores a reminder. `from`: the sender of the note that asks for it. */
export async function set(
  ctx: MutationCtx,
  now: number,
  reminder: NewReminder,
  from: string | undefined,
): Promise<Id<"reminders">> {
  return await writeReminder(ctx, null, { ...reminder, from, createdAt: now });
}

/** Stores the reminders that a tick set for notes. Returns their ids. */
export async function setForNotes(
  ctx: MutationCtx,
  now: number,
  reminders: readonly (Pick<NewReminder, "text" | "setBy"> & {
    readonly eventId: Id<"events">;
    readonly at: number;
  })[],
  tickId: Id<"ticks">,
): Promise<Id<"reminders">[]> {
  const ids: Id<"reminders">[] = [];
  for (const { eventId: noteId, text, at: dueAt, setBy } of reminders) {
    const note = await ctx.db.get("events", noteId);
    // The note may have been erased since the tick read it.
    if (note?.source.kind === "wake")
      ids.push(
        await set(ctx, now, { scope: note.scope, text, dueAt, noteId, setBy, tickId }, note.source.from),
      );
  }
  return ids;
}

/** Deletes a reminder. */
export async function remove(ctx: MutationCtx, row: Doc<"reminders">): Promise<void> {
  await writeReminder(ctx, row, null);
}

/** A page, soonest first. */
export async function list(ctx: QueryCtx, page: PageArgs) {
  const { ids, ...figures } = await Listing.page(ctx, { list: REMINDERS, ...page });
  return { reminders: (await documentsById(ctx, "reminders", ids)).map(toPublic), ...figures };
}

function toPublic(row: Doc<"reminders">): PublicReminder {
  return publicOf(publicReminder)({ ...row, scope: row.scope || undefined, remindAt: row.dueAt });
}

/** Reminders' table. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { REMINDER_SETTERS } from "../../mind/enums";

export const remindersTables = {
  // One row a reminder that is not due yet. Written by POST /wake and by a tick's finish; the first tick after its moment turns
  // it into an event. Read by GET /reminders.
  reminders: defineTable({
    text: v.string(),
    dueAt: v.number(),
    // The scope of the note that asked for it.
    scope: v.string(),
    // The note that asked for it, and who wrote that.
    noteId: v.id("events"),
    from: v.optional(v.string()),
    setBy: literals(...REMINDER_SETTERS),
    createdAt: v.number(),
  })
    .index("by_dueAt", ["dueAt"])
    .index("by_note", ["noteId"]),
};

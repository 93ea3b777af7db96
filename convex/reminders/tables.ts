/** The table of reminders. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { REMINDER_SETTERS } from "../../mind/enums";

export const remindersTables = {
  // One row per reminder that is not due yet. Written by POST /wake and when a tick finishes; the first tick after `dueAt`
  // turns it into an event. Read by GET /reminders.
  reminders: defineTable({
    text: v.string(),
    dueAt: v.number(),
    // The scope of the note that asked for it.
    scope: v.string(),
    // The note that asked for it, and the note's sender.
    noteId: v.id("events"),
    from: v.optional(v.string()),
    setBy: literals(...REMINDER_SETTERS),
    // The tick whose model set it.
    tickId: v.optional(v.id("ticks")),
    createdAt: v.number(),
  })
    .index("by_dueAt", ["dueAt"])
    .index("by_note", ["noteId"]),
};

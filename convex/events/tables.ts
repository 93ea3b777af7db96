/** What comes in: feed events, notes and reminders that are due. The agent's folder has what is done with them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { eventSource, writer } from "../lib/validators";

export const eventsTables = {
  // Events. Written as pending by POST /feed, by POST /wake and when a reminder is due; a tick's finish marks what it consumed.
  events: defineTable({
    source: eventSource,
    // Whose it is: empty for the agent's own. A tick reads events of one scope.
    scope: v.string(),
    content: v.string(),
    // JSON text, because a caller's keys may contain characters that names of Convex fields may not.
    metadata: v.optional(v.string()),
    // −1 to 1: computed, stated by its sender (then `sentimentStated`), or corrected by the model.
    sentiment: v.number(),
    sentimentStated: v.optional(v.boolean()),
    // Present if the content is not English, so that its words were not scored.
    language: v.optional(v.literal("other")),
    // 0 (like one of the events just before it) to 1 (like none of them).
    novelty: v.number(),
    // How many events shortly before it said the same.
    repeats: v.number(),
    receivedAt: v.number(),
    // The order of reading: the lowest rank first, then the oldest.
    rank: v.number(),
    // How many code points of it ticks have read, while it is read in parts.
    readTo: v.optional(v.number()),
    // Null: it waits for a tick. Absent: one of another service read it, which did not come along.
    consumedBy: v.optional(v.union(v.null(), v.id("ticks"))),
    // The reply to a note. Absent `tickId`: by a tick of another service.
    reply: v.optional(
      v.object({ text: v.string(), writer, at: v.number(), tickId: v.optional(v.id("ticks")) }),
    ),
    // Whether it was quarantined, because ticks that read it failed.
    quarantined: v.optional(v.boolean()),
  })
    .index("by_consumer", ["consumedBy", "rank", "receivedAt"])
    .index("by_scope", ["consumedBy", "scope", "rank", "receivedAt"]),
};

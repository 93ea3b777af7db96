/** Live query of the notes to the agent. */
import { v } from "convex/values";
import { liveQuery } from "./api/liveQuery";
import * as Notes from "./agent/notes";

/** The newest notes with their replies, newest first. `limit`: 1 to 100. */
export const recent = liveQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(Notes.publicNote),
  handler: async (ctx, { limit = 20 }) => {
    const bounded = Math.min(100, Math.max(1, Math.floor(limit) || 1));
    return (await Notes.list(ctx, { limit: bounded, offset: 0 })).notes;
  },
});

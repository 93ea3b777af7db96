/** Live queries of the notes to the agent. */
import { v } from "convex/values";
import { liveQuery } from "./api/liveQuery";
import * as Notes from "./agent/notes";
import * as PartialReplies from "./tick/partialReplies";
import { pageSize } from "./lib/pageSize";

/** The newest notes with their replies, newest first. `limit`: 1 to 100. */
export const recent = liveQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(Notes.publicNote),
  handler: async (ctx, { limit }) => (await Notes.list(ctx, { limit: pageSize(limit), offset: 0 })).notes,
});

/** The replies that the model is writing now, to the notes of one tick. The answer that stands may differ. */
export const partialReplies = liveQuery({
  args: {},
  returns: v.array(PartialReplies.publicPartialReply),
  handler: (ctx) => PartialReplies.list(ctx),
});

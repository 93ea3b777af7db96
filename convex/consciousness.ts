/** Live queries of the agent's thoughts. */
import { v } from "convex/values";
import { liveQuery } from "./api/liveQuery";
import * as Thoughts from "./thoughts/reads";

/** The newest thoughts, newest first. `limit`: 1 to 100. */
export const recentThoughts = liveQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(Thoughts.publicThought),
  handler: (ctx, { limit }) => Thoughts.newest(ctx, Thoughts.LIST, limit ?? 20),
});

/** The newest brilliant thoughts, newest first. `limit`: 1 to 100. */
export const brilliantMoments = liveQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(Thoughts.publicThought),
  handler: (ctx, { limit }) => Thoughts.newest(ctx, Thoughts.BRILLIANT_LIST, limit ?? 10),
});

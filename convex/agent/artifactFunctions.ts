/** What ticks made for others to read. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Artifacts from "./artifacts";
import { artifactType } from "../lib/validators";

/** A page of artifacts, newest first. */
export const list = internalQuery({
  args: {
    limit: v.number(),
    offset: v.number(),
    type: v.optional(artifactType),
    since: v.optional(v.number()),
    until: v.optional(v.number()),
  },
  returns: v.object({
    artifacts: v.array(Artifacts.publicArtifact),
    total: v.number(),
    hasMore: v.boolean(),
  }),
  handler: (ctx, args) => Artifacts.list(ctx, args),
});

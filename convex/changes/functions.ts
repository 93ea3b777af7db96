/** Queries of change sets. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Changes from "./changes";
import { documentById } from "../lib/documentsById";
import { changeKind, figures, range } from "../lib/validators";

/** A page, newest first. */
export const list = internalQuery({
  args: { ...range, kind: v.optional(changeKind) },
  returns: v.object({ changes: v.array(Changes.publicChange), ...figures }),
  handler: (ctx, args) => Changes.list(ctx, args),
});

/** The change set with a caller's id; null if there is none. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Changes.publicChange),
  handler: async (ctx, { id }) => {
    const row = await documentById(ctx, "changes", id);
    return row && Changes.toPublic(row);
  },
});

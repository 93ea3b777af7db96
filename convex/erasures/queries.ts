/** Erasures as callers read them. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import * as Erasures from "./erasures";

/** A plan or its receipt; null for an unknown id. */
export const byId = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Erasures.publicErasure),
  handler: async (ctx, { id }) => {
    const row = await Erasures.byId(ctx, id);
    return row && Erasures.toPublic(row);
  },
});

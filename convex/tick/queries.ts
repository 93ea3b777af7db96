/** Queries of ticks. They stand apart from the mutations, so that they load few modules. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { figures } from "../lib/validators";
import * as Receipts from "./receipts";

/** A page of ticks, newest first. */
export const list = internalQuery({
  args: Receipts.tickFilter,
  returns: v.object({ ticks: v.array(Receipts.publicTick), ...figures }),
  handler: (ctx, args) => Receipts.list(ctx, args),
});

/** The receipt of a tick; null for an unknown id. */
export const receipt = internalQuery({
  args: { id: v.string() },
  returns: v.union(v.null(), Receipts.publicReceipt),
  handler: (ctx, { id }) => Receipts.byId(ctx, id),
});

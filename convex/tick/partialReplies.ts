/** Replies that the model is still writing, so that whoever waits for one can read along. They stand for nothing. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v, type Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Lease from "../leases/lease";
import * as ErasureEpoch from "../lib/erasureEpoch";
import { writePartialReply } from "./rows";

/** A reply that is being written, as callers see it. */
export const publicPartialReply = v.object({
  noteId: v.id("events"),
  tickId: v.id("ticks"),
  /** As far as it has come. Absent where what had come does not count, and another answer follows. */
  text: v.optional(v.string()),
});

/** As many events as a tick reads with a model, and so at least as many as it replies to. */
const MAX_REPLIES = 64;

/** Those of the tick that is running, as far as nothing was erased or reworded since it read its inputs. */
export async function list(ctx: QueryCtx): Promise<Infer<typeof publicPartialReply>[]> {
  const epoch = await ErasureEpoch.current(ctx);
  const rows = await ctx.db.query("partialReplies").take(MAX_REPLIES);
  return rows
    .filter((row) => row.epoch === epoch)
    .map(({ noteId, tickId, text }) => ({ noteId, tickId, ...(text === "" ? {} : { text }) }));
}

/** How far replies of a tick have come. An empty text takes back what was shown. `epoch`: of what the tick read. */
export const progress = v.object({
  tickId: v.id("ticks"),
  run: v.number(),
  epoch: v.number(),
  replies: v.array(v.object({ noteId: v.id("events"), text: v.string() })),
});

/** Stores it. Returns false, and changes nothing, if the tick lost its lease or something was erased or reworded meanwhile. */
export async function write(
  ctx: MutationCtx,
  writtenAt: number,
  { tickId, run, epoch, replies }: Infer<typeof progress>,
): Promise<boolean> {
  if (!(await Lease.holds(ctx, "tick", run)) || (await ErasureEpoch.current(ctx)) !== epoch) return false;
  for (const { noteId, text } of replies) {
    const row = await getOneFrom(ctx.db, "partialReplies", "by_note", noteId, "noteId");
    if (row !== null || text !== "")
      await writePartialReply(ctx, row, { noteId, tickId, epoch, text, writtenAt });
  }
  return true;
}

/** Belongs in every mutation that ends a tick, and in every one that erases: a model may quote what it was shown. */
export async function clear(ctx: MutationCtx): Promise<void> {
  for await (const row of ctx.db.query("partialReplies")) await writePartialReply(ctx, row, null);
}

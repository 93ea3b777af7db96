/** Erasing a memory with everything that holds its text or counts it. */
import { forgetLabels } from "../consolidation/leave";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Citations from "../lib/citations";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../lib/idempotency";
import * as Totals from "../lib/memoryTotals";
import type { Settings } from "../lib/settings";
import { takeWithinBudget } from "../lib/withinBudget";
import * as MemoryLists from "../memories/lists";
import * as Activation from "../memories/activation";
import * as Links from "../memories/links";
import * as Metadata from "../memories/metadata";
import * as Receipts from "../tick/receipts";
import { unfile } from "./unfile";

/** Rows of one kind that a transaction deletes; fewer if they are long. */
const BATCH = 256;

/** Erases a memory, or a batch of what belongs to it. Returns false if another transaction must go on. */
export async function eraseMemory(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  row: Doc<"memories">,
): Promise<boolean> {
  const { _id, type, unique, importance, confidence } = row;
  if ((await Links.removeAll(ctx, _id, BATCH)) === BATCH) return false;
  if ((await Citations.removeAll(ctx, _id, BATCH)) === BATCH) return false;
  if (!(await removeTexts(ctx, _id))) return false;
  if (!(await forgetLabels(ctx, now, row, BATCH))) return false;
  await unfile(ctx, now, settings, row);
  await MemoryLists.removeFromLists(ctx, row);
  await Activation.remove(ctx, _id);
  await ctx.db.delete("memories", _id);
  await Idempotency.forget(ctx, _id);
  await dropUngrounded(ctx, row);
  await Totals.update(ctx, (totals) => ({
    byType: { ...totals.byType, [type]: totals.byType[type] - 1 },
    unique: totals.unique - Number(unique),
    importanceSum: totals.importanceSum - Totals.millionths(importance),
    confidenceSum: totals.confidenceSum - Totals.millionths(confidence),
    bytes: totals.bytes - Totals.sizeOf(row),
  }));
  return true;
}

/** If a tick learned the memory, deletes the ungrounded words in its receipt, which may come from the erased text. */
async function dropUngrounded(ctx: MutationCtx, { metadata = "{}" }: Doc<"memories">): Promise<void> {
  const { eventId } = Metadata.read(metadata);
  const event = typeof eventId === "string" ? await documentById(ctx, "events", eventId) : null;
  if (event?.consumedBy) await Receipts.dropUngrounded(ctx, event.consumedBy);
}

/** Deletes a batch of earlier versions and merged wordings. Returns whether none is left. */
async function removeTexts(ctx: MutationCtx, memoryId: Id<"memories">): Promise<boolean> {
  const versions = await takeWithinBudget(
    ctx.db.query("memoryVersions").withIndex("by_memory", (q) => q.eq("memoryId", memoryId)),
    BATCH,
  );
  const merges = await takeWithinBudget(
    ctx.db.query("merges").withIndex("by_memory", (q) => q.eq("memoryId", memoryId)),
    BATCH,
  );
  for (const { _id } of versions.rows) await ctx.db.delete("memoryVersions", _id);
  for (const { _id } of merges.rows) await ctx.db.delete("merges", _id);
  const rows = [...versions.rows, ...merges.rows];
  const freed = rows.reduce((sum, row) => sum + Totals.sizeOf(row), 0);
  await Totals.update(ctx, ({ bytes }) => ({ bytes: bytes - freed }));
  return !versions.more && !merges.more;
}

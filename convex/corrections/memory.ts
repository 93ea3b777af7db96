/** Erasing a memory with everything that holds its text or counts it. */
import { forgetLabels } from "../consolidation/leave";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Citations from "../lib/citations";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../lib/idempotency";
import type { Settings } from "../lib/settings";
import { takeWithinBudget } from "../lib/withinBudget";
import * as Activation from "../memories/activation";
import * as Links from "../memories/links";
import * as Metadata from "../memories/metadata";
import { writeMemory, writeMerge, writeVersion } from "../memories/rows";
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
  const { _id } = row;
  if ((await Links.removeAll(ctx, _id, BATCH)) === BATCH) return false;
  if ((await Citations.removeAll(ctx, _id, BATCH)) === BATCH) return false;
  if (!(await removeTexts(ctx, _id))) return false;
  if (!(await forgetLabels(ctx, now, row, BATCH))) return false;
  await unfile(ctx, now, settings, row);
  await Activation.remove(ctx, _id);
  await writeMemory(ctx, row, null);
  await Idempotency.forget(ctx, _id);
  await dropUngrounded(ctx, row);
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
  for (const row of versions.rows) await writeVersion(ctx, row, null);
  for (const row of merges.rows) await writeMerge(ctx, row, null);
  return !versions.more && !merges.more;
}

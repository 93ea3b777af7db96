/** What a contradiction takes from the confidence of the older memory. In the mutation that makes the link. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Totals from "../lib/memoryTotals";

/** The share of its confidence that the older memory loses where the link is sure. */
const MAX_LOST = 0.5;

/**
 * Lowers the confidence of the older of two memories that contradict each other, for the newer one knew of more. A memory
 * loses confidence once, however many contradict it: a series of readings contradicts itself daily. The agent's own words
 * weigh nothing against what came from outside.
 */
export async function weakenOlder(
  ctx: MutationCtx,
  link: Pick<Doc<"links">, "source" | "target" | "confidence">,
): Promise<void> {
  const [source, target] = [await memory(ctx, link.source), await memory(ctx, link.target)];
  const [older, newer] = source.createdAt < target.createdAt ? [source, target] : [target, source];
  if (older.contradictedConfidence !== undefined || (newer.author === "self" && older.author === "world"))
    return;
  const confidence = Totals.onGrid(older.confidence * (1 - MAX_LOST * link.confidence));
  const changes = { confidence, contradictedConfidence: older.confidence };
  await ctx.db.patch("memories", older._id, changes);
  const grown = Totals.sizeOf({ ...older, ...changes }) - Totals.sizeOf(older);
  const loss = Totals.millionths(older.confidence) - Totals.millionths(confidence);
  await Totals.update(ctx, ({ confidenceSum, bytes }) => ({
    confidenceSum: confidenceSum - loss,
    bytes: bytes + grown,
  }));
}

async function memory(ctx: MutationCtx, id: Id<"memories">): Promise<Doc<"memories">> {
  const row = await ctx.db.get("memories", id);
  if (row === null) throw new Error("a link names a memory that is not there");
  return row;
}

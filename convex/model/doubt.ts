/** Doubt: what a link that contradicts takes from the confidence of the older memory. In the mutation that makes the link. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { copiesOf } from "./copies";
import * as Totals from "./memoryTotals";

/** Memories of one wording that are looked at. */
const MOST_COPIES = 16;
/** The older memory of a pair loses so much of its confidence where the newer surely contradicts it. */
const LOST_AT_MOST = 0.5;
/** What all that contradicts a memory leaves of it: ten doubts are no proof, and who is contradicted daily mostly tells a series. */
const LEFT_AT_LEAST = 1 / 3;

/**
 * What is contradicted is less sure: the older memory, because the newer one knew of more. It happens once for a pair,
 * whichever way and however often they are linked; saying the same once more adds nothing; and the agent's own words
 * weigh nothing against the world's. All contradictions together leave a third of what it was before the first of them.
 */
export async function weakenOlder(
  ctx: MutationCtx,
  link: Pick<Doc<"links">, "source" | "target" | "confidence">,
): Promise<void> {
  const [source, target] = [await memory(ctx, link.source), await memory(ctx, link.target)];
  if (await contradict(ctx, link.source, link.target)) return;
  const [older, newer] = source.createdAt < target.createdAt ? [source, target] : [target, source];
  if (newer.author === "self" && older.author === "world") return;
  if (await wasSaidAgainst(ctx, newer, older)) return;
  // A merge may have made it surer since.
  const undoubted = Math.max(older.confidence, older.undoubted ?? 0);
  const least = Math.min(older.confidence, LEFT_AT_LEAST * undoubted);
  const weakened = Math.max(least, older.confidence * (1 - LOST_AT_MOST * link.confidence));
  const confidence = Totals.onGrid(weakened);
  const changes = { confidence, undoubted };
  await ctx.db.patch("memories", older._id, changes);
  const grown = Totals.sizeOf({ ...older, ...changes }) - Totals.sizeOf(older);
  const loss = Totals.millionths(older.confidence) - Totals.millionths(confidence);
  await Totals.update(ctx, ({ confidenceSum, bytes }) => ({
    confidenceSum: confidenceSum - loss,
    bytes: bytes + grown,
  }));
}

/** Whether another memory that says what this one says contradicts `of` already. */
async function wasSaidAgainst(
  ctx: QueryCtx,
  { _id, content }: Doc<"memories">,
  of: Doc<"memories">,
): Promise<boolean> {
  for (const copy of await copiesOf(ctx, content, "oldest", MOST_COPIES))
    if (copy._id !== _id && (await contradict(ctx, copy._id, of._id))) return true;
  return false;
}

/** Whether a pair is linked so, either way. */
async function contradict(ctx: QueryCtx, a: Id<"memories">, b: Id<"memories">): Promise<boolean> {
  const linked = async (source: Id<"memories">, target: Id<"memories">) =>
    (await ctx.db
      .query("links")
      .withIndex("by_source", (q) => q.eq("source", source).eq("target", target).eq("type", "contradicts"))
      .first()) !== null;
  return (await linked(a, b)) || (await linked(b, a));
}

async function memory(ctx: QueryCtx, id: Id<"memories">): Promise<Doc<"memories">> {
  const row = await ctx.db.get("memories", id);
  if (row === null) throw new Error("a link names a memory that is not there");
  return row;
}

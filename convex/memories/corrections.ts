/** Which memories are corrected, by whom, and who may correct what. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentById } from "../lib/documentsById";
import * as Documents from "../search/documents";
import * as Metadata from "./metadata";
import { writeMemory } from "./rows";

type Attributed = Pick<Doc<"memories">, "scope" | "author" | "metadata">;

/**
 * Whether a memory may correct another, and so lower its confidence and stand before it; otherwise it can only contradict it.
 * Both are of one scope. What a person told, in a note or by storing it, may be corrected only by what a person told: whoever may
 * write in a scope may correct what is told there. What a feed reported, and the agent's own words, may be corrected by anything
 * that is not the agent's own words. A learned memory is a person's if one of its events is a note; where that event is erased, it
 * corrects nothing, and is corrected as a person's is.
 */
export async function mayCorrect(ctx: QueryCtx, by: Attributed, known: Attributed): Promise<boolean> {
  if (by.scope !== known.scope) return false;
  if (known.author === "self") return true;
  return (
    by.author !== "self" && ((await sourceOf(ctx, by)) === "wake" || (await sourceOf(ctx, known)) === "feed")
  );
}

/** The kind of event that a memory was learned from; `wake` for one that was stored; null where its event is erased. */
async function sourceOf(
  ctx: QueryCtx,
  { metadata = "{}" }: Attributed,
): Promise<"wake" | "feed" | "reminder" | null> {
  const { learnedBy, eventId } = Metadata.read(metadata);
  if (learnedBy !== "tick" || typeof eventId !== "string") return "wake";
  return (await documentById(ctx, "events", eventId))?.source.kind ?? null;
}

/**
 * Marks a memory with the newest correction of it, or takes the mark off. One that has corrected another since was said again and
 * holds, so that corrections never run in a circle. Call it whenever a correcting link of the memory is added or removed.
 */
export async function mark(ctx: MutationCtx, memoryId: Id<"memories">): Promise<void> {
  const row = await ctx.db.get("memories", memoryId);
  if (row === null) return;
  const newest = await ctx.db
    .query("links")
    .withIndex("by_correction", (q) => q.eq("target", memoryId).eq("corrects", true))
    .order("desc")
    .first();
  const made = await ctx.db
    .query("links")
    .withIndex("by_source", (q) => q.eq("source", memoryId))
    .take(MAX_MADE);
  const holds =
    newest === null ||
    made.some(({ corrects, createdAt }) => corrects === true && createdAt >= newest.createdAt);
  const correctedBy = holds ? undefined : newest.source;
  if (row.correctedBy !== correctedBy) await writeMemory(ctx, row, { ...row, correctedBy });
  await Documents.copyRank(ctx, memoryId, { ...row, correctedBy });
}

/** As many as the links out of a memory. */
const MAX_MADE = 64;

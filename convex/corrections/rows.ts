/** Erases thoughts, events, artifacts, log entries and knowledge, each with its list entries, totals and search documents. */
import { eventQuoted } from "../../mind/journal/stateSummary";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Artifacts from "../agent/artifacts";
import * as Inbox from "../agent/inbox";
import * as Logs from "../agent/logs";
import * as Notes from "../agent/notes";
import * as KnowledgeItems from "../knowledge/items";
import * as KnowledgeLists from "../knowledge/lists";
import * as Passages from "../knowledge/passages";
import * as Idempotency from "../lib/idempotency";
import * as Listing from "../lib/listing";
import * as Reminders from "../reminders/reminders";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";
import * as ThoughtTotals from "../thoughts/totals";
import * as Receipts from "../tick/receipts";

export async function eraseThought(ctx: MutationCtx, row: Doc<"thoughts">): Promise<void> {
  for (const entry of ThoughtTotals.entriesOf(row)) await Listing.remove(ctx, entry);
  const document = await Documents.ofMemory(ctx, row._id);
  if (document !== null) {
    const counted = DocumentFrequencies.countedTerms(Documents.termsIn(document));
    await DocumentFrequencies.count(ctx, "thought", counted, { sign: -1, number: row.place });
    await Documents.remove(ctx, document._id);
  }
  await ThoughtTotals.count(ctx, row, -1);
  await Idempotency.forget(ctx, row._id);
  await ctx.db.delete("thoughts", row._id);
}

export async function eraseEvent(ctx: MutationCtx, row: Doc<"events">): Promise<void> {
  if (row.source.kind === "wake") {
    await Notes.remove(ctx, row);
    await Reminders.removeOfNote(ctx, row._id);
  }
  await Listing.remove(ctx, Inbox.entryOf(row));
  await ctx.db.delete("events", row._id);
  await resetSummaryOfEvent(ctx, row);
  if (row.consumedBy !== null) await Receipts.dropUngrounded(ctx, row.consumedBy);
}

/** Erases the reply to a note, which stays answered. */
export async function eraseReply(ctx: MutationCtx, { _id, reply }: Doc<"events">): Promise<void> {
  if (reply === undefined) return;
  await ctx.db.patch("events", _id, { reply: { ...reply, text: Notes.ERASED } });
  await Receipts.dropUngrounded(ctx, reply.tickId);
}

export async function eraseArtifact(ctx: MutationCtx, row: Doc<"artifacts">): Promise<void> {
  await Listing.remove(ctx, Artifacts.entryOf(row));
  await ctx.db.delete("artifacts", row._id);
  await Receipts.dropUngrounded(ctx, row.tickId);
}

export async function eraseLog(ctx: MutationCtx, row: Doc<"logs">): Promise<void> {
  await Listing.remove(ctx, Logs.entryOf(row));
  await ctx.db.delete("logs", row._id);
  await resetSummaryOfLog(ctx, row);
  await Receipts.dropUngrounded(ctx, row.tickId);
}

export async function resetSummaryOfEvent(
  ctx: MutationCtx,
  event: Pick<Doc<"events">, "source" | "content">,
): Promise<void> {
  await resetSummary(ctx, (summary) => summary.startsWith(eventQuoted(event)));
}

export async function resetSummaryOfLog(
  ctx: MutationCtx,
  entry: Pick<Doc<"logs">, "summary">,
): Promise<void> {
  await resetSummary(ctx, (summary) => summary === entry.summary);
}

/** If the state's summary comes from the erased row, replaces it by that of the newest log entry. */
async function resetSummary(ctx: MutationCtx, isOfIt: (summary: string) => boolean): Promise<void> {
  const agent = await Agent.find(ctx);
  if (agent === null || !isOfIt(agent.summary)) return;
  const [last] = await Logs.recent(ctx, 1);
  await ctx.db.patch("agent", agent._id, { summary: last?.summary ?? Agent.BIRTH_SUMMARY });
}

export async function eraseKnowledge(ctx: MutationCtx, row: Doc<"knowledge">): Promise<void> {
  const { _id, counted } = await KnowledgeItems.contentsOf(ctx, row._id);
  await KnowledgeLists.remove(ctx, row);
  await Passages.removeAll(ctx, row._id);
  await DocumentFrequencies.count(ctx, "knowledge", counted, { sign: -1 });
  await ctx.db.delete("knowledgeContents", _id);
  await ctx.db.delete("knowledge", row._id);
}

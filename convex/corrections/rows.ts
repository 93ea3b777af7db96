/** Erases thoughts, events, artifacts, log entries and knowledge, each with its list entries, totals and search documents. */
import { eventQuoted } from "../../mind/journal/stateSummary";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Logs from "../agent/logs";
import * as Notes from "../agent/notes";
import { writeAgent, writeArtifact, writeEvent, writeLog } from "../agent/rows";
import * as KnowledgeItems from "../knowledge/items";
import * as Passages from "../knowledge/passages";
import { writeContents, writeItem } from "../knowledge/rows";
import * as Idempotency from "../lib/idempotency";
import * as Reminders from "../reminders/reminders";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";
import { writeThought } from "../thoughts/rows";
import * as Receipts from "../tick/receipts";

export async function eraseThought(ctx: MutationCtx, row: Doc<"thoughts">): Promise<void> {
  const document = await Documents.ofMemory(ctx, row._id);
  if (document !== null) {
    const counted = DocumentFrequencies.countedTerms(Documents.termsIn(document));
    await DocumentFrequencies.count(ctx, "thought", counted, { sign: -1, number: row.place });
    await Documents.remove(ctx, document);
  }
  await Idempotency.forget(ctx, row._id);
  await writeThought(ctx, row, null);
}

export async function eraseEvent(ctx: MutationCtx, row: Doc<"events">): Promise<void> {
  if (row.source.kind === "wake") await Reminders.removeOfNote(ctx, row._id);
  await writeEvent(ctx, row, null);
  await resetSummaryOfEvent(ctx, row);
  if (row.consumedBy !== null) await Receipts.dropUngrounded(ctx, row.consumedBy);
}

/** Erases the reply to a note, which stays answered. */
export async function eraseReply(ctx: MutationCtx, row: Doc<"events">): Promise<void> {
  const { reply } = row;
  if (reply === undefined) return;
  await writeEvent(ctx, row, { ...row, reply: { ...reply, text: Notes.ERASED } });
  await Receipts.dropUngrounded(ctx, reply.tickId);
}

export async function eraseArtifact(ctx: MutationCtx, row: Doc<"artifacts">): Promise<void> {
  await writeArtifact(ctx, row, null);
  await Receipts.dropUngrounded(ctx, row.tickId);
}

export async function eraseLog(ctx: MutationCtx, row: Doc<"logs">): Promise<void> {
  await writeLog(ctx, row, null);
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
  await writeAgent(ctx, agent, { ...agent, summary: last?.summary ?? Agent.BIRTH_SUMMARY });
}

export async function eraseKnowledge(ctx: MutationCtx, row: Doc<"knowledge">): Promise<void> {
  const contents = await KnowledgeItems.contentsOf(ctx, row._id);
  await Passages.removeAll(ctx, row._id);
  await DocumentFrequencies.count(ctx, "knowledge", contents.counted, { sign: -1 });
  await writeContents(ctx, contents, null);
  await writeItem(ctx, row, null);
}

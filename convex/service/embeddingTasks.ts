/** The embedding job's tasks, with the texts of memories, thoughts and passages, and the clusters that hold vectors. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, type MutationCtx, type QueryCtx } from "../_generated/server";
import { findableText } from "../../mind/knowledge/passages";
import { writeCluster, writeMember } from "../consolidation/rows";
import * as Queue from "../embeddings/queue";
import { currentSettings } from "../lib/currentSettings";
import { documentById } from "../lib/documentsById";

/** A run's next task. */
export const next = internalMutation({
  args: { max: v.number() },
  returns: Queue.task,
  handler: (ctx, { max }) => Queue.nextTask(ctx, Date.now(), currentSettings(), max, OWNERS),
});

export const OWNERS: Queue.Owners = { textOf, dropped };

/** The text of a document, from its owner (a passage's with its item's title); null if the owner is gone. */
async function textOf(ctx: QueryCtx, { _id, space, owner }: Doc<"searchDocuments">): Promise<string | null> {
  if (space === "knowledge") return await passageText(ctx, _id);
  const row = (await documentById(ctx, "memories", owner)) ?? (await documentById(ctx, "thoughts", owner));
  return row?.content ?? null;
}

/** A passage with its heading, its columns and the title of its item; null if the item has changed. */
async function passageText(ctx: QueryCtx, documentId: Id<"searchDocuments">): Promise<string | null> {
  const passage = await getOneFrom(ctx.db, "passages", "by_document", documentId, "documentId");
  const item = passage === null ? null : await ctx.db.get("knowledge", passage.knowledgeId);
  if (passage === null || item === null) return null;
  return findableText(item.title, { ...passage, columns: passage.columns ?? "" });
}

/** As after a change of model, the sum of a memory's cluster starts again from zero. */
async function dropped(ctx: MutationCtx, document: Doc<"searchDocuments">): Promise<void> {
  if (document.space !== "memory") return;
  const member = await getOneFrom(ctx.db, "clusterMembers", "by_place", document.place);
  const cluster = member && (await ctx.db.get("clusters", member.clusterId));
  if (member !== null && member.model !== "") await writeMember(ctx, member, { ...member, model: "" });
  if (cluster !== null && cluster.model !== "") await writeCluster(ctx, cluster, { ...cluster, model: "" });
}

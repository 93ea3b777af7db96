/** The passages of knowledge items. A changed item replaces only the passages that differ. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { passageKey, type FindablePassage } from "../../mind/knowledge/passages";
import type { Idf } from "../../mind/ranking/idf";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { writeDocument } from "../documents/rows";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import type { ReadBudget } from "../search/readBudget";
import { writePassage } from "./rows";

/** More than any content is split into: a passage has some hundred characters at least. */
const MAX_PASSAGES = 4_000;

interface StoredPassage {
  readonly document: Doc<"searchDocuments">;
  readonly passage: Doc<"passages">;
}

/** Replaces the passages of an item. One with the same content as an earlier one keeps its row and its vector, even if it moved. */
export async function replace(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  idf: Idf,
  { knowledgeId, scope }: { readonly knowledgeId: Id<"knowledge">; readonly scope: string },
  passages: readonly FindablePassage[],
  norms: readonly number[] = [],
): Promise<void> {
  const stored = await byContent(ctx, knowledgeId);
  for (const [place, passage] of passages.entries()) {
    const { start, end, heading, columns, text, terms } = passage;
    const same = stored.get(passageKey(passage))?.shift();
    if (same === undefined) {
      const documentId = await Documents.add(ctx, settings, idf, {
        space: "knowledge",
        scope,
        owner: knowledgeId,
        facet: "",
        place,
        terms,
        norm: norms[place],
        createdAt: now,
        start,
        end,
      });
      const named = columns === "" ? {} : { columns };
      await writePassage(ctx, null, { documentId, knowledgeId, heading, ...named, text });
      continue;
    }
    const row = same.document;
    if (row.place !== place || row.start !== start || row.end !== end)
      await writeDocument(ctx, row, { ...row, place, start, end });
  }
  await removeStored(ctx, [...stored.values()].flat());
}

/** Deletes the passages of an item that is erased, with their search documents and vectors. */
export async function removeAll(ctx: MutationCtx, knowledgeId: Id<"knowledge">): Promise<void> {
  await removeStored(ctx, [...(await byContent(ctx, knowledgeId)).values()].flat());
}

async function removeStored(ctx: MutationCtx, stored: readonly StoredPassage[]): Promise<void> {
  for (const { document, passage } of stored) {
    await Documents.remove(ctx, document);
    await writePassage(ctx, passage, null);
  }
}

/** The search documents of an item's passages, in order; with a budget, as many as fit. */
export async function documentsOf(
  ctx: QueryCtx,
  knowledgeId: Id<"knowledge">,
  budget?: ReadBudget,
): Promise<Doc<"searchDocuments">[]> {
  const rows = ctx.db.query("searchDocuments").withIndex("by_owner", (q) => q.eq("owner", knowledgeId));
  return budget === undefined ? await rows.take(MAX_PASSAGES) : await budget.take(rows, MAX_PASSAGES);
}

/** The passage of a search document. @throws where there is none */
export async function ofDocument(ctx: QueryCtx, documentId: Id<"searchDocuments">): Promise<Doc<"passages">> {
  const passage = await getOneFrom(ctx.db, "passages", "by_document", documentId, "documentId");
  if (passage === null) throw new Error("a search document has no passage");
  return passage;
}

/** An item's passages by `passageKey`, equal ones in the order of the content. */
async function byContent(ctx: QueryCtx, knowledgeId: Id<"knowledge">): Promise<Map<string, StoredPassage[]>> {
  const passages = await ctx.db
    .query("passages")
    .withIndex("by_knowledge", (q) => q.eq("knowledgeId", knowledgeId))
    .take(MAX_PASSAGES);
  const passageOf = new Map(passages.map((passage) => [passage.documentId, passage]));
  const stored = new Map<string, StoredPassage[]>();
  for (const document of await documentsOf(ctx, knowledgeId)) {
    const passage = passageOf.get(document._id);
    if (passage === undefined) throw new Error("a search document has no passage");
    const key = passageKey({ ...passage, columns: passage.columns ?? "" });
    stored.set(key, [...(stored.get(key) ?? []), { document, passage }]);
  }
  return stored;
}

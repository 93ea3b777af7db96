/** Passages of knowledge items: written so that an item changes in one step and what stays of it is left alone. */
import { findableText, passageKey, type FindablePassage, type PassageContent } from "../../mind/knowledge/passages";
import type { Idf } from "../../mind/ranking/idf";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import type { ReadBudget } from "../search/readBudget";

/** More than the longest content is cut into: a passage has some hundred characters at least. */
const MAX_PASSAGES = 4_000;

/** A passage of an item as it is kept. */
interface StoredPassage {
  readonly text: Doc<"searchDocuments">;
  readonly passage: Doc<"passages">;
}

/**
 * Makes these the passages of an item. One that says what an earlier one said keeps its row and its vector, wherever it
 * stands now.
 */
export async function replace(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  idf: Idf,
  knowledgeId: Id<"knowledge">,
  passages: readonly FindablePassage[],
): Promise<void> {
  const known = await byContent(ctx, knowledgeId);
  for (const [place, passage] of passages.entries()) {
    const { start, end, heading, columns, text, terms } = passage;
    const same = known.get(passageKey(passage))?.shift();
    if (same === undefined) {
      const { documentId } = await Documents.add(ctx, settings, idf, {
        space: "knowledge",
        owner: knowledgeId,
        facet: "",
        place,
        terms,
        createdAt: now,
        range: { start, end },
      });
      await ctx.db.insert("passages", {
        documentId,
        knowledgeId,
        heading,
        ...(columns === "" ? {} : { columns }),
        text,
      });
      continue;
    }
    const row = same.text;
    if (row.place !== place || row.start !== start || row.end !== end)
      await ctx.db.patch("searchDocuments", row._id, { place, start, end });
  }
  for (const { text, passage } of [...known.values()].flat()) {
    await Documents.remove(ctx, text._id);
    await ctx.db.delete("passages", passage._id);
  }
}

/** The passages' texts, in order; within an allowance, the first of them. */
export async function textsOf(
  ctx: QueryCtx,
  knowledgeId: Id<"knowledge">,
  allowance?: ReadBudget,
): Promise<Doc<"searchDocuments">[]> {
  const texts = ctx.db.query("searchDocuments").withIndex("by_owner", (q) => q.eq("owner", knowledgeId));
  return allowance === undefined ? await texts.take(MAX_PASSAGES) : await allowance.take(texts, MAX_PASSAGES);
}

/** What a text of the space of knowledge says. */
export async function ofText(
  ctx: QueryCtx,
  documentId: Id<"searchDocuments">,
): Promise<Doc<"passages"> | null> {
  return await ctx.db
    .query("passages")
    .withIndex("by_text", (q) => q.eq("documentId", documentId))
    .unique();
}

/** What a passage is embedded by; null where its item has changed. */
export async function findableTextOf(
  ctx: QueryCtx,
  documentId: Id<"searchDocuments">,
): Promise<string | null> {
  const passage = await ofText(ctx, documentId);
  const item = passage === null ? null : await ctx.db.get("knowledge", passage.knowledgeId);
  return passage === null || item === null ? null : findableText(item.title, contentOf(passage));
}

function contentOf({ heading, columns = "", text }: Doc<"passages">): PassageContent {
  return { heading, columns, text };
}

/** An item's passages by what they say; of equal ones the first stands first. */
async function byContent(ctx: QueryCtx, knowledgeId: Id<"knowledge">): Promise<Map<string, StoredPassage[]>> {
  const passages = await ofItem(ctx, knowledgeId);
  const passageOf = new Map(passages.map((passage) => [passage.documentId, passage]));
  const kept = new Map<string, StoredPassage[]>();
  for (const text of await textsOf(ctx, knowledgeId)) {
    const passage = passageOf.get(text._id);
    if (passage === undefined) throw new Error("a passage's text stands without the passage");
    const wording = passageKey(contentOf(passage));
    kept.set(wording, [...(kept.get(wording) ?? []), { text, passage }]);
  }
  return kept;
}

async function ofItem(ctx: QueryCtx, knowledgeId: Id<"knowledge">): Promise<Doc<"passages">[]> {
  return await ctx.db
    .query("passages")
    .withIndex("by_knowledge", (q) => q.eq("knowledgeId", knowledgeId))
    .take(MAX_PASSAGES);
}

/** Knowledge items: a new version replaces the earlier one in one transaction. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { FindablePassage } from "../../mind/knowledge/passages";
import type { Idf } from "../../mind/ranking/idf";
import { knowledgeTables } from "./tables";
import type { Settings } from "../lib/settings";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as KnowledgeLists from "./lists";
import * as Passages from "./passages";
import { documentsById } from "../lib/documentsById";

/** An item as callers see it; `metadata` as JSON text. */
export const publicItem = knowledgeTables.knowledge.validator
  .pick("title", "source", "tags", "confidence", "createdAt", "updatedAt")
  .extend({ _id: v.id("knowledge"), content: v.string(), metadata: v.optional(v.string()) });
export type PublicItem = Infer<typeof publicItem>;

/** An item as callers send it; `metadata` as JSON text, `tags` each once. */
export const itemInput = v.object({
  title: v.string(),
  content: v.string(),
  source: v.optional(v.string()),
  tags: v.array(v.string()),
  confidence: v.number(),
  metadata: v.optional(v.string()),
});
export type ItemInput = Infer<typeof itemInput>;

export interface NewItem extends ItemInput {
  readonly passages: readonly FindablePassage[];
  /** The terms to count in search/documentFrequencies. */
  readonly counted: readonly string[];
  /** Bytes of content and metadata in an answer. */
  readonly size: number;
}

/** Bytes of contents on a page after its first item: a transaction reads 16 MiB, an answer holds 20. */
const MAX_BYTES = 14_000_000;

/** An item to change, as it was read. */
export interface Target {
  readonly knowledgeId: Id<"knowledge">;
  readonly version: number;
}

/**
 * Writes an item, replacing the `target`, or the one with its source and title; writes nothing where they are equal. `idf` weighs
 * the terms of its passages. `updated`: whether there was an earlier version. Refused where the target has changed or is gone,
 * and where its new source and title are those of another item.
 */
export async function put(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  idf: Idf,
  item: NewItem,
  target?: Target,
): Promise<{ knowledgeId: Id<"knowledge">; updated: boolean } | "outdated" | "taken"> {
  const sameName = await find(ctx, item);
  if (target !== undefined && sameName !== null && sameName._id !== target.knowledgeId) return "taken";
  const existing = target === undefined ? sameName : await ctx.db.get("knowledge", target.knowledgeId);
  if (target !== undefined && existing?.version !== target.version) return "outdated";
  if (existing === null) return { knowledgeId: await add(ctx, now, settings, idf, item), updated: false };
  const { _id: knowledgeId, createdAt } = existing;
  const contents = await contentsOf(ctx, knowledgeId);
  const isRenamed = existing.title !== item.title;
  if (!isRenamed && existing.source === item.source && isUnchanged(existing, contents, item))
    return { knowledgeId, updated: true };
  const updatedAt = await nextUpdatedAt(ctx, now);
  await KnowledgeLists.remove(ctx, existing);
  await ctx.db.replace("knowledge", knowledgeId, {
    ...fieldsOf(item),
    version: existing.version + 1,
    createdAt,
    updatedAt,
  });
  await KnowledgeLists.add(ctx, { _id: knowledgeId, tags: item.tags, updatedAt });
  await ctx.db.replace("knowledgeContents", contents._id, contentFieldsOf(knowledgeId, item));
  await recount(ctx, contents.counted, item.counted);
  // A passage is found by its item's title, too.
  if (isRenamed) await Passages.removeAll(ctx, knowledgeId);
  if (isRenamed || contents.content !== item.content)
    await Passages.replace(ctx, updatedAt, settings, idf, knowledgeId, item.passages);
  return { knowledgeId, updated: true };
}

async function add(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  idf: Idf,
  item: NewItem,
): Promise<Id<"knowledge">> {
  const { tags, counted } = item;
  const at = await nextUpdatedAt(ctx, now);
  const knowledgeId = await ctx.db.insert("knowledge", {
    ...fieldsOf(item),
    version: 1,
    createdAt: at,
    updatedAt: at,
  });
  await KnowledgeLists.add(ctx, { _id: knowledgeId, tags, updatedAt: at });
  await ctx.db.insert("knowledgeContents", contentFieldsOf(knowledgeId, item));
  await DocumentFrequencies.add(ctx, "knowledge", counted);
  await Passages.replace(ctx, at, settings, idf, knowledgeId, item.passages);
  return knowledgeId;
}

function fieldsOf({ title, source, tags, confidence, passages, size }: NewItem) {
  return {
    title,
    ...(source === undefined ? {} : { source }),
    tags,
    confidence,
    chunks: passages.length,
    size,
  };
}

function contentFieldsOf(knowledgeId: Id<"knowledge">, { content, metadata, counted }: NewItem) {
  return { knowledgeId, content, ...(metadata === undefined ? {} : { metadata }), counted: [...counted] };
}

function isUnchanged(existing: Doc<"knowledge">, contents: Doc<"knowledgeContents">, item: NewItem): boolean {
  return (
    contents.content === item.content &&
    existing.confidence === item.confidence &&
    contents.metadata === item.metadata &&
    JSON.stringify(existing.tags) === JSON.stringify(item.tags)
  );
}

/** Writes only the differences: an edited item shares most terms with its earlier version. */
async function recount(ctx: MutationCtx, before: readonly string[], after: readonly string[]): Promise<void> {
  const [old, current] = [new Set(before), new Set(after)];
  await DocumentFrequencies.remove(
    ctx,
    "knowledge",
    before.filter((term) => !current.has(term)),
  );
  await DocumentFrequencies.add(
    ctx,
    "knowledge",
    after.filter((term) => !old.has(term)),
  );
}

/** `now`, or just after the last change if that is not earlier. */
async function nextUpdatedAt(ctx: QueryCtx, now: number): Promise<number> {
  return Math.max(now, (await lastChangeAt(ctx)) + 1);
}

/** When an item was last written; 0 without items. */
export async function lastChangeAt(ctx: QueryCtx): Promise<number> {
  const last = await ctx.db.query("knowledge").withIndex("by_updatedAt").order("desc").first();
  return last?.updatedAt ?? 0;
}

async function find(ctx: QueryCtx, { source, title }: ItemInput): Promise<Doc<"knowledge"> | null> {
  return await ctx.db
    .query("knowledge")
    .withIndex("by_source", (q) => q.eq("source", source).eq("title", title))
    .unique();
}

/** A page, the last changed first. It ends early where the contents would exceed an answer. */
export async function page(
  ctx: QueryCtx,
  filter: KnowledgeLists.Filter & { readonly limit: number; readonly offset: number },
) {
  const { ids, total } = await KnowledgeLists.page(ctx, filter);
  const rows = withinBytes(await documentsById(ctx, "knowledge", ids), (row) => row, MAX_BYTES);
  const items = await Promise.all(rows.map((row) => toPublic(ctx, row)));
  return { items, total, hasMore: filter.offset + items.length < total };
}

/** Whether an item passes the filter. */
export function matches(
  { tags, updatedAt }: Doc<"knowledge">,
  { tag, since }: KnowledgeLists.Filter,
): boolean {
  return (tag === undefined || tags.includes(tag)) && (since === undefined || updatedAt > since);
}

/** The first rows whose contents together take at most `maxBytes`; one at least. */
export function withinBytes<T>(
  rows: readonly T[],
  itemOf: (row: T) => Doc<"knowledge">,
  maxBytes: number,
): T[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += itemOf(row).size) > maxBytes);
  return beyond === -1 ? [...rows] : rows.slice(0, Math.max(1, beyond));
}

/** An item as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"knowledge">): Promise<PublicItem> {
  const { content, metadata } = await contentsOf(ctx, row._id);
  const { _id, title, source, tags, confidence, createdAt, updatedAt } = row;
  return {
    _id,
    title,
    content,
    ...(source === undefined ? {} : { source }),
    tags,
    confidence,
    ...(metadata === undefined ? {} : { metadata }),
    createdAt,
    updatedAt,
  };
}

/** Bytes of content and metadata in an answer. */
export function sizeOf({ content, metadata = "" }: Pick<ItemInput, "content" | "metadata">): number {
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  return bytes(JSON.stringify(content)) + bytes(metadata);
}

export async function contentsOf(
  ctx: QueryCtx,
  knowledgeId: Id<"knowledge">,
): Promise<Doc<"knowledgeContents">> {
  const contents = await ctx.db
    .query("knowledgeContents")
    .withIndex("by_knowledge", (q) => q.eq("knowledgeId", knowledgeId))
    .unique();
  if (contents === null) throw new Error("a knowledge item has no content");
  return contents;
}

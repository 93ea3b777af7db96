/** The knowledge table: items that replace their earlier version in one step, listed with exact totals. */
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

/** What a caller says of an item; `metadata` as JSON text, `tags` each once. */
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
  /** The terms to count of it. */
  readonly counted: readonly string[];
  /** Bytes of content and metadata in an answer. */
  readonly size: number;
}

export interface Written {
  readonly knowledgeId: Id<"knowledge">;
  /** Whether it took the place of an earlier version. */
  readonly updated: boolean;
}

/** Bytes of contents that a page holds at most, beyond its first item: a transaction reads 16 MiB, an answer holds 20. */
const MAX_BYTES = 14_000_000;

/**
 * Writes an item, in the place of the one with its source and title where there is one; nothing where that says the same.
 * `idf` weighs the terms of its new passages.
 */
export async function put(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  idf: Idf,
  item: NewItem,
): Promise<Written> {
  const known = await find(ctx, item);
  if (known === null) return { knowledgeId: await add(ctx, now, settings, idf, item), updated: false };
  const { _id: knowledgeId, createdAt } = known;
  const contents = await contentsOf(ctx, knowledgeId);
  if (isSame(known, contents, item)) return { knowledgeId, updated: true };
  const updatedAt = await nextUpdatedAt(ctx, now);
  await KnowledgeLists.remove(ctx, known);
  await ctx.db.replace("knowledge", knowledgeId, { ...headOf(item), createdAt, updatedAt });
  await KnowledgeLists.add(ctx, { _id: knowledgeId, tags: item.tags, updatedAt });
  await ctx.db.replace("knowledgeContents", contents._id, bodyOf(knowledgeId, item));
  await recount(ctx, contents.counted, item.counted);
  if (contents.content !== item.content)
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
  const knowledgeId = await ctx.db.insert("knowledge", { ...headOf(item), createdAt: at, updatedAt: at });
  await KnowledgeLists.add(ctx, { _id: knowledgeId, tags, updatedAt: at });
  await ctx.db.insert("knowledgeContents", bodyOf(knowledgeId, item));
  await DocumentFrequencies.add(ctx, "knowledge", counted);
  await Passages.replace(ctx, at, settings, idf, knowledgeId, item.passages);
  return knowledgeId;
}

function headOf({ title, source, tags, confidence, passages, size }: NewItem) {
  return {
    title,
    ...(source === undefined ? {} : { source }),
    tags,
    confidence,
    chunks: passages.length,
    size,
  };
}

function bodyOf(knowledgeId: Id<"knowledge">, { content, metadata, counted }: NewItem) {
  return { knowledgeId, content, ...(metadata === undefined ? {} : { metadata }), counted: [...counted] };
}

/** Whether an item says what is kept already. */
function isSame(known: Doc<"knowledge">, contents: Doc<"knowledgeContents">, item: NewItem): boolean {
  return (
    contents.content === item.content &&
    known.confidence === item.confidence &&
    contents.metadata === item.metadata &&
    JSON.stringify(known.tags) === JSON.stringify(item.tags)
  );
}

/** Only what changes is written: an edit shares most of its words with what it replaces. */
async function recount(ctx: MutationCtx, before: readonly string[], after: readonly string[]): Promise<void> {
  const [had, has] = [new Set(before), new Set(after)];
  await DocumentFrequencies.remove(
    ctx,
    "knowledge",
    before.filter((term) => !has.has(term)),
  );
  await DocumentFrequencies.add(
    ctx,
    "knowledge",
    after.filter((term) => !had.has(term)),
  );
}

/** The present, or just after the last change where that is no earlier. */
async function nextUpdatedAt(ctx: QueryCtx, now: number): Promise<number> {
  return Math.max(now, (await lastChangeAt(ctx)) + 1);
}

/** When an item was last told or changed; 0 if none ever was. */
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

/** A page, the last changed first. It ends early where longer contents than an answer holds would be on it. */
export async function page(
  ctx: QueryCtx,
  filter: KnowledgeLists.Filter & { readonly limit: number; readonly offset: number },
) {
  const { ids, total } = await KnowledgeLists.page(ctx, filter);
  const rows = withinBytes(await documentsById(ctx, "knowledge", ids), (row) => row, MAX_BYTES);
  const items = await Promise.all(rows.map((row) => toPublic(ctx, row)));
  return { items, total, hasMore: filter.offset + items.length < total };
}

/** The items with these ids, without what is long of them. */
export async function heads(ctx: QueryCtx, ids: readonly string[]): Promise<Doc<"knowledge">[]> {
  return await documentsById(ctx, "knowledge", ids);
}

/** Whether an item is one of those that the filter leaves. */
export function matches(
  { tags, updatedAt }: Doc<"knowledge">,
  { tag, since }: KnowledgeLists.Filter,
): boolean {
  return (tag === undefined || tags.includes(tag)) && (since === undefined || updatedAt > since);
}

/** The first of these, with contents of so many bytes together; one at least. */
export function withinBytes<T>(rows: readonly T[], itemOf: (row: T) => Doc<"knowledge">, mostBytes: number): T[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => (bytes += itemOf(row).size) > mostBytes);
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

/** Bytes that an item's content and metadata take in an answer. */
export function sizeOf({ content, metadata = "" }: Pick<ItemInput, "content" | "metadata">): number {
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  return bytes(JSON.stringify(content)) + bytes(metadata);
}

/** What is long of an item. */
export async function contentsOf(
  ctx: QueryCtx,
  knowledgeId: Id<"knowledge">,
): Promise<Doc<"knowledgeContents">> {
  const contents = await ctx.db
    .query("knowledgeContents")
    .withIndex("by_knowledge", (q) => q.eq("knowledgeId", knowledgeId))
    .unique();
  if (contents === null) throw new Error("an item of knowledge stands without its content");
  return contents;
}

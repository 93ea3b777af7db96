/** Knowledge items: a new version replaces the earlier one in one transaction. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { FindablePassage } from "../../mind/knowledge/passages";
import { knowledgeTables } from "./tables";
import type { Settings } from "../lib/settings";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Attributes from "../lib/attributes";
import { publicOf } from "../lib/publicOf";
import type * as KnowledgeLists from "./lists";
import * as Passages from "./passages";
import { writeContents, writeItem } from "./rows";
import type { SearchFilter } from "../search/searchFilter";

const longFields = knowledgeTables.knowledgeContents.validator.pick("content", "metadata").fields;

/** An item as callers see it; `metadata` as JSON text. */
export const publicItem = knowledgeTables.knowledge.validator
  .pick("title", "source", "tags", "confidence", "createdAt", "updatedAt")
  .extend({
    ...longFields,
    _id: v.id("knowledge"),
    /** Absent for the agent's own. */
    scope: v.optional(v.string()),
  });
export type PublicItem = Infer<typeof publicItem>;

/** An item as callers send it; `metadata` as JSON text, `tags` each once. */
export const itemInput = knowledgeTables.knowledge.validator
  .pick("title", "source", "tags", "confidence")
  .extend({ ...longFields, scope: v.optional(v.string()) });
export type ItemInput = Infer<typeof itemInput>;

/** What an imported item was, and the norms of its passages. */
export interface Known {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  readonly norms: readonly number[];
}

export interface NewItem extends ItemInput {
  readonly passages: readonly FindablePassage[];
  /** Its most frequent terms, the most frequent first: their idf weighs the passages; any other counts as new. */
  readonly terms: readonly string[];
}

/** The most frequent terms of an item, whose idf weighs its passages. */
export const MAX_TERMS = 1_000;

/** Terms of an item that are counted in search/documentFrequencies, the most frequent: they include its subject. */
const MAX_COUNTED = 256;

/** An item to change, as it was read. */
export interface Target {
  readonly knowledgeId: Id<"knowledge">;
  readonly version: number;
}

/**
 * Writes an item, replacing the `target`, or the one with its scope, source and title; writes nothing where they are equal. `updated`:
 * whether there was an earlier version. Refused where the target has changed or is gone, and where its new source and title are
 * those of another item.
 */
export async function put(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  item: NewItem,
  target?: Target,
  known?: Known,
): Promise<{ knowledgeId: Id<"knowledge">; updated: boolean } | "outdated" | "taken"> {
  const { scope = "", title, source, tags, confidence, content, metadata, passages, terms } = item;
  const sameName = await ctx.db
    .query("knowledge")
    .withIndex("by_name", (q) => q.eq("scope", scope).eq("source", source).eq("title", title))
    .unique();
  if (target !== undefined && sameName !== null && sameName._id !== target.knowledgeId) return "taken";
  const existing = target === undefined ? sameName : await ctx.db.get("knowledge", target.knowledgeId);
  if (target !== undefined && existing?.version !== target.version) return "outdated";
  const contents = existing && (await contentsOf(ctx, existing._id));
  const isRenamed = existing !== null && existing.title !== title;
  if (existing !== null && contents !== null && !isRenamed && existing.source === source)
    if (isUnchanged(existing, contents, item)) return { knowledgeId: existing._id, updated: true };
  const idf = await DocumentFrequencies.idfFor(ctx, "knowledge", terms);
  const updatedAt = known?.updatedAt ?? Math.max(now, (await lastChangeAt(ctx)) + 1);
  const createdAt = known?.createdAt ?? existing?.createdAt ?? updatedAt;
  const version = known?.version ?? (existing?.version ?? 0) + 1;
  const [chunks, size] = [passages.length, sizeOf(item)];
  const attributes = Attributes.metadataAttributes(metadata);
  const row = {
    ...{ scope, attributes, title, source, tags, confidence },
    ...{ chunks, size, version, createdAt, updatedAt },
  };
  const knowledgeId = await writeItem(ctx, existing, row);
  const counted = terms.slice(0, MAX_COUNTED);
  await writeContents(ctx, contents, { knowledgeId, content, metadata, counted });
  await recount(ctx, contents?.counted ?? null, counted);
  // A passage is found by its item's title, too.
  if (isRenamed) await Passages.removeAll(ctx, knowledgeId);
  if (isRenamed || contents?.content !== content)
    await Passages.replace(ctx, updatedAt, settings, idf, { knowledgeId, scope }, passages, known?.norms);
  return { knowledgeId, updated: existing !== null };
}

function isUnchanged(existing: Doc<"knowledge">, contents: Doc<"knowledgeContents">, item: NewItem): boolean {
  return (
    contents.content === item.content &&
    existing.confidence === item.confidence &&
    contents.metadata === item.metadata &&
    JSON.stringify(existing.tags) === JSON.stringify(item.tags)
  );
}

/** Counts an item's terms, in place of those of its earlier version. An edit changes few of them. */
async function recount(
  ctx: MutationCtx,
  before: readonly string[] | null,
  after: readonly string[],
): Promise<void> {
  const [old, current] = [new Set(before), new Set(after)];
  const removed = before?.filter((term) => !current.has(term));
  if (removed !== undefined) await DocumentFrequencies.count(ctx, "knowledge", removed, { sign: -1 });
  const added = after.filter((term) => !old.has(term));
  await DocumentFrequencies.count(ctx, "knowledge", added);
}

/** When an item was last written; 0 without items. */
export async function lastChangeAt(ctx: QueryCtx): Promise<number> {
  const last = await ctx.db.query("knowledge").withIndex("by_updatedAt").order("desc").first();
  return last?.updatedAt ?? 0;
}

/** Whether an item passes the filter. */
export function matches(
  { scope, attributes, tags, updatedAt }: Doc<"knowledge">,
  { scopes, metadata, tag, since }: KnowledgeLists.Filter & Pick<SearchFilter, "scopes">,
): boolean {
  if (scopes !== undefined && !scopes.includes(scope)) return false;
  if (!Attributes.wanted({ metadata }).every((one) => attributes.includes(one))) return false;
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
  return publicOf(publicItem)({ ...row, content, metadata, scope: row.scope || undefined });
}

/** Bytes of content and metadata in an answer. */
function sizeOf({ content, metadata = "" }: ItemInput): number {
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  return bytes(JSON.stringify(content)) + bytes(metadata);
}

export async function contentsOf(
  ctx: QueryCtx,
  knowledgeId: Id<"knowledge">,
): Promise<Doc<"knowledgeContents">> {
  const contents = await getOneFrom(ctx.db, "knowledgeContents", "by_knowledge", knowledgeId, "knowledgeId");
  if (contents === null) throw new Error("a knowledge item has no content");
  return contents;
}

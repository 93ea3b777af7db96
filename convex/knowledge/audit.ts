/**
 * Counting all over again: whether knowledge's figures are true, and mending those that are not. How many items hold a
 * term is left alone: it only weighs words, and counting it would hold all terms of all items at once.
 */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Knowledge from "./items";
import * as KnowledgeLists from "./lists";
import * as Listing from "../lib/listing";
import * as Passages from "./passages";
import * as DocumentFrequencies from "../search/documentFrequencies";

/** Items a step: each may have a megabyte of content and passages, and stands in 33 lists at most. */
const ITEMS = 2;
/** Entries of a list a step. */
const ENTRIES = 100;

/** An item's own figures, the totals of the lists, and how many items the terms were counted in. */
const figure = v.union(v.literal("chunks"), v.literal("size"), v.literal("totals"), v.literal("items"));
type Figure = Infer<typeof figure>;

/** How far it has come: over the items first, then over the lists, for an entry may be of no item. */
export const progress = v.union(
  v.object({
    kind: v.literal("items"),
    // Items made until then are counted: the creation time of the last.
    after: v.number(),
    items: v.number(),
    // How many items were counted when this began: a figure that has changed since tells nothing.
    began: v.number(),
    mended: v.array(figure),
  }),
  v.object({
    kind: v.literal("lists"),
    // Lists to be read, the first from its entry after this cursor on; and the cursor of the lists after these.
    names: v.array(v.string()),
    entriesAfter: v.union(v.null(), v.string()),
    listsAfter: v.union(v.null(), v.string()),
    mended: v.array(figure),
  }),
);
export type Progress = Infer<typeof progress>;
type AmongItems = Extract<Progress, { kind: "items" }>;
type AmongLists = Extract<Progress, { kind: "lists" }>;

export type Audited =
  | { readonly kind: "counting"; readonly progress: Progress }
  /** The names of the figures that were wrong, and are right now. */
  | { readonly kind: "counted"; readonly mended: readonly Figure[] };

/** Takes the next step, from the beginning where there is no progress yet. */
export async function audit(ctx: MutationCtx, progress: Progress | undefined): Promise<Audited> {
  const current = progress ?? (await begin(ctx));
  return current.kind === "items" ? await auditItems(ctx, current) : await auditList(ctx, current);
}

async function begin(ctx: QueryCtx): Promise<AmongItems> {
  const began = await DocumentFrequencies.documentsIn(ctx, "knowledge");
  return { kind: "items", after: 0, items: 0, began, mended: [] };
}

async function auditItems(ctx: MutationCtx, progress: AmongItems): Promise<Audited> {
  const page = await ctx.db
    .query("knowledge")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", progress.after))
    .take(ITEMS);
  const wrong: Figure[] = [];
  for (const item of page) wrong.push(...(await mendItem(ctx, item)));
  const items = progress.items + page.length;
  const mended = united(progress.mended, wrong);
  const last = page.length < ITEMS ? undefined : page.at(-1);
  if (last !== undefined)
    return { kind: "counting", progress: { ...progress, after: last._creationTime, items, mended } };
  const miscounted = await mendCount(ctx, progress.began, items);
  return await listsAfter(ctx, null, united(mended, miscounted ? ["items"] : []));
}

/** What one transaction reads of an item is of one moment, so it is mended at once, whatever comes meanwhile. */
async function mendItem(ctx: MutationCtx, item: Doc<"knowledge">): Promise<Figure[]> {
  const chunks = await Passages.countOf(ctx, item._id);
  const size = Knowledge.sizeOf(await Knowledge.contentsOf(ctx, item._id));
  const wrong: Figure[] = [];
  if (item.chunks !== chunks) wrong.push("chunks");
  if (item.size !== size) wrong.push("size");
  if (wrong.length > 0) await ctx.db.patch("knowledge", item._id, { chunks, size });
  if (await KnowledgeLists.addWhereMissing(ctx, item)) wrong.push("totals");
  return wrong;
}

/** Sets right how many items there are; what was changed while it was counted is left to another time. */
async function mendCount(ctx: MutationCtx, began: number, counted: number): Promise<boolean> {
  const now = await DocumentFrequencies.documentsIn(ctx, "knowledge");
  if (now !== began || now === counted) return false;
  await DocumentFrequencies.setDocuments(ctx, "knowledge", counted);
  return true;
}

async function auditList(ctx: MutationCtx, progress: AmongLists): Promise<Audited> {
  const { names, entriesAfter, mended } = progress;
  const [name, ...others] = names;
  if (name === undefined)
    return progress.listsAfter === null
      ? { kind: "counted", mended }
      : await listsAfter(ctx, progress.listsAfter, mended);
  const { entries, cursor } = await Listing.entries(ctx, name, entriesAfter, ENTRIES);
  const wrong: Figure[] = [];
  for (const entry of entries) {
    if (await isOfItem(ctx, entry)) continue;
    await Listing.remove(ctx, entry);
    wrong.push("totals");
  }
  const next = cursor === null ? others : names;
  return {
    kind: "counting",
    progress: { ...progress, names: next, entriesAfter: cursor, mended: united(mended, wrong) },
  };
}

/** On to the lists of knowledge among those that come next. */
async function listsAfter(ctx: QueryCtx, after: string | null, mended: Figure[]): Promise<Audited> {
  const { names, cursor } = await Listing.names(ctx, after);
  return {
    kind: "counting",
    progress: {
      kind: "lists",
      names: names.filter(KnowledgeLists.isOne),
      entriesAfter: null,
      listsAfter: cursor,
      mended,
    },
  };
}

async function isOfItem(ctx: QueryCtx, { list, key, id }: Listing.Entry): Promise<boolean> {
  const knowledgeId = ctx.db.normalizeId("knowledge", id);
  const item = knowledgeId === null ? null : await ctx.db.get("knowledge", knowledgeId);
  return item !== null && KnowledgeLists.belongs(item, list, key);
}

function united(before: readonly Figure[], more: readonly Figure[]): Figure[] {
  return [...new Set([...before, ...more])];
}

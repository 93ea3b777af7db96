/** Reading memories: by id, and as lists with exact totals. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { documentsById } from "../lib/documentsById";
import * as Listing from "../lib/listing";
import * as Attributes from "../lib/attributes";
import { memoryType, sentimentLabel } from "../lib/validators";
import * as Activation from "./activation";
import { memoriesTables } from "./tables";

const LIST = "memories";
/** Pinned memories stand in a list of their own as well: they are few, so that others need no facet for it. */
const PINNED = "pinned memories";
/** The confidence of a memory whose source gives none. */
export const DEFAULT_CONFIDENCE = 0.8;

/** A memory as callers see it; `metadata` as JSON text. */
export const publicMemory = memoriesTables.memories.validator
  .pick(
    "type",
    "content",
    "importance",
    "confidence",
    "sentiment",
    "unique",
    "pinned",
    "reflectionType",
    "basedOn",
    "createdAt",
  )
  .extend({
    _id: v.id("memories"),
    salience: v.number(),
    lastAccessedAt: v.number(),
    metadata: v.string(),
    /** Absent for the agent's own. */
    scope: v.optional(v.string()),
  });
export type PublicMemory = Infer<typeof publicMemory>;

/** `minImportance` is inclusive; `since` and `until` are exclusive, in ms since the epoch. `scope` absent: all. */
export const memoryFilter = v.object({
  ...Attributes.attributeFilter.fields,
  sentiment: v.optional(sentimentLabel),
  scope: v.optional(v.string()),
  limit: v.number(),
  offset: v.number(),
  type: v.optional(memoryType),
  minImportance: v.optional(v.number()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
  pinned: v.optional(v.literal(true)),
});
export type MemoryFilter = Infer<typeof memoryFilter>;

export const memoryPage = v.object({
  memories: v.array(publicMemory),
  total: v.number(),
  hasMore: v.boolean(),
});
type MemoryPage = Infer<typeof memoryPage>;

type Listed = Pick<
  Doc<"memories">,
  "_id" | "scope" | "type" | "importance" | "sentiment" | "metadata" | "createdAt" | "pinned"
>;

/** Adds a memory to its lists. */
export async function addToLists(ctx: MutationCtx, row: Listed): Promise<void> {
  for (const entry of await entriesOf(row)) await Listing.put(ctx, entry);
}

/** Takes a memory, as it was added, out of its lists. */
export async function removeFromLists(ctx: MutationCtx, row: Listed): Promise<void> {
  for (const entry of await entriesOf(row)) await Listing.remove(ctx, entry);
}

/** Moves a changed memory from the lists that it was in to those where it belongs. */
export async function relist(ctx: MutationCtx, before: Listed, after: Listed): Promise<void> {
  const nameOf = ({ list, facets }: Listing.Entry) => JSON.stringify([list, facets]);
  const left = new Map((await entriesOf(before)).map((entry) => [nameOf(entry), entry]));
  for (const entry of await entriesOf(after)) {
    const known = left.get(nameOf(entry));
    left.delete(nameOf(entry));
    if (known?.measure !== entry.measure) await Listing.put(ctx, entry);
  }
  for (const entry of left.values()) await Listing.remove(ctx, entry);
}

async function entriesOf({
  _id: id,
  scope,
  importance: measure,
  createdAt: key,
  ...row
}: Listed): Promise<(Listing.Entry & { readonly measure: number })[]> {
  const { type, sentiment, metadata, pinned } = row;
  const facets = { type, sentiment: sentiment.label };
  const attributes = [...Attributes.metadataAttributes(metadata), ...Attributes.nameAttributes(metadata)];
  const lists = [
    ...(pinned === true ? [LIST, PINNED] : [LIST]).map((list) => ({ list, facets })),
    ...(await listsOf(attributes)),
  ];
  return lists.map((one) => ({ ...Listing.inScope({ ...one, scope }), key, id, measure }));
}

async function listsOf(attributes: readonly string[]) {
  const lists = await Promise.all(attributes.map((attribute) => Attributes.listOf(LIST, attribute)));
  return lists.map((list) => ({ list, facets: {} }));
}

/** The lists that the memories which pass a filter stand in, all at once. */
export async function listsFor({
  type,
  sentiment,
  pinned,
  ...attributes
}: Pick<MemoryFilter, "type" | "sentiment" | "pinned" | "metadata" | "entity">): Promise<
  Listing.ListOfScope[]
> {
  const byAttribute = await listsOf(Attributes.wanted(attributes));
  const isListed = type !== undefined || sentiment !== undefined || pinned === true;
  const base = { list: pinned === true ? PINNED : LIST, facets: { type, sentiment } };
  return isListed || byAttribute.length === 0 ? [base, ...byAttribute] : byAttribute;
}

/** The pinned memories of these scopes, or of all; newest first, `limit` at most. */
export async function pinned(
  ctx: QueryCtx,
  limit: number,
  scopes: readonly string[] | undefined,
): Promise<Doc<"memories">[]> {
  const rows: Doc<"memories">[] = [];
  for (const scope of scopes ?? [undefined]) {
    const { ids } = await Listing.pageOfScope(ctx, { list: PINNED, scope, limit, offset: 0 });
    rows.push(...(await documentsById(ctx, "memories", ids)));
  }
  return rows.sort((a, b) => b.createdAt - a.createdAt).slice(0, limit);
}

/** The ids on a page, newest first. */
export async function listed(
  ctx: QueryCtx,
  { scope, type, sentiment, minImportance, pinned, ...range }: Omit<MemoryFilter, "metadata" | "entity">,
): Promise<Listing.Page> {
  return await Listing.pageOfScope(ctx, {
    list: pinned === true ? PINNED : LIST,
    facets: { type, sentiment },
    scope,
    leastMeasure: minImportance,
    ...range,
  });
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, filter: Parameters<typeof listed>[1]): Promise<MemoryPage> {
  return await withRows(ctx, await listed(ctx, filter));
}

/** As `list`, by attributes too; null where too many memories pass each of several filters (`Listing.pageOfAll`). */
export async function listFiltered(ctx: QueryCtx, filter: MemoryFilter): Promise<MemoryPage | null> {
  const { scope, minImportance, limit, offset, since, until } = filter;
  const range = { scope, limit, offset, since, until, leastMeasure: minImportance };
  const page = await Listing.pageOfAll(ctx, await listsFor(filter), range);
  return page && (await withRows(ctx, page));
}

async function withRows(ctx: QueryCtx, { ids, total, hasMore }: Listing.Page): Promise<MemoryPage> {
  const rows = await documentsById(ctx, "memories", ids);
  return { memories: await Promise.all(rows.map((row) => toPublic(ctx, row))), total, hasMore };
}

/** A memory by an id from outside; null where it names none. */
export async function byId(ctx: QueryCtx, id: string): Promise<Doc<"memories"> | null> {
  const memoryId = ctx.db.normalizeId("memories", id);
  return memoryId === null ? null : await ctx.db.get("memories", memoryId);
}

/** Whether none of these has been erased. */
export async function areThere(ctx: QueryCtx, memoryIds: readonly Id<"memories">[]): Promise<boolean> {
  const rows = await Promise.all(memoryIds.map((id) => ctx.db.get("memories", id)));
  return rows.every((row) => row !== null);
}

/** A memory as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"memories">): Promise<PublicMemory> {
  const { salience, lastAccessedAt } = await Activation.read(ctx, row._id);
  const { scope, type, content, importance, confidence, sentiment, unique, pinned, createdAt } = row;
  // A caller's own reflection is about what is known, as one requested without a type, and cites no memory.
  const { metadata = "{}", reflectionType = "knowledge", basedOn = [] } = row;
  return {
    _id: row._id,
    type,
    content,
    importance,
    salience,
    confidence,
    sentiment,
    metadata,
    unique,
    ...(scope === "" ? {} : { scope }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(type === "reflection" ? { reflectionType, basedOn } : {}),
    createdAt,
    lastAccessedAt,
  };
}

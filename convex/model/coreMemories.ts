/** Core memories: themes that many memories share, written by consolidation, listed with exact totals. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import schema from "../schema";
import * as Listing from "./listing";
import * as Totals from "./memoryTotals";
import * as Neighbours from "./neighbours";
import { present } from "./present";

const LIST = "coreMemories";

/** A core memory as callers see it; `memories` oldest first. */
export const publicCoreMemory = schema.tables.coreMemories.validator
  .pick("theme", "summary", "confidence", "lastReinforced", "createdAt")
  .extend({ _id: v.id("coreMemories"), memories: v.array(v.id("memories")) });
export type PublicCoreMemory = Infer<typeof publicCoreMemory>;

/** Theme and summary, and whose words they are. */
export const words = schema.tables.coreMemories.validator.pick(
  "theme",
  "summary",
  "writer",
  "wording",
  "askedInVain",
);
export type Words = Infer<typeof words>;

/** Ascending by place. */
const members = schema.tables.coreMemories.validator.fields.members;

/** What one step of consolidation does to the core memories; `mind/themes/themeChanges` says what it means. */
export const change = v.union(
  v.object({ kind: v.literal("founded"), members, confidence: v.number(), words }),
  v.object({
    kind: v.literal("changed"),
    id: v.id("coreMemories"),
    members,
    confidence: v.number(),
    /** Whether its words must be others, however little has changed. */
    reword: v.optional(v.boolean()),
  }),
  v.object({ kind: v.literal("dissolved"), id: v.id("coreMemories") }),
);
export type Change = Infer<typeof change>;

const WORDINGS = ["stale", "provisional", "settled"] as const satisfies readonly Words["wording"][];
/** A model's words hold until a theme has grown or shrunk by so much since; the reflexes' are written anew at any change. */
const OUTGROWN = 1.25;

export async function list(
  ctx: QueryCtx,
  range: { limit: number; offset: number },
): Promise<{ coreMemories: PublicCoreMemory[]; total: number }> {
  const page = await Listing.page(ctx, { list: LIST, filter: {}, ...range });
  const rows = await present(ctx, "coreMemories", page.ids);
  return { coreMemories: rows.map(toPublic), total: page.total };
}

/** The core memories that continue to exist, of these. */
export async function byIds(
  ctx: QueryCtx,
  ids: readonly Id<"coreMemories">[],
): Promise<Doc<"coreMemories">[]> {
  const rows = await Promise.all(ids.map((id) => ctx.db.get("coreMemories", id)));
  return rows.filter((row) => row !== null);
}

/** The core memory made next after this creation time; null where there is none. */
export async function nextAfter(ctx: QueryCtx, creationTime: number): Promise<Doc<"coreMemories"> | null> {
  return await ctx.db
    .query("coreMemories")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", creationTime))
    .first();
}

/** Core memories whose words are as `wording` says, the largest first. */
export async function worded(
  ctx: QueryCtx,
  wording: Words["wording"],
  most: number,
): Promise<Doc<"coreMemories">[]> {
  return await ctx.db
    .query("coreMemories")
    .withIndex("by_wording", (q) => q.eq("wording", wording))
    .order("desc")
    .take(most);
}

/** The core memories that most memories stand behind, of whoever's words, the largest first. */
export async function largest(ctx: QueryCtx, most: number): Promise<Doc<"coreMemories">[]> {
  const lists = await Promise.all(WORDINGS.map((wording) => worded(ctx, wording, most)));
  return lists
    .flat()
    .sort((a, b) => b.size - a.size)
    .slice(0, most);
}

/**
 * Applies changes together; answers the core memory that each is about. `reinforcedAt` is for those that gain memories
 * which were in none before: moving between themes is no new evidence.
 * @throws when a memory would be in two
 */
export async function apply(
  ctx: MutationCtx,
  reinforcedAt: number,
  changes: readonly Change[],
): Promise<Id<"coreMemories">[]> {
  const known = new Map<Id<"coreMemories">, Doc<"coreMemories">>();
  for (const one of changes) {
    if (one.kind === "founded") continue;
    const row = await ctx.db.get("coreMemories", one.id);
    if (row === null) throw new Error("a core memory that is to change is not there");
    known.set(one.id, row);
  }
  // Who leaves, leaves first: a memory may move from one to another of these.
  const homeless = new Set<number>();
  for (const one of changes) {
    if (one.kind === "founded") continue;
    const staying = new Set(one.kind === "changed" ? one.members.map(({ place }) => place) : []);
    const leaving = known.get(one.id)?.members.filter(({ place }) => !staying.has(place)) ?? [];
    for (const { place } of leaving) {
      await Neighbours.leave(ctx, place);
      homeless.add(place);
    }
  }
  const ids: Id<"coreMemories">[] = [];
  for (const one of changes) {
    const row = one.kind === "founded" ? null : (known.get(one.id) ?? null);
    if (one.kind === "founded") ids.push(await found(ctx, reinforcedAt, one));
    else ids.push(one.id);
    if (row !== null && one.kind === "changed") await alter(ctx, reinforcedAt, row, one, homeless);
    if (row !== null && one.kind === "dissolved") await dissolve(ctx, row);
  }
  return ids;
}

/**
 * Writes words for a core memory, unless its members are no longer those that they were written for; answers whether it
 * has other words now.
 */
export async function reword(
  ctx: MutationCtx,
  id: Id<"coreMemories">,
  size: number,
  wanted: Words,
): Promise<boolean> {
  const row = await ctx.db.get("coreMemories", id);
  if (row === null || row.size !== size) return false;
  await rewrite(ctx, row, { ...wanted, wordedSize: size });
  return wanted.theme !== row.theme || wanted.summary !== row.summary;
}

type NewRow = WithoutSystemFields<Doc<"coreMemories">>;

async function found(
  ctx: MutationCtx,
  now: number,
  { members, confidence, words }: Extract<Change, { kind: "founded" }>,
): Promise<Id<"coreMemories">> {
  const size = members.length;
  const row: NewRow = {
    ...words,
    confidence,
    members,
    size,
    wordedSize: size,
    lastReinforced: now,
    createdAt: now,
  };
  const id = await ctx.db.insert("coreMemories", row);
  for (const { place } of members) await Neighbours.join(ctx, place, id);
  await Listing.add(ctx, { list: LIST, facets: {}, key: now, id });
  await Totals.update(ctx, ({ coreMemories, bytes }) => ({
    coreMemories: coreMemories + 1,
    bytes: bytes + Totals.sizeOf(row),
  }));
  return id;
}

async function alter(
  ctx: MutationCtx,
  now: number,
  row: Doc<"coreMemories">,
  { members, confidence, reword = false }: Extract<Change, { kind: "changed" }>,
  homeless: ReadonlySet<number>,
): Promise<void> {
  const before = new Set(row.members.map(({ place }) => place));
  const joining = members.filter(({ place }) => !before.has(place));
  for (const { place } of joining) await Neighbours.join(ctx, place, row._id);
  const reinforced = joining.some(({ place }) => !homeless.has(place));
  const size = members.length;
  const outgrown = size >= row.wordedSize * OUTGROWN || size * OUTGROWN <= row.wordedSize;
  const stale = reword || row.writer === "reflex" || outgrown;
  await rewrite(ctx, row, {
    members,
    size,
    confidence,
    ...(stale ? { wording: "stale", askedInVain: 0 } : {}),
    ...(reinforced ? { lastReinforced: Math.max(now, row.lastReinforced) } : {}),
  });
}

async function dissolve(ctx: MutationCtx, row: Doc<"coreMemories">): Promise<void> {
  const { _id: id, _creationTime, ...fields } = row;
  await ctx.db.delete("coreMemories", id);
  await Listing.remove(ctx, { list: LIST, facets: {}, key: row.lastReinforced, id });
  await Totals.update(ctx, ({ coreMemories, bytes }) => ({
    coreMemories: coreMemories - 1,
    bytes: bytes - Totals.sizeOf(fields),
  }));
}

async function rewrite(
  ctx: MutationCtx,
  { _id: id, _creationTime, ...before }: Doc<"coreMemories">,
  change: Partial<NewRow>,
): Promise<void> {
  const after = { ...before, ...change };
  await ctx.db.replace("coreMemories", id, after);
  if (after.lastReinforced !== before.lastReinforced) {
    await Listing.remove(ctx, { list: LIST, facets: {}, key: before.lastReinforced, id });
    await Listing.add(ctx, { list: LIST, facets: {}, key: after.lastReinforced, id });
  }
  const growth = Totals.sizeOf(after) - Totals.sizeOf(before);
  if (growth !== 0) await Totals.update(ctx, ({ bytes }) => ({ bytes: bytes + growth }));
}

function toPublic(row: Doc<"coreMemories">): PublicCoreMemory {
  const { _id, theme, summary, confidence, lastReinforced, createdAt } = row;
  const memories = row.members.map(({ memoryId }) => memoryId);
  return { _id, theme, summary, memories, confidence, lastReinforced, createdAt };
}

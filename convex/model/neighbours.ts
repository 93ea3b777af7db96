/** The nearest neighbours of memories, and the texts that they are found by. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MEMORY_TYPES } from "../../mind/enums";
import schema from "../schema";
import * as Totals from "./memoryTotals";
import { ReadAllowance } from "./readAllowance";
import { pageHolding } from "./textIndex";
import * as Texts from "./texts";

/** The types of memory that are compared. Reflections are made of memories: like all of them, they are about none. */
export const COMPARED_TYPES = MEMORY_TYPES.filter((type) => type !== "reflection");

/** What is compared of a memory. `packed`: its vector, where it has one of the model that was asked for. */
export const comparable = schema.tables.texts.validator
  .pick("place", "terms", "packed")
  .extend({ memoryId: v.id("memories"), textId: v.id("texts") });
export type Comparable = Infer<typeof comparable>;

/** A memory to compare with others, and what its theme needs to know of it. */
export const subject = comparable.extend({ confidence: v.number() });
export type Subject = Infer<typeof subject>;

/** A row of the table, as consolidation writes it: themes are written with the core memories. */
export const neighbourRow = schema.tables.neighbours.validator.omit("coreMemoryId");
export type NeighbourRow = Infer<typeof neighbourRow>;

/** The memories at these places that are compared. */
export async function subjects(ctx: QueryCtx, model: string, places: readonly number[]): Promise<Subject[]> {
  const rows = await comparedAt(ctx, places);
  return await Promise.all(
    rows.map(async (row) => {
      const { confidence } = await Texts.memoryOf(ctx, row);
      return { ...toComparable(ctx, model, row), confidence };
    }),
  );
}

/** What is compared of the memories at these places; those that don't exist, or are not compared, are left out. */
export async function textsAt(
  ctx: QueryCtx,
  model: string,
  places: readonly number[],
): Promise<Comparable[]> {
  return (await comparedAt(ctx, places)).map((row) => toComparable(ctx, model, row));
}

async function comparedAt(ctx: QueryCtx, places: readonly number[]): Promise<Doc<"texts">[]> {
  const rows = await Promise.all(places.map((place) => Texts.between(ctx, "memory", place, place)));
  return compared(rows.flat());
}

/** Those of texts that are compared. */
function compared(rows: readonly Doc<"texts">[]): Doc<"texts">[] {
  return rows.filter(({ facet }) => facet !== "reflection");
}

/** Memories that hold some of these terms, those with the most telling ones first. */
export async function holding(
  ctx: QueryCtx,
  model: string,
  terms: readonly string[],
  most: number,
): Promise<Comparable[]> {
  // Reflections quote memories: as many of them may stand before those that are looked for.
  const { byType } = await Totals.read(ctx);
  const among = most + Math.min(most, byType.reflection);
  const page = await pageHolding(ctx, terms, { space: "memory" }, among);
  return compared(page)
    .slice(0, most)
    .map((row) => toComparable(ctx, model, row));
}

/** What is compared of the memories that these vectors belong to. */
export async function embedded(
  ctx: QueryCtx,
  model: string,
  vectorIds: readonly Id<"vectors">[],
): Promise<Comparable[]> {
  const rows = await Texts.ofVectors(ctx, vectorIds);
  return compared(rows).map((row) => toComparable(ctx, model, row));
}

/** A row of the table, and the theme that the memory is in. */
export const standing = v.object({ row: neighbourRow, theme: v.union(v.null(), v.id("coreMemories")) });
export type Standing = Infer<typeof standing>;

/** The rows of the memories at these places, and the themes these are in; some have none. */
export async function standingOf(ctx: QueryCtx, places: readonly number[]): Promise<Standing[]> {
  const rows = await Promise.all(places.map((place) => find(ctx, place)));
  return rows.flatMap((row) => (row === null ? [] : [toStanding(row)]));
}

/** The rows of all members of these themes: fewer than 500 of each. */
export async function membersOf(
  ctx: QueryCtx,
  themes: readonly Id<"coreMemories">[],
): Promise<NeighbourRow[]> {
  const lists = await Promise.all(
    themes.map((theme) =>
      ctx.db
        .query("neighbours")
        .withIndex("by_coreMemory", (q) => q.eq("coreMemoryId", theme))
        .take(LARGEST_THEME),
    ),
  );
  return lists.flat().map((row) => toStanding(row).row);
}

/** More members no theme has (mind/themes/clustering). */
const LARGEST_THEME = 500;

/** Writes rows in place of those known of the same memories. */
export async function write(ctx: MutationCtx, rows: readonly NeighbourRow[]): Promise<void> {
  for (const row of rows) {
    const known = await find(ctx, row.place);
    if (known === null) await ctx.db.insert("neighbours", { ...row, coreMemoryId: null });
    else await ctx.db.replace("neighbours", known._id, { ...row, coreMemoryId: themeOf(known) });
  }
}

/** A memory joins a theme. @throws where it is in one already, or was never compared */
export async function join(ctx: MutationCtx, place: number, theme: Id<"coreMemories">): Promise<void> {
  const row = await find(ctx, place);
  if (row === null) throw new Error("a member of a core memory was never compared");
  if (themeOf(row) !== null) throw new Error("a memory would be in two core memories");
  await ctx.db.patch("neighbours", row._id, { coreMemoryId: theme });
}

/** A memory leaves the theme it is in. @throws where it is in none */
export async function leave(ctx: MutationCtx, place: number): Promise<void> {
  const row = await find(ctx, place);
  if (row === null || themeOf(row) === null) throw new Error("a member of a core memory has no row");
  await ctx.db.patch("neighbours", row._id, { coreMemoryId: null });
}

/** What a memory is near to is forgotten. @throws where it is in a theme, which would then have a member without a row */
export async function forget(ctx: MutationCtx, place: number): Promise<void> {
  const row = await find(ctx, place);
  if (row === null) return;
  if (themeOf(row) !== null) throw new Error("a member of a core memory would lose its row");
  await ctx.db.delete("neighbours", row._id);
}

/** Whether there are rows that an earlier version wrote, which don't say which theme the memory is in. */
export async function someSayNoTheme(ctx: QueryCtx): Promise<boolean> {
  return (await sayingNoTheme(ctx, 1)).length > 0;
}

/** Enters into such rows of a theme's members that they are in it. */
export async function enterTheme(ctx: MutationCtx, theme: Doc<"coreMemories">): Promise<void> {
  for (const { place } of theme.members) {
    const row = await find(ctx, place);
    if (row !== null && row.coreMemoryId === undefined)
      await ctx.db.patch("neighbours", row._id, { coreMemoryId: theme._id });
  }
}

/** Enters into at most `most` of such rows, when all themes are entered, that the memory is in none; how many these were. */
export async function enterNoTheme(ctx: MutationCtx, most: number): Promise<number> {
  const rows = await sayingNoTheme(ctx, most);
  for (const row of rows) await ctx.db.patch("neighbours", row._id, { coreMemoryId: null });
  return rows.length;
}

async function sayingNoTheme(ctx: QueryCtx, most: number): Promise<Doc<"neighbours">[]> {
  return await ctx.db
    .query("neighbours")
    .withIndex("by_coreMemory", (q) => q.eq("coreMemoryId", undefined))
    .take(most);
}

/**
 * Places below `below` of memories that were compared without a vector of this model and have one now, oldest first.
 * Among `looked` at most, and as many as may be read, so that many without one cost no more.
 */
export async function outdated(
  ctx: QueryCtx,
  model: string,
  { below, looked }: { below: number; looked: number },
): Promise<number[]> {
  const before = await ctx.db
    .query("neighbours")
    .withIndex("by_comparedBy", (q) => q.gte("comparedBy", "").lt("comparedBy", model))
    .take(looked);
  const after = await ctx.db
    .query("neighbours")
    .withIndex("by_comparedBy", (q) => q.gt("comparedBy", model))
    .take(looked);
  const places = [...before, ...after].map(({ place }) => place).filter((place) => place < below);
  const allowance = new ReadAllowance();
  const found: number[] = [];
  for (let i = 0; i < places.length && !allowance.spent;) {
    const next = places.slice(i, i + allowance.atOnce(MOST_AT_ONCE));
    i += next.length;
    const texts = await textsAt(ctx, model, next);
    allowance.count(texts);
    found.push(...texts.filter(({ packed }) => packed !== undefined).map(({ place }) => place));
  }
  return found;
}

/** Texts read at once where they can't be long. */
const MOST_AT_ONCE = 16;

async function find(ctx: QueryCtx, place: number): Promise<Doc<"neighbours"> | null> {
  return await ctx.db
    .query("neighbours")
    .withIndex("by_place", (q) => q.eq("place", place))
    .unique();
}

function toComparable(ctx: QueryCtx, model: string, row: Doc<"texts">): Comparable {
  const memoryId = Texts.memoryIdOf(ctx, row);
  const { place, terms } = row;
  const packed = Texts.packedBy(row, model);
  return { place, terms, ...(packed === null ? {} : { packed }), memoryId, textId: row._id };
}

function toStanding(neighbours: Doc<"neighbours">): Standing {
  const { _id, _creationTime, coreMemoryId: _theme, ...row } = neighbours;
  return { row, theme: themeOf(neighbours) };
}

function themeOf({ coreMemoryId }: Doc<"neighbours">): Id<"coreMemories"> | null {
  return coreMemoryId ?? null;
}

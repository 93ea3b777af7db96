/** Counting all over again: whether the memory's figures are true, and mending those that are not. */
import { v, type Infer } from "convex/values";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MEMORY_TYPES } from "../mind/words";
import schema from "../schema";
import * as Memories from "./memories";
import * as Totals from "./memoryTotals";
import * as Texts from "./texts";

/** The figures that can be counted again; the others are moments and marks, which nothing but themselves tells. */
const NAMES = [
  "byType",
  "unique",
  "importanceSum",
  "confidenceSum",
  "salienceSum",
  "coreMemories",
  "links",
  "oldest",
  "newest",
  "bytes",
] as const;
const figures = schema.tables.memoryTotals.validator.pick(...NAMES);
type Figures = Infer<typeof figures>;

/** The tables that are counted, one after the other, with rows a step: a step reads a few megabytes at most. */
const STEPS = [
  { table: "memories", rows: 100 },
  { table: "presence", rows: 500 },
  { table: "texts", rows: 100 },
  { table: "vectors", rows: 100 },
  { table: "links", rows: 500 },
  { table: "merges", rows: 50 },
  { table: "coreMemories", rows: 20 },
] as const satisfies readonly { table: TableNames; rows: number }[];

export const progress = v.object({
  /** Of `STEPS`. */
  step: v.number(),
  /** Rows made until then are counted: the creation time of the last. */
  after: v.number(),
  counted: figures,
  /** The figures when counting began: one that has changed since tells nothing. */
  began: figures,
});
export type Progress = Infer<typeof progress>;

export type Audited =
  | { readonly kind: "counting"; readonly progress: Progress }
  /** The names of the figures that were wrong, and are right now. */
  | { readonly kind: "counted"; readonly mended: readonly string[] };

/** Takes the next step, from the beginning where there is no progress yet. */
export async function audit(ctx: MutationCtx, progress: Progress | undefined): Promise<Audited> {
  const { step, after, counted, began } = progress ?? (await begin(ctx));
  const current = STEPS[step];
  if (current === undefined) return { kind: "counted", mended: await mend(ctx, began, counted) };
  const next = { ...counted, byType: { ...counted.byType } };
  const page = await ctx.db
    .query(current.table)
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(current.rows);
  for (const row of page) await countRow(ctx, next, row);
  const last = page.length < current.rows ? undefined : page.at(-1);
  return {
    kind: "counting",
    progress:
      last === undefined
        ? { step: step + 1, after: 0, counted: next, began }
        : { step, after: last._creationTime, counted: next, began },
  };
}

type Counted = Doc<(typeof STEPS)[number]["table"]>;

async function countRow(ctx: MutationCtx, sums: Figures, row: Counted): Promise<void> {
  if ("typePlace" in row) {
    sums.byType[row.type] += 1;
    sums.unique += row.unique ? 1 : 0;
    sums.importanceSum += Totals.millionths(row.importance);
    sums.confidenceSum += Totals.millionths(row.confidence);
    sums.oldest = sums.oldest === 0 ? row.createdAt : Math.min(sums.oldest, row.createdAt);
    sums.newest = Math.max(sums.newest, row.createdAt);
    sums.bytes += Totals.sizeOf(await Memories.underTodaysKey(ctx, row));
    return;
  } else if ("salienceAt" in row) {
    sums.salienceSum += Totals.millionths(row.salience);
    return;
  } else if ("terms" in row) {
    const text = await Texts.inTodaysSpelling(ctx, row);
    if (text.space === "memory") sums.bytes += Totals.sizeOf(text);
    return;
  } else if ("vector" in row) {
    if ((await ctx.db.get("texts", row.textId))?.space !== "memory") return;
  } else if ("detected" in row) {
    sums.links += 1;
  } else if ("theme" in row) {
    sums.coreMemories += 1;
  }
  sums.bytes += Totals.sizeOf(row);
}

async function begin(ctx: QueryCtx): Promise<Progress> {
  const began = figuresOf(await Totals.read(ctx));
  return { step: 0, after: 0, counted: figuresOf(Totals.NONE), began };
}

/** Sets right what is wrong. What was changed while it was counted is left to another time. */
async function mend(ctx: MutationCtx, began: Figures, counted: Figures): Promise<string[]> {
  const now = figuresOf(await Totals.read(ctx));
  const same = (a: Figures, b: Figures, name: keyof Figures): boolean =>
    name === "byType" ? MEMORY_TYPES.every((type) => a.byType[type] === b.byType[type]) : a[name] === b[name];
  const wrong = NAMES.filter((name) => same(now, began, name) && !same(now, counted, name));
  if (wrong.length > 0)
    await Totals.update(ctx, () => Object.fromEntries(wrong.map((name) => [name, counted[name]])));
  return wrong;
}

function figuresOf(totals: Totals.Totals): Figures {
  const { byType, unique, importanceSum, confidenceSum, salienceSum } = totals;
  const { coreMemories, links, oldest, newest, bytes } = totals;
  return {
    byType: { ...byType },
    unique,
    importanceSum,
    confidenceSum,
    salienceSum,
    coreMemories,
    links,
    oldest,
    newest,
    bytes,
  };
}

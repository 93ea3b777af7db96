/** Counting all over again: whether the memory's figures are true, and mending those that are not. */
import { v, type Infer } from "convex/values";
import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { MEMORY_TYPES } from "../../mind/enums";
import { memoriesTables } from "./tables";
import * as Totals from "../lib/memoryTotals";
import { takeWithinBudget } from "../lib/withinBudget";
import * as Vectors from "../embeddings/vectors";

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
const figures = memoriesTables.memoryTotals.validator.pick(...NAMES);
type Figures = Infer<typeof figures>;

/** The tables that are counted, one after the other, with the most rows a step, which are fewer where they are long. */
const STEPS = [
  { table: "memories", rows: 100 },
  { table: "memoryActivation", rows: 500 },
  { table: "searchDocuments", rows: 100 },
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
});
export type Progress = Infer<typeof progress>;

export type Audited =
  | { readonly kind: "counting"; readonly progress: Progress }
  /** The names of the figures that were wrong, and are right now. */
  | { readonly kind: "counted"; readonly mended: readonly string[] };

/** Takes the next step, from the beginning where there is no progress yet. */
export async function audit(ctx: MutationCtx, progress: Progress | undefined): Promise<Audited> {
  const { step, after, counted } = progress ?? (await begin(ctx));
  const current = STEPS[step];
  if (current === undefined) return { kind: "counted", mended: await mend(ctx, counted) };
  const next = { ...counted, byType: { ...counted.byType } };
  const following = ctx.db
    .query(current.table)
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const { rows, more } = await takeWithinBudget<Counted>(following, current.rows);
  for (const row of rows) countRow(next, row);
  const last = more ? rows.at(-1) : undefined;
  return {
    kind: "counting",
    progress:
      last === undefined
        ? { step: step + 1, after: 0, counted: next }
        : { step, after: last._creationTime, counted: next },
  };
}

type Counted = Doc<(typeof STEPS)[number]["table"]>;

function countRow(sums: Figures, row: Counted): void {
  if ("typePlace" in row) {
    sums.byType[row.type] += 1;
    sums.unique += row.unique ? 1 : 0;
    sums.importanceSum += Totals.millionths(row.importance);
    sums.confidenceSum += Totals.millionths(row.confidence);
    sums.oldest = sums.oldest === 0 ? row.createdAt : Math.min(sums.oldest, row.createdAt);
    sums.newest = Math.max(sums.newest, row.createdAt);
    sums.bytes += Totals.sizeOf(row);
    return;
  } else if ("salienceAt" in row) {
    sums.salienceSum += Totals.millionths(row.salience);
    return;
  } else if ("terms" in row) {
    // Its vector is not read for it: that would be most of what an audit reads.
    if (row.space === "memory") sums.bytes += Totals.sizeOf(row) + Vectors.sizeFor(row);
    return;
  } else if ("detected" in row) {
    sums.links += 1;
  } else if ("theme" in row) {
    sums.coreMemories += 1;
  }
  sums.bytes += Totals.sizeOf(row);
}

async function begin(ctx: MutationCtx): Promise<Progress> {
  await Totals.watch(ctx);
  return { step: 0, after: 0, counted: figuresOf(Totals.NONE) };
}

/** Sets right what is wrong. What was changed while it was counted is left to another time. */
async function mend(ctx: MutationCtx, counted: Figures): Promise<string[]> {
  const totals = await Totals.read(ctx);
  const now = figuresOf(totals);
  const isTrue = (name: keyof Figures): boolean =>
    name === "byType"
      ? MEMORY_TYPES.every((type) => now.byType[type] === counted.byType[type])
      : now[name] === counted[name];
  const wrong = NAMES.filter((name) => totals.changed?.includes(name) !== true && !isTrue(name));
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

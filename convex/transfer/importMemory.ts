/** Writing an imported memory: its row as it was, filed for search as a store files it. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { unfile } from "../corrections/unfile";
import * as Totals from "../lib/memoryTotals";
import type { Settings } from "../lib/settings";
import * as Activation from "../memories/activation";
import * as MemoryLists from "../memories/lists";
import * as NewMemory from "../memories/newMemory";
import * as Documents from "../search/documents";
import { textKey } from "../search/equalTexts";

export interface MemoryFields {
  readonly row: WithoutSystemFields<Doc<"memories">>;
  readonly activation: Omit<WithoutSystemFields<Doc<"memoryActivation">>, "memoryId" | "decaysAt">;
  readonly norm?: number;
}

/** Writes a memory, in place of `known` where it is here already. */
export async function putMemory(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { row, activation, norm }: MemoryFields,
  known: Doc<"memories"> | null,
): Promise<Id<"memories">> {
  const fields = { ...row, normalKey: textKey(row.content) };
  const isSameText =
    known !== null &&
    known.content === row.content &&
    known.type === row.type &&
    known.scope === row.scope &&
    known.place === row.place &&
    known.createdAt === row.createdAt &&
    ((await Documents.ofMemory(ctx, known._id)) === null) === (norm === undefined);
  if (known !== null) {
    if (!isSameText) await unfile(ctx, now, settings, known);
    // Read again, because another memory may have become the first of its text.
    const current = (await ctx.db.get("memories", known._id)) ?? known;
    await MemoryLists.removeFromLists(ctx, current);
    const before = await activationOf(ctx, known._id);
    if (before !== null) await ctx.db.delete("memoryActivation", before._id);
    await count(ctx, current, before?.salience ?? 0, -1);
    await ctx.db.replace("memories", known._id, fields);
  }
  const memoryId = known?._id ?? (await ctx.db.insert("memories", fields));
  await MemoryLists.addToLists(ctx, { ...fields, _id: memoryId });
  const { importance, createdAt } = fields;
  const decaysAt = Activation.decaysAt({ ...activation, importance });
  await ctx.db.insert("memoryActivation", { ...activation, memoryId, importance, createdAt, decaysAt });
  await count(ctx, fields, activation.salience, 1);
  if (norm !== undefined && isSameText) await Documents.copyRank(ctx, memoryId, fields);
  if (norm === undefined || isSameText) return memoryId;
  const reading = await NewMemory.analyzedText(ctx, fields.content);
  const { bytes } = await NewMemory.file(ctx, settings, { ...fields, _id: memoryId }, reading, norm);
  await Totals.update(ctx, (totals) => ({
    bytes: totals.bytes + bytes,
    // Consolidation skips what is in a cluster already.
    consolidatedTo: Math.min(totals.consolidatedTo, fields.place),
  }));
  return memoryId;
}

async function activationOf(ctx: MutationCtx, memoryId: Id<"memories">) {
  return await ctx.db
    .query("memoryActivation")
    .withIndex("by_memory", (q) => q.eq("memoryId", memoryId))
    .unique();
}

/** Counts a memory in the totals, or takes it out. What is imported is no news to reflect on. */
async function count(
  ctx: MutationCtx,
  row: WithoutSystemFields<Doc<"memories">>,
  salience: number,
  sign: 1 | -1,
): Promise<void> {
  const { type, unique, importance, confidence, createdAt } = row;
  await Totals.update(ctx, (totals) => ({
    byType: { ...totals.byType, [type]: totals.byType[type] + sign },
    unique: totals.unique + (unique ? sign : 0),
    importanceSum: totals.importanceSum + sign * Totals.millionths(importance),
    confidenceSum: totals.confidenceSum + sign * Totals.millionths(confidence),
    salienceSum: totals.salienceSum + sign * Totals.millionths(salience),
    newest: Math.max(totals.newest, sign === 1 ? createdAt : 0),
    bytes: totals.bytes + sign * Totals.sizeOf(row),
  }));
}

/** Writing an imported memory: its row as it was, filed for search as a store files it. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Progress from "../consolidation/progress";
import { unfile } from "../corrections/unfile";
import type { Settings } from "../lib/settings";
import * as Activation from "../memories/activation";
import * as NewMemory from "../memories/newMemory";
import { writeActivation, writeMemory } from "../memories/rows";
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
  if (known !== null && !isSameText) await unfile(ctx, now, settings, known);
  // Read again, because another memory may have become the first of its text.
  const current = known && (await ctx.db.get("memories", known._id));
  const memoryId = await writeMemory(ctx, current, fields);
  const before = await activationOf(ctx, memoryId);
  const { importance, createdAt } = fields;
  const decaysAt = Activation.decaysAt({ ...activation, importance });
  await writeActivation(ctx, before, { ...activation, memoryId, importance, createdAt, decaysAt });
  if (norm !== undefined && isSameText) await Documents.copyRank(ctx, memoryId, fields);
  if (norm === undefined || isSameText) return memoryId;
  const reading = await NewMemory.analyzedText(ctx, fields.content);
  await NewMemory.file(ctx, settings, { ...fields, _id: memoryId }, reading, norm);
  // Consolidation skips what is in a cluster already.
  const { consolidatedTo } = await Progress.read(ctx);
  if (fields.place < consolidatedTo) await Progress.update(ctx, { consolidatedTo: fields.place });
  return memoryId;
}

async function activationOf(ctx: MutationCtx, memoryId: Id<"memories">) {
  return await ctx.db
    .query("memoryActivation")
    .withIndex("by_memory", (q) => q.eq("memoryId", memoryId))
    .unique();
}

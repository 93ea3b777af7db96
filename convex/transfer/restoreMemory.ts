/** Writing a restored memory: its row as it was, indexed as a store indexes it. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deindex } from "../corrections/deindex";
import type { Fields } from "../lib/rows";
import type { Settings } from "../lib/settings";
import * as Totals from "../lib/totals";
import * as Activation from "../memories/activation";
import * as NewMemory from "../memories/newMemory";
import { writeActivation, writeMemory } from "../memories/rows";
import * as Documents from "../search/documents";
import { textKey } from "../memories/equalTexts";

export interface MemoryFields {
  readonly row: Fields<"memories">;
  readonly activation: Omit<Fields<"memoryActivation">, "memoryId" | "decaysAt">;
  /** Absent where no search finds it. */
  readonly norm?: number;
}

/**
 * Writes a memory, in place of `known` where it is here already. It takes the next place, unless it has one and was not filed anew
 * since: `isMoved` says whether it was in the source.
 */
export async function restoreMemory(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { row, activation, norm }: MemoryFields,
  known: Doc<"memories"> | null,
  isMoved: boolean,
): Promise<Id<"memories">> {
  const isFiled = known !== null && !isMoved && (await isFiledAlike(ctx, known, row, norm));
  if (known !== null && !isFiled) await deindex(ctx, now, settings, known);
  const { place } = isFiled ? known : await Totals.next(ctx, "memories", now, row.createdAt);
  const fields = { ...row, normalKey: textKey(row.content), place };
  // Read again, because another memory may have become the first of its text.
  const memoryId = await writeMemory(ctx, known && (await ctx.db.get("memories", known._id)), fields);
  const { importance, createdAt } = fields;
  const before = known && (await Activation.read(ctx, known._id));
  const decaysAt = Activation.decaysAt({ ...activation, importance });
  await writeActivation(ctx, before, { ...activation, memoryId, importance, createdAt, decaysAt });
  if (isFiled) await Documents.copyRank(ctx, memoryId, fields);
  else if (norm !== undefined) {
    const analysis = await NewMemory.analyzedText(ctx, fields.content);
    await NewMemory.index(ctx, settings, { ...fields, _id: memoryId }, analysis, norm);
  }
  return memoryId;
}

async function isFiledAlike(
  ctx: MutationCtx,
  known: Doc<"memories">,
  row: Fields<"memories">,
  norm: number | undefined,
): Promise<boolean> {
  const document = await Documents.ofMemory(ctx, known._id);
  return (
    (document === null) === (norm === undefined) &&
    (["content", "type", "scope", "createdAt"] as const).every((name) => known[name] === row[name])
  );
}

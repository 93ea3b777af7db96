/**
 * Takes a memory out of searches and its theme: when it is erased, or before it is indexed again with another text or type.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { leaveCluster } from "../consolidation/leave";
import type { Settings } from "../lib/settings";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";
import * as QueryVectors from "../search/queryVectors";
import { writeMemory } from "../memories/rows";
import { memoriesWithText } from "../memories/equalTexts";

/** `memory`: the row as it is still stored. */
export async function deindex(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: Doc<"memories">,
): Promise<void> {
  await leaveCluster(ctx, now, settings, memory);
  const document = await Documents.ofMemory(ctx, memory._id);
  if (document !== null) {
    await Documents.remove(ctx, document);
    await DocumentFrequencies.uncount(ctx, document);
  }
  if (settings.embedding !== null)
    await QueryVectors.forgetText(ctx, settings.embedding.model, memory.content);
  if (memory.unique) await passUniquenessOn(ctx, memory);
}

/** Marks the oldest remaining memory of this text as unique. */
async function passUniquenessOn(ctx: MutationCtx, { _id, scope, content }: Doc<"memories">): Promise<void> {
  const copy = (await memoriesWithText(ctx, content, scope, "oldest", 2)).find((row) => row._id !== _id);
  if (copy === undefined || copy.unique) return;
  await writeMemory(ctx, copy, { ...copy, unique: true });
}

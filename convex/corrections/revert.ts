/** Reverts what a merge or a contradiction changed in one memory. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChangedMemory } from "../changes/changes";
import * as Activation from "../memories/activation";
import { removeMerge } from "../memories/merge";
import { writeMemory } from "../memories/rows";
import * as Versions from "../memories/versions";
import * as Documents from "../search/documents";

/** The newest change after version `since` that is not undone; null if the memory equals that version. */
export async function changeSince(
  ctx: QueryCtx,
  { _id, version }: Doc<"memories">,
  since: number,
): Promise<Doc<"memoryVersions"> | null> {
  for (let at = version; at !== since;) {
    const ended = await Versions.find(ctx, _id, at - 1);
    if (ended === null) throw new Error("an earlier version of a memory is missing");
    if (ended.back === undefined) return ended;
    at = ended.back;
  }
  return null;
}

/** Reverts what the change set `set` did to a memory that has not changed since. The undone version stays in its history. */
export async function revert(
  ctx: MutationCtx,
  now: number,
  row: Doc<"memories">,
  { from, contradicted, before, merges }: ChangedMemory,
  set: Pick<Doc<"changes">, "_id" | "at">,
  who: string | undefined,
): Promise<void> {
  const version = await Versions.find(ctx, row._id, from);
  if (version === null) throw new Error("an earlier version of a memory is missing");
  const { importance, confidence, metadata } = version;
  const { _id, _creationTime, ...fields } = row;
  const kept = { change: "undone", by: "world", who, changeId: set._id, back: from } as const;
  const next = {
    ...fields,
    ...{ importance, confidence, metadata },
    ...(contradicted === undefined ? {} : { contradictedConfidence: undefined }),
    ...(before === undefined
      ? {}
      : {
          author: before.author,
          entities: row.entities.slice(0, before.entities),
          pinned: before.pinned ? (true as const) : undefined,
        }),
    version: await Versions.keep(ctx, now, row, kept),
  };
  await writeMemory(ctx, row, next);
  await Activation.restore(ctx, _id, { importance, accessedAt: set.at, before });
  await Documents.copyRank(ctx, _id, next);
  for (const mergeId of merges) await removeMerge(ctx, mergeId);
}

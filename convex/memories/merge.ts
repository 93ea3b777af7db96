/** Stores without duplicates: a duplicate reinforces the existing memory instead of being stored. */
import { v, type Infer } from "convex/values";
import { mergeMetadata } from "../../mind/duplicates/mergeMetadata";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { decayedSalience, recalledSalience } from "../../mind/salience/salience";
import { nameKey } from "../../mind/text/nameKey";
import { MAX_NAMES, namesIn } from "../../mind/text/names";
import { normalKeyOf } from "../../mind/text/normalForm";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Vectors from "../embeddings/vectors";
import { ChangeSet } from "../changes/changes";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import type { SemanticNeighbors } from "../search/semanticNeighbors";
import * as Activation from "./activation";
import { duplicateOf } from "./duplicates";
import * as Memories from "./memories";
import { withDetected } from "./metadata";
import * as NewMemory from "./newMemory";
import { writeMemory, writeMerge } from "./rows";
import * as Versions from "./versions";

/** The most metadata of a memory with merges, as compact JSON: twice what one caller may send. */
const MAX_METADATA_BYTES = 32 * 1024;

/** A memory that may be a duplicate. Reflections are not: they are always stored. */
type Candidate = Omit<NewMemory.NewMemory, "reflectionType" | "basedOn"> & {
  /** The caller's name. */
  readonly who?: string | undefined;
  /** Memories of other texts that it contradicts, and so is no duplicate of. */
  readonly contradicts?: readonly Id<"memories">[];
};

/** `memoryId` of a merge is the existing memory's; `similarity` is 0 to 1, and 1 for equal texts. */
export const storedOrMerged = v.union(
  NewMemory.createdMemory.extend({ kind: v.literal("new") }),
  v.object({ kind: v.literal("merged"), memoryId: v.id("memories"), similarity: v.number() }),
);
export type StoredOrMerged = Infer<typeof storedOrMerged>;

/**
 * Stores a memory, with its vector if `near` has one, or merges it into its duplicate. Both happen in one mutation, so that
 * of simultaneous equal calls one stores and the others merge. `set`: the change set that a merge belongs to; by default its
 * own.
 */
export async function storeOrMerge(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: Candidate,
  near: SemanticNeighbors,
  set = new ChangeSet(ctx, now, { kind: "merge", by: memory.author, who: memory.who }),
): Promise<StoredOrMerged> {
  let analysis: NewMemory.AnalyzedText | undefined;
  const analyze = async () => (analysis ??= await NewMemory.analyzedText(ctx, memory.content));
  const duplicate = await duplicateOf(ctx, settings, memory, near, analyze);
  if (duplicate !== null) {
    const { memory: known, similarity } = duplicate;
    await merge(ctx, now, known, memory, similarity, set);
    return { kind: "merged", memoryId: known._id, similarity };
  }
  const created = await NewMemory.createMemory(ctx, now, settings, memory, await analyze());
  const { embedding } = near;
  if (embedding !== null) {
    const vectors = [{ documentId: created.documentId, vector: embedding.vector }];
    await Vectors.put(ctx, settings, embedding.model, vectors);
  }
  return { kind: "new", ...created };
}

/** Merges a later memory into a known one, which it reinforces. An importance that was only estimated does not raise it. */
async function merge(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  { type, content, author, who, ...later }: Candidate,
  similarity: number,
  set: ChangeSet,
): Promise<void> {
  const names = namesIn(content);
  const added = withDetected(later.metadata, { entities: names }).metadata ?? "{}";
  const { metadata, rest } = mergeMetadata(known.metadata ?? "{}", added, MAX_METADATA_BYTES);
  const importance = Math.max(known.importance, later.importance ?? 0);
  // The agent's own words raise no confidence. Merging another's words makes a memory evidence.
  const confidence =
    author === "self"
      ? known.confidence
      : Math.max(known.confidence, later.confidence ?? Memories.DEFAULT_CONFIDENCE);
  const changed = {
    importance,
    confidence,
    author: author === "world" ? author : known.author,
    entities: uniqueBy([...known.entities, ...names], nameKey).slice(0, MAX_NAMES),
    ...(metadata === "{}" ? {} : { metadata }),
  };
  const recorded = await recordMerge(ctx, now, {
    memoryId: known._id,
    type,
    content,
    similarity,
    metadata: rest ?? undefined,
  });
  const { mergeId, isNew } = recorded;
  const pins = later.pinned === true && known.pinned === undefined;
  const isChanged =
    isNew ||
    importance !== known.importance ||
    metadata !== (known.metadata ?? "{}") ||
    confidence !== known.confidence ||
    pins;
  const activation = await Activation.read(ctx, known._id);
  let { version } = known;
  // A repetition that says nothing new makes no version.
  if (isChanged) {
    const { salience, salienceAt, lastAccessedAt } = activation;
    const before = {
      ...{ entities: known.entities.length, author: known.author, pinned: known.pinned === true },
      ...{ salience, salienceAt, lastAccessedAt },
    };
    const [from, to] = [version, version + 1];
    await set.add({ memories: [{ memoryId: known._id, from, to, merges: [mergeId], before }] });
    const { _id: changeId } = await set.row();
    version = await Versions.keep(ctx, now, known, { change: "merged", by: author, who, mergeId, changeId });
  }
  const changes = { ...changed, version, ...(pins ? { pinned: true as const } : {}) };
  await writeMemory(ctx, known, { ...known, ...changes });
  const faded = decayedSalience(activation, now - activation.salienceAt);
  const recalled = recalledSalience(faded, Activation.msSinceAccess(activation, now));
  await Activation.reinforce(ctx, now, known._id, {
    importance,
    salience: Math.max(recalled, later.salience ?? 0),
  });
  if (importance !== known.importance) await Documents.copyRank(ctx, known._id, { ...known, importance });
}

/** Removes one merge from a record, and the record with its last merge. */
export async function removeMerge(ctx: MutationCtx, mergeId: Id<"merges">): Promise<void> {
  const row = await ctx.db.get("merges", mergeId);
  if (row === null) return;
  await writeMerge(ctx, row, row.times > 1 ? { ...row, times: row.times - 1 } : null);
}

/** Records a merge. `isNew`: false if this wording was merged before. */
async function recordMerge(
  ctx: MutationCtx,
  now: number,
  merge: Pick<Doc<"merges">, "memoryId" | "type" | "content" | "similarity" | "metadata">,
): Promise<{ mergeId: Id<"merges">; isNew: boolean }> {
  const { memoryId, type, content, metadata } = merge;
  const key = normalKeyOf(JSON.stringify([type, content, metadata ?? null]));
  const withKey = ctx.db
    .query("merges")
    .withIndex("by_memory", (q) => q.eq("memoryId", memoryId).eq("key", key));
  for await (const row of withKey) {
    // The key is a digest, so different rows may have the same.
    if (row.type !== type || row.content !== content || row.metadata !== metadata) continue;
    return {
      mergeId: await writeMerge(ctx, row, { ...row, times: row.times + 1, lastAt: now }),
      isNew: false,
    };
  }
  const row = { ...merge, times: 1, firstAt: now, lastAt: now, key };
  return { mergeId: await writeMerge(ctx, null, row), isNew: true };
}

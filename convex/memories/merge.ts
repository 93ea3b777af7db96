/** Storing without duplicates: a memory that is known already is reinforced in place of a second one. */
import { mergeMetadata } from "../../mind/duplicates/mergeMetadata";
import type { MemoryType } from "../../mind/enums";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import { decayedSalience, recalledSalience } from "../../mind/salience/salience";
import { MAX_NAMES, nameKey, namesIn } from "../../mind/text/names";
import { normalKeyOf } from "../../mind/text/normalForm";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Vectors from "../embeddings/vectors";
import * as Totals from "../lib/memoryTotals";
import * as Listing from "../lib/listing";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import type { SemanticNeighbors } from "../search/semanticNeighbors";
import * as Activation from "./activation";
import { duplicateOf } from "./duplicates";
import * as Memories from "./memories";
import { withDetected } from "./metadata";
import * as NewMemory from "./newMemory";
import * as Versions from "./versions";

/** Of a memory's metadata as compact JSON, once others were merged into it: twice what one caller may send. */
export const MAX_METADATA_BYTES = 32 * 1024;

/** A memory that may turn out to be known; what is based on other memories is stored as it is. */
type Candidate = Omit<NewMemory.NewMemory, "reflectionType" | "basedOn">;

/** `memoryId` of a merge is that of the memory that was there; `similarity` is 0 to 1, and 1 for the same text. */
export type StoredOrMerged =
  | ({ readonly kind: "new" } & NewMemory.CreatedMemory)
  | { readonly kind: "merged"; readonly memoryId: Id<"memories">; readonly similarity: number };

/**
 * Stores a memory, unless it is known: then the known one keeps its text and takes over the rest. All in one mutation, so
 * that of equal calls at the same moment one stores and the others merge. A new memory gets its vector with it where `found` holds
 * one.
 */
export async function storeOrMerge(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: Candidate,
  found: SemanticNeighbors,
): Promise<StoredOrMerged> {
  let reading: NewMemory.AnalyzedText | undefined;
  const read = async () => (reading ??= await NewMemory.analyzedText(ctx, memory.content));
  const duplicate = await duplicateOf(ctx, settings, memory, found, read);
  if (duplicate !== null) {
    await merge(ctx, now, duplicate.memory, memory, duplicate.similarity);
    return { kind: "merged", memoryId: duplicate.memory._id, similarity: duplicate.similarity };
  }
  const written = await NewMemory.createMemory(ctx, now, settings, memory, await read());
  const { embedding } = found;
  if (embedding !== null)
    await Vectors.put(ctx, settings, embedding.model, [
      { documentId: written.documentId, vector: embedding.vector },
    ]);
  return { kind: "new", ...written };
}

/** Makes of a known memory and a later one what both say, and reinforces it. An importance that nobody gave raises none. */
async function merge(
  ctx: MutationCtx,
  now: number,
  known: Doc<"memories">,
  { type, content, author, ...later }: Candidate,
  similarity: number,
): Promise<void> {
  const names = namesIn(content);
  const added = withDetected(later.metadata, { entities: names }).metadata ?? "{}";
  const { metadata, rest } = mergeMetadata(known.metadata ?? "{}", added, MAX_METADATA_BYTES);
  const importance = Math.max(known.importance, later.importance ?? 0);
  // The agent's own words make nothing surer, and what somebody outside says is not the agent's word alone.
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
  const rise = Totals.millionths(importance) - Totals.millionths(known.importance);
  const recorded = await recordMerge(ctx, now, {
    memoryId: known._id,
    type,
    content,
    similarity,
    metadata: rest,
  });
  const { mergeId } = recorded;
  const isChanged = recorded.bytes > 0 || rise !== 0 || metadata !== (known.metadata ?? "{}");
  // A repetition that says nothing new makes no version.
  const version =
    isChanged || confidence !== known.confidence
      ? await Versions.keep(ctx, now, known, { change: "merged", by: author, mergeId })
      : known.version;
  const changes = { ...changed, version };
  await ctx.db.patch("memories", known._id, changes);
  const activation = await Activation.read(ctx, known._id);
  const faded = decayedSalience(activation, now - activation.salienceAt);
  const recalled = recalledSalience(faded, Activation.msSinceAccess(activation, now));
  await Activation.reinforce(ctx, now, known._id, {
    importance,
    salience: Math.max(recalled, later.salience ?? 0),
  });
  if (rise !== 0) {
    await Listing.put(ctx, Memories.entryOf({ ...known, importance }));
    await Documents.setImportance(ctx, known._id, importance);
  }
  const grown = Totals.sizeOf({ ...known, ...changes }) - Totals.sizeOf(known);
  await Totals.update(ctx, (totals) => ({
    importanceSum: totals.importanceSum + rise,
    confidenceSum: totals.confidenceSum + Totals.millionths(confidence) - Totals.millionths(known.confidence),
    bytes: totals.bytes + grown + recorded.bytes,
    importanceSinceReflection:
      totals.importanceSinceReflection + (author === "world" && type !== "reflection" ? rise : 0),
  }));
}

interface Merge {
  readonly memoryId: Id<"memories">;
  readonly type: MemoryType;
  readonly content: string;
  /** 0 to 1. */
  readonly similarity: number;
  /** JSON text of an object: what found no room in the memory's metadata. */
  readonly metadata: string | null;
}

/** Records a merge. `bytes`: what the record has grown by; 0 for a repetition. */
async function recordMerge(
  ctx: MutationCtx,
  now: number,
  merge: Merge,
): Promise<{ mergeId: Id<"merges">; bytes: number }> {
  const { metadata, ...said } = merge;
  const key = normalKeyOf(JSON.stringify([said.type, said.content, metadata]));
  const rows = ctx.db
    .query("merges")
    .withIndex("by_memory", (q) => q.eq("memoryId", said.memoryId).eq("key", key));
  for await (const row of rows) {
    // A key is a digest: two wordings may share one, and the wordings decide.
    if (row.type !== said.type || row.content !== said.content || (row.metadata ?? null) !== metadata)
      continue;
    await ctx.db.patch("merges", row._id, { times: row.times + 1, lastAt: now });
    return { mergeId: row._id, bytes: 0 };
  }
  const kept = metadata === null ? {} : { metadata };
  const row = { ...said, ...kept, times: 1, firstAt: now, lastAt: now, key };
  return { mergeId: await ctx.db.insert("merges", row), bytes: Totals.sizeOf(row) };
}

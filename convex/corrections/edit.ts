/**
 * Corrects a memory and keeps the earlier version. A new text is scored again; a new text or type is indexed, linked and
 * grouped again.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as Totals from "../lib/totals";
import type { Settings } from "../lib/settings";
import * as Documents from "../search/documents";
import { isSearchable } from "../memories/equalTexts";
import * as Activation from "../memories/activation";
import * as Links from "../memories/links";
import { withoutDetected } from "../memories/metadata";
import * as NewMemory from "../memories/newMemory";
import { writeMemory } from "../memories/rows";
import { memoriesTables } from "../memories/tables";
import { deindex } from "./deindex";
import * as Versions from "../memories/versions";

/** Absent fields stay, except an estimated importance, which is estimated again for a new text. `metadata` is JSON text. */
export const memoryChanges = NewMemory.memoryInput.omit("scope", "salience").partial();

/** What callers see of a changed memory. */
export const editedMemory = memoriesTables.memories.validator.pick("version", "importance", "sentiment");

export interface Edited {
  readonly memory: Infer<typeof editedMemory>;
  readonly content: string;
  /** The document that waits for a vector; null if the text and its vector stay. */
  readonly documentId: Id<"searchDocuments"> | null;
  /** Whether it has a vector. */
  readonly embedding: boolean;
}

/** The most detected links that are deleted when a memory is reworded. Linking looks for them again. */
const MAX_LINKS = 1_024;

/**
 * Changes a memory. If its text or type changes, it gets the place of a new memory, so that the runs which link and group new
 * memories process it.
 */
export async function edit(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  row: Doc<"memories">,
  changes: Infer<typeof memoryChanges>,
  kept: Pick<Versions.Change, "change" | "who">,
): Promise<Edited> {
  const { content = row.content, type = row.type, confidence = row.confidence } = changes;
  const isReworded = content !== row.content;
  const isReindexed = isReworded || type !== row.type;
  const analysis = await NewMemory.analyzedText(ctx, content);
  const isJudged = isReworded && row.estimatedImportance !== undefined;
  const importance = changes.importance ?? (isJudged ? undefined : row.importance);
  const metadata = changes.metadata ?? (isReworded ? withoutDetected(row) : row.metadata);
  const given = {
    scope: row.scope,
    content,
    importance,
    ...(isReworded ? {} : { entities: row.entities }),
    metadata,
  };
  if (isReworded) await ErasureEpoch.advance(ctx);
  if (isReindexed) {
    await deindex(ctx, now, settings, row);
    // It still corrects what it corrected, but what corrects it corrects other words.
    await Links.removeAll(ctx, row._id, MAX_LINKS, ({ detected, corrects, target }) =>
      corrects === true ? isReworded && target === row._id : detected,
    );
  }
  const assessed = await NewMemory.assess(ctx, given, analysis.parsed, analysis.idf, row._id);
  // Rewording or a new type gives it the place of a new memory.
  const { place } = isReindexed ? await Totals.next(ctx, "memories", now, row.createdAt) : row;
  const version = await Versions.keep(ctx, now, row, { ...kept, by: "world" });
  const { _id, _creationTime, estimatedImportance: estimated, ...before } = row;
  const next = {
    ...before,
    ...assessed,
    // An importance that the caller gives is not an estimate.
    estimatedImportance:
      changes.importance === undefined ? (assessed.estimatedImportance ?? estimated) : undefined,
    unique: isReworded ? assessed.unique : row.unique,
    type,
    content,
    confidence,
    pinned: (changes.pinned ?? row.pinned) === true ? (true as const) : undefined,
    correctedBy: isReworded ? undefined : row.correctedBy,
    version,
    place,
  };
  await writeMemory(ctx, row, next);
  await Activation.setImportance(ctx, _id, next.importance);
  let indexed: Id<"searchDocuments"> | null = null;
  if (isReindexed && isSearchable(row))
    indexed = await NewMemory.index(ctx, settings, { ...next, _id }, analysis);
  else await Documents.copyRank(ctx, _id, next);
  const document = await Documents.ofMemory(ctx, _id);
  return {
    memory: { version, importance: next.importance, sentiment: next.sentiment },
    content,
    documentId: indexed,
    embedding: document?.vectorId !== undefined,
  };
}

/** Restores an earlier version; null if no version has this number. */
export async function restore(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  row: Doc<"memories">,
  { to, who }: { readonly to: number; readonly who: string | undefined },
): Promise<Edited | null> {
  const version = await Versions.find(ctx, row._id, to);
  if (version === null) return null;
  const { type, content, importance, confidence, metadata = "{}" } = version;
  const changes = { type, content, importance, confidence, metadata };
  return await edit(ctx, now, settings, row, changes, { change: "restored", who });
}

/** Vectors of search documents, and their entries in the embedding queue. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { packVector } from "../../mind/ranking/packedVectors";
import { writeDocument } from "../documents/rows";
import type { Settings } from "../lib/settings";
import * as ProviderHealth from "./providerHealth";
import { writeQueueEntry, writeVector } from "./rows";

/** How long the job leaves a new text to the request that stored it, which embeds it itself. */
export const GRACE_MS = 10_000;

export interface NewVector {
  readonly documentId: Id<"searchDocuments">;
  /** `WIDTH` numbers. */
  readonly vector: number[];
}

/** The values of a vector's filter fields: filters know only equality, so each combination is one value. */
export function filterValues(
  model: string,
  document: Pick<Doc<"searchDocuments">, "space" | "scope" | "facet" | "day">,
) {
  const bySpace = `${model}|${document.space}`;
  // A scope may hold any character.
  const byScope = `${bySpace}|${encodeURIComponent(document.scope)}`;
  const byFacet = `${byScope}|${document.facet}`;
  return {
    bySpace,
    byScope,
    byFacet,
    byDay: `${byScope}|${document.day}`,
    byFacetAndDay: `${byFacet}|${document.day}`,
  };
}

/** Queues a new document for its vector; without a provider, records that it has none. */
export async function enqueue(
  ctx: MutationCtx,
  settings: Settings,
  documentId: Id<"searchDocuments">,
  now: number,
): Promise<void> {
  if (settings.embedding === null) return await ProviderHealth.recordTextWithoutVector(ctx);
  // During an outage no request embeds its text, so none needs the grace.
  const grace = (await ProviderHealth.usable(ctx, settings)) ? GRACE_MS : 0;
  await writeQueueEntry(ctx, null, { documentId, refusals: 0, dueAt: now + grace });
  await ProviderHealth.wake(ctx, now, now + grace);
}

/**
 * Writes vectors, replacing older ones, and takes their documents out of the queue. Skips documents that are gone, and all
 * of them if `model` is no longer configured. Returns how many it wrote.
 */
export async function put(
  ctx: MutationCtx,
  settings: Settings,
  model: string,
  vectors: readonly NewVector[],
): Promise<number> {
  if (settings.embedding?.model !== model) return 0;
  let written = 0;
  for (const { documentId, vector } of vectors) {
    const document = await ctx.db.get("searchDocuments", documentId);
    if (document === null) continue;
    const row = { documentId, model, vector, ...filterValues(model, document) };
    const known = await vectorRowOf(ctx, documentId);
    const vectorId = await writeVector(ctx, known, row);
    const embedded = { embeddedBy: model, vectorId, packed: packVector(vector) };
    await writeDocument(ctx, document, { ...document, ...embedded });
    await dequeue(ctx, documentId);
    written += 1;
  }
  return written;
}

/** Numbers of a vector: the dimensions of the table's index. */
export const WIDTH = 1536;

/** Drops a document's vector, because later ones of its model's name can't be compared with it. False without one. */
export async function drop(ctx: MutationCtx, document: Doc<"searchDocuments">): Promise<boolean> {
  const vector = await vectorRowOf(ctx, document._id);
  if (vector === null) return false;
  await writeVector(ctx, vector, null);
  const without = { embeddedBy: "", vectorId: undefined, packed: undefined };
  await writeDocument(ctx, document, { ...document, ...without });
  return true;
}

/** Deletes a document's vector and its entry in the queue. */
export async function remove(ctx: MutationCtx, documentId: Id<"searchDocuments">): Promise<void> {
  const known = await vectorRowOf(ctx, documentId);
  if (known !== null) await writeVector(ctx, known, null);
  await dequeue(ctx, documentId);
}

/** A document's vector, if this model made it. */
export async function vectorBy(
  ctx: QueryCtx,
  model: string,
  documentId: Id<"searchDocuments">,
): Promise<number[] | null> {
  const row = await vectorRowOf(ctx, documentId);
  return row?.model === model ? row.vector : null;
}

async function vectorRowOf(ctx: QueryCtx, documentId: Id<"searchDocuments">): Promise<Doc<"vectors"> | null> {
  return await getOneFrom(ctx.db, "vectors", "by_document", documentId, "documentId");
}

async function dequeue(ctx: MutationCtx, documentId: Id<"searchDocuments">): Promise<void> {
  const row = await queueEntryOf(ctx, documentId);
  if (row !== null) await writeQueueEntry(ctx, row, null);
}

/** A document's entry in the queue; null if it has its vector, or nothing embeds it. */
export async function queueEntryOf(
  ctx: QueryCtx,
  documentId: Id<"searchDocuments">,
): Promise<Doc<"embeddingQueue"> | null> {
  return await getOneFrom(ctx.db, "embeddingQueue", "by_document", documentId, "documentId");
}

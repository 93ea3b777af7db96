/** Vectors of texts, and the texts that wait for one. */
import { getConvexSize } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { packVector } from "../../mind/ranking/packedVectors";
import type { Settings } from "../lib/settings";
import * as ProviderHealth from "./providerHealth";
import * as Totals from "../lib/memoryTotals";

/** How long an embedding may be on its way before the job takes it up: the request that stored the text embeds it itself. */
export const GRACE_MS = 10_000;

/** A text's vector, by the model that made it. */
export interface NewVector {
  readonly documentId: Id<"searchDocuments">;
  /** `WIDTH` numbers. */
  readonly vector: number[];
}

/** What a vector can be narrowed to: filters know only equality, so each combination is one value. */
export function filterValues(model: string, text: Pick<Doc<"searchDocuments">, "space" | "facet" | "day">) {
  const bySpace = `${model}|${text.space}`;
  const byFacet = `${bySpace}|${text.facet}`;
  return { bySpace, byFacet, byDay: `${bySpace}|${text.day}`, byFacetAndDay: `${byFacet}|${text.day}` };
}

/** Notes that a new text waits for its vector; without a provider, that there is one more without. */
export async function enqueue(
  ctx: MutationCtx,
  settings: Settings,
  documentId: Id<"searchDocuments">,
  now: number,
): Promise<void> {
  if (settings.embedding === null) return await ProviderHealth.noteTextWithoutVector(ctx);
  // While the provider fails no request tries it, so there is nothing to leave the text to.
  const grace = (await ProviderHealth.usable(ctx, settings)) ? GRACE_MS : 0;
  await ctx.db.insert("embeddingQueue", { documentId, refusals: 0, dueAt: now + grace });
}

/**
 * Writes texts' vectors, in place of those they had. Left out are texts that are gone, and everything where `model` is
 * no longer the one that is configured: such a text goes on waiting. How many it wrote.
 */
export async function put(
  ctx: MutationCtx,
  settings: Settings,
  model: string,
  vectors: readonly NewVector[],
): Promise<number> {
  if (settings.embedding?.model !== model) return 0;
  let written = 0;
  let bytes = 0;
  for (const { documentId, vector } of vectors) {
    const text = await ctx.db.get("searchDocuments", documentId);
    if (text === null) continue;
    const row = { documentId, model, vector, ...filterValues(model, text) };
    const known = await ofText(ctx, documentId);
    if (known !== null) await ctx.db.replace("vectors", known._id, row);
    const vectorId = known?._id ?? (await ctx.db.insert("vectors", row));
    const embedded = { embeddedBy: model, vectorId, packed: packVector(vector) };
    await ctx.db.patch("searchDocuments", documentId, embedded);
    await stopWaiting(ctx, documentId);
    written += 1;
    if (text.space === "memory")
      bytes +=
        Totals.sizeOf(row) -
        (known === null ? 0 : Totals.sizeOf(known)) +
        Totals.sizeOf({ ...text, ...embedded }) -
        Totals.sizeOf(text);
  }
  if (bytes !== 0) await Totals.update(ctx, (totals) => ({ bytes: totals.bytes + bytes }));
  return written;
}

/** Numbers of a vector: the dimensions of the table's index. */
const WIDTH = 1536;
const BYTES_A_NUMBER = getConvexSize(0.5);

/** Bytes of a text's vector, as Convex counts its row; 0 where it has none. It follows from the text. */
export function vectorSize(text: Doc<"searchDocuments">): number {
  const { _id: documentId, vectorId, embeddedBy: model } = text;
  if (vectorId === undefined) return 0;
  return (
    Totals.sizeOf({ documentId, model, vector: [], ...filterValues(model, text) }) + WIDTH * BYTES_A_NUMBER
  );
}

/** Deletes a text's vector and its wish for one. */
export async function remove(ctx: MutationCtx, documentId: Id<"searchDocuments">): Promise<void> {
  const known = await ofText(ctx, documentId);
  if (known !== null) await ctx.db.delete("vectors", known._id);
  await stopWaiting(ctx, documentId);
}

/** The vector of a text, if it has one of this model. */
export async function vectorBy(
  ctx: QueryCtx,
  model: string,
  documentId: Id<"searchDocuments">,
): Promise<number[] | null> {
  const row = await ofText(ctx, documentId);
  return row?.model === model ? row.vector : null;
}

async function ofText(ctx: QueryCtx, documentId: Id<"searchDocuments">): Promise<Doc<"vectors"> | null> {
  return await ctx.db
    .query("vectors")
    .withIndex("by_text", (q) => q.eq("documentId", documentId))
    .unique();
}

async function stopWaiting(ctx: MutationCtx, documentId: Id<"searchDocuments">): Promise<void> {
  const row = await queued(ctx, documentId);
  if (row !== null) await ctx.db.delete("embeddingQueue", row._id);
}

/** That a text waits for its vector; null where it has one, or nothing embeds it. */
export async function queued(
  ctx: QueryCtx,
  documentId: Id<"searchDocuments">,
): Promise<Doc<"embeddingQueue"> | null> {
  return await ctx.db
    .query("embeddingQueue")
    .withIndex("by_text", (q) => q.eq("documentId", documentId))
    .unique();
}

/** Search documents: the terms of memories, thoughts and passages, written in the mutation that writes their owner. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { countsOf } from "../../mind/text/tokens";
import { profileFor, tfIdfNorm, type Profile } from "../../mind/ranking/lexical";
import type { Idf } from "../../mind/ranking/idf";
import type { Settings } from "../lib/settings";
import { writeDocument } from "../documents/rows";
import * as Vectors from "../embeddings/vectors";
import { dayOf, tenDaysOf } from "./searchFilter";

/** `terms`: from `termsOf`. `start`, `end`: of a passage only. `importance` to `speaker`: of a memory only. `norm`: if it is known already. */
export type NewDocument = Pick<
  Doc<"searchDocuments">,
  | "space"
  | "owner"
  | "scope"
  | "facet"
  | "place"
  | "createdAt"
  | "start"
  | "end"
  | "importance"
  | "correctedBy"
  | "author"
  | "speaker"
> & { readonly terms: readonly string[]; readonly norm?: number | undefined };

/**
 * Adds a text to search and, if a provider is configured, to the embedding queue. The caller counts its terms.
 */
export async function add(
  ctx: MutationCtx,
  settings: Settings,
  idf: Idf,
  { terms, norm, ...document }: NewDocument,
): Promise<Id<"searchDocuments">> {
  const { createdAt } = document;
  const row = {
    ...document,
    terms: terms.join(" "),
    norm: norm ?? tfIdfNorm({ counts: countsOf(terms), length: terms.length }, idf),
    day: dayOf(createdAt),
    tenDays: tenDaysOf(createdAt),
    embeddedBy: "",
  };
  const documentId = await writeDocument(ctx, null, row);
  await Vectors.enqueue(ctx, settings, documentId, createdAt);
  return documentId;
}

/** The search document of a memory or a thought; null for a reflection without evidence, which is not searchable. */
export async function ofMemory(
  ctx: QueryCtx,
  owner: Id<"memories"> | Id<"thoughts">,
): Promise<Doc<"searchDocuments"> | null> {
  return await ofOwner(ctx, owner);
}

/** Like `ofMemory`, with an id from a list. */
export async function ofOwner(ctx: QueryCtx, owner: string): Promise<Doc<"searchDocuments"> | null> {
  return await getOneFrom(ctx.db, "searchDocuments", "by_owner", owner);
}

/** The document of a vector; null if it was deleted since. */
export async function ofVector(
  ctx: QueryCtx,
  vectorId: Id<"vectors">,
): Promise<Doc<"searchDocuments"> | null> {
  return await getOneFrom(ctx.db, "searchDocuments", "by_vector", vectorId, "vectorId");
}

/** The documents of those vectors that still exist. */
export async function ofVectors(
  ctx: QueryCtx,
  vectorIds: readonly Id<"vectors">[],
): Promise<Doc<"searchDocuments">[]> {
  const texts = await Promise.all(vectorIds.map((id) => ofVector(ctx, id)));
  return texts.filter((text) => text !== null);
}

/** The documents of memories from one place to another, inclusive. */
export async function memoriesBetween(
  ctx: QueryCtx,
  first: number,
  last: number,
): Promise<Doc<"searchDocuments">[]> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").gte("place", first).lte("place", last))
    .take(last - first + 1);
}

/** The document of the memory with the greatest place up to `place`. */
export async function lastMemoryTo(ctx: QueryCtx, place: number): Promise<Doc<"searchDocuments"> | null> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "memory").lte("place", place))
    .order("desc")
    .first();
}

/** The id of a document's memory. @throws for a document of another space */
export function memoryIdOf(ctx: QueryCtx, { owner }: Doc<"searchDocuments">): Id<"memories"> {
  const memoryId = ctx.db.normalizeId("memories", owner);
  if (memoryId === null) throw new Error("a search document names no memory");
  return memoryId;
}

/** The packed vector (mind/ranking/packedVectors) of a document, if `model` made it; null otherwise. */
export function packedBy(
  { packed, embeddedBy }: Pick<Doc<"searchDocuments">, "packed" | "embeddedBy">,
  model: string | null,
): ArrayBuffer | null {
  return packed === undefined || embeddedBy !== model ? null : packed;
}

/** Copies what ranks a memory into its document, if it has one, after it has changed. */
export async function copyRank(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  { importance, correctedBy, author }: Pick<Doc<"memories">, "importance" | "correctedBy" | "author">,
): Promise<void> {
  const row = await ofMemory(ctx, memoryId);
  if (row === null) return;
  if (row.importance === importance && row.correctedBy === correctedBy && row.author === author) return;
  await writeDocument(ctx, row, { ...row, importance, correctedBy, author });
}

/** Deletes a document and its vector. */
export async function remove(ctx: MutationCtx, document: Doc<"searchDocuments">): Promise<void> {
  await Vectors.remove(ctx, document._id);
  await writeDocument(ctx, document, null);
}

/** The profile of a document. `sought`: only of these terms. */
export function profileOf(row: Doc<"searchDocuments">, sought?: ReadonlySet<string>): Profile {
  const terms = termsIn(row);
  if (sought !== undefined) return profileFor(sought, terms, row.norm);
  return { counts: countsOf(terms), length: terms.length, norm: row.norm };
}

/** The terms of a document in order, with repetitions. */
export function termsIn({ terms }: Doc<"searchDocuments">): string[] {
  return terms === "" ? [] : terms.split(" ");
}

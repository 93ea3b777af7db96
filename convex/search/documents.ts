/** Texts that can be found: what search compares of a memory, a thought or a passage, written with its owner. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { countsOf } from "../../mind/text/tokens";
import { profileFor, tfIdfNorm, type Profile } from "../../mind/ranking/lexical";
import type { Idf } from "../../mind/ranking/idf";
import type { Space } from "../../mind/enums";
import type { Settings } from "../lib/settings";
import { sizeOf } from "../lib/memoryTotals";
import * as Vectors from "../embeddings/vectors";

const MS_PER_DAY = 24 * 60 * 60 * 1000;
/** In a stretch of `tenDays`. */
const DAYS = 10;

/** The UTC day of a moment, as `texts` are filed by: days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / MS_PER_DAY);
}

/** The ten days of a moment, as `texts` are filed by. */
export function tenDaysOf(at: number): number {
  return Math.floor(dayOf(at) / DAYS);
}

export interface NewDocument {
  readonly space: Space;
  /** The owner's id. */
  readonly owner: string;
  /** A memory's type, a thought's tone, empty for a passage. */
  readonly facet: string;
  readonly place: number;
  /** The text's, as `termsOf` gives them. */
  readonly terms: readonly string[];
  readonly createdAt: number;
  /** Where a passage stands in its item, in UTF-16 units. */
  readonly range?: { readonly start: number; readonly end: number };
  /** A memory's. */
  readonly importance?: number;
}

/**
 * Makes a text findable, and has it embedded where a provider is configured. Its terms are counted by the caller, as
 * are the bytes that it takes.
 */
export async function add(
  ctx: MutationCtx,
  settings: Settings,
  idf: Idf,
  text: NewDocument,
): Promise<{ documentId: Id<"searchDocuments">; bytes: number }> {
  const { space, owner, facet, place, createdAt, range, importance } = text;
  const row = {
    space,
    owner,
    facet,
    place,
    terms: text.terms.join(" "),
    norm: tfIdfNorm({ counts: countsOf(text.terms), length: text.terms.length }, idf),
    createdAt,
    day: dayOf(createdAt),
    tenDays: tenDaysOf(createdAt),
    ...range,
    ...(importance === undefined ? {} : { importance }),
    embeddedBy: "",
  };
  const documentId = await ctx.db.insert("searchDocuments", row);
  await Vectors.enqueue(ctx, settings, documentId, createdAt);
  return { documentId, bytes: sizeOf(row) };
}

/** The text of a memory; null for a reflection that tells nothing, which is found by nothing. */
export async function ofMemory(
  ctx: QueryCtx,
  memoryId: Id<"memories">,
): Promise<Doc<"searchDocuments"> | null> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_owner", (q) => q.eq("owner", memoryId))
    .unique();
}

/** The text of a vector; null where it went since it was found. */
export async function ofVector(
  ctx: QueryCtx,
  vectorId: Id<"vectors">,
): Promise<Doc<"searchDocuments"> | null> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_vector", (q) => q.eq("vectorId", vectorId))
    .unique();
}

/** The texts of vectors, as far as they are still there. */
export async function ofVectors(
  ctx: QueryCtx,
  vectorIds: readonly Id<"vectors">[],
): Promise<Doc<"searchDocuments">[]> {
  const texts = await Promise.all(vectorIds.map((id) => ofVector(ctx, id)));
  return texts.filter((text) => text !== null);
}

/** The texts of memories or thoughts from one place to another, both with them. */
export async function between(
  ctx: QueryCtx,
  space: Space,
  first: number,
  last: number,
): Promise<Doc<"searchDocuments">[]> {
  return await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", space).gte("place", first).lte("place", last))
    .take(last - first + 1);
}

/** The memory that a text is of. @throws for a text of another space */
export function memoryIdOf(ctx: QueryCtx, { owner }: Doc<"searchDocuments">): Id<"memories"> {
  const memoryId = ctx.db.normalizeId("memories", owner);
  if (memoryId === null) throw new Error("a text names no memory");
  return memoryId;
}

/** As `memoryIdOf`. */
export async function memoryOf(ctx: QueryCtx, text: Doc<"searchDocuments">): Promise<Doc<"memories">> {
  const memory = await ctx.db.get("memories", memoryIdOf(ctx, text));
  if (memory === null) throw new Error("a text names a memory that is not there");
  return memory;
}

/** The direction of a text's vector (mind/ranking/packedVectors), where `model` has made it; null otherwise. */
export function packedBy(
  { packed, embeddedBy }: Pick<Doc<"searchDocuments">, "packed" | "embeddedBy">,
  model: string | null,
): ArrayBuffer | null {
  return packed === undefined || embeddedBy !== model ? null : packed;
}

/** A memory matters more than was known. */
export async function setImportance(
  ctx: MutationCtx,
  memoryId: Id<"memories">,
  importance: number,
): Promise<void> {
  const row = await ofMemory(ctx, memoryId);
  if (row === null) throw new Error("a memory has no text");
  await ctx.db.patch("searchDocuments", row._id, { importance });
}

/** Takes a text out of every search. */
export async function remove(ctx: MutationCtx, documentId: Id<"searchDocuments">): Promise<void> {
  await Vectors.remove(ctx, documentId);
  await ctx.db.delete("searchDocuments", documentId);
}

/** The profile of a text, its norm known; only of what is `sought`, where that is all that it is compared by. */
export function profileOf(row: Doc<"searchDocuments">, sought?: ReadonlySet<string>): Profile {
  const terms = termsIn(row);
  if (sought !== undefined) return profileFor(sought, terms, row.norm);
  return { counts: countsOf(terms), length: terms.length, norm: row.norm };
}

/** The terms of a text in order, with repetitions. */
export function termsIn({ terms }: Doc<"searchDocuments">): string[] {
  return terms === "" ? [] : terms.split(" ");
}

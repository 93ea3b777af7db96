/** Writes a memory with all its rows, from one analysis of its text. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { importanceOf } from "../../mind/importance/importance";
import type { Idf } from "../../mind/ranking/idf";
import { speakerOf } from "../../mind/ranking/speakers";
import { initialSalience } from "../../mind/salience/salience";
import { sentimentOf } from "../../mind/sentiment/sentiment";
import { parsedText, type ParsedText } from "../../mind/text/parsedText";
import { gathered } from "../lib/gathered";
import type { Settings } from "../lib/settings";
import { memoryType, sentiment } from "../lib/validators";
import { memoriesWithText, textKey } from "./equalTexts";
import * as Memories from "./memories";
import * as Totals from "../lib/totals";
import { withDetected } from "./metadata";
import * as Activation from "./activation";
import { writeMemory } from "./rows";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";

/** A memory as callers send it; `metadata` is JSON text. Absent values are estimated from the text or get defaults. */
export const memoryInput = v.object({
  scope: v.optional(v.string()),
  type: memoryType,
  content: v.string(),
  importance: v.optional(v.number()),
  salience: v.optional(v.number()),
  confidence: v.optional(v.number()),
  metadata: v.optional(v.string()),
  pinned: v.optional(v.boolean()),
});

export interface NewMemory
  extends Infer<typeof memoryInput>, Pick<Doc<"memories">, "author" | "reflectionType" | "basedOn"> {
  /** The names in the text; absent: they are looked for. */
  readonly entities?: readonly string[];
  /** When it was told, if that was before now; in ms since the epoch. */
  readonly createdAt?: number | undefined;
}

export const createdMemory = v.object({
  memoryId: v.id("memories"),
  documentId: v.id("searchDocuments"),
  sentiment,
});

/** A text's analysis, for comparing and storing it. */
export interface AnalyzedText {
  readonly parsed: ParsedText;
  /** The terms counted in document frequencies. */
  readonly counted: readonly string[];
  /** The idf of these terms. */
  readonly idf: Idf;
}

export async function analyzedText(ctx: QueryCtx, content: string): Promise<AnalyzedText> {
  const parsed = parsedText(content);
  const counted = DocumentFrequencies.countedTerms(parsed.terms);
  return { parsed, counted, idf: await DocumentFrequencies.idfFor(ctx, "memory", counted) };
}

/**
 * Writes a memory with its activation and its search document. `analysis`: of its content, if
 * the caller has one.
 */
export async function createMemory(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: NewMemory,
  analysis?: AnalyzedText,
): Promise<Infer<typeof createdMemory>> {
  return await gathered(ctx, async () => {
    const { parsed, counted, idf } = analysis ?? (await analyzedText(ctx, memory.content));
    const { memoryId, row } = await insert(ctx, now, memory, parsed, idf);
    const documentId = await index(ctx, settings, { ...row, _id: memoryId }, { parsed, counted, idf });
    return { memoryId, documentId, sentiment: row.sentiment };
  });
}

/**
 * Adds a memory to search and queues it for embedding. Returns its search document. `norm`: the norm of its tf-idf vector, if it
 * is known.
 */
export async function index(
  ctx: MutationCtx,
  settings: Settings,
  {
    _id: owner,
    scope,
    type,
    place,
    createdAt,
    importance,
    correctedBy,
    author,
  }: Pick<Doc<"memories">, "_id"> & Row,
  { parsed, counted, idf }: AnalyzedText,
  norm?: number,
): Promise<Id<"searchDocuments">> {
  await DocumentFrequencies.count(ctx, "memory", counted, { number: place });
  const rank = { importance, correctedBy, author, speaker: speakerOf(parsed.text) };
  const text = { space: "memory" as const, owner, scope, facet: type, place, createdAt, ...rank };
  return await Documents.add(ctx, settings, idf, { ...text, terms: parsed.terms, norm });
}

/** Writes a memory without a search document: it is listed and counted, but no search finds it. */
export async function addUnsearchable(
  ctx: MutationCtx,
  now: number,
  memory: NewMemory,
): Promise<Id<"memories">> {
  const { parsed, idf } = await analyzedText(ctx, memory.content);
  return (await insert(ctx, now, memory, parsed, idf)).memoryId;
}

/** The most earlier copies of a text that are read to find one with an estimated importance. */
const MAX_COPIES = 8;

type Row = WithoutSystemFields<Doc<"memories">>;

/** The fields of a memory's row that follow from its text. `known`: the memory's own row, if it exists already. */
export async function assess(
  ctx: QueryCtx,
  memory: Pick<NewMemory, "scope" | "content" | "importance" | "metadata" | "entities">,
  parsed: ParsedText,
  idf: Idf,
  known?: Id<"memories">,
) {
  const { isEnglish, ...sentiment } = sentimentOf(parsed);
  const entities = [...(memory.entities ?? parsed.names)];
  const equal = await memoriesWithText(ctx, memory.content, memory.scope ?? "", "oldest", MAX_COPIES);
  const copies = equal.filter(({ _id }) => _id !== known);
  // A copy keeps the first estimate: idf falls as more memories hold the words, but the text matters as much as before.
  const estimated = copies.find((copy) => copy.estimatedImportance !== undefined)?.estimatedImportance;
  const importance =
    memory.importance ??
    estimated ??
    Totals.onGrid(importanceOf(parsed, { sentiment: sentiment.score }, idf));
  return {
    importance,
    ...(memory.importance === undefined ? { estimatedImportance: importance } : {}),
    sentiment,
    ...withDetected(memory.metadata, { entities, isEnglish }),
    entities,
    unique: copies.length === 0,
    normalKey: textKey(memory.content),
  };
}

/** Writes a memory's row and its activation. */
async function insert(
  ctx: MutationCtx,
  now: number,
  memory: NewMemory,
  parsed: ParsedText,
  idf: Idf,
): Promise<{ memoryId: Id<"memories">; row: Row }> {
  const { scope = "", type, content, author } = memory;
  const assessed = await assess(ctx, memory, parsed, idf);
  const { importance, sentiment } = assessed;
  const salience = memory.salience ?? Totals.onGrid(initialSalience(importance, sentiment.score));
  const { place, at: createdAt } = await Totals.next(ctx, "memories", now, memory.createdAt);
  const row = {
    scope,
    type,
    content,
    ...assessed,
    confidence: memory.confidence ?? Memories.DEFAULT_CONFIDENCE,
    author,
    version: 1,
    reflectionType: memory.reflectionType,
    basedOn: memory.basedOn,
    ...(memory.pinned === true ? { pinned: true as const } : {}),
    createdAt,
    place,
  };
  const memoryId = await writeMemory(ctx, null, row);
  await Activation.create(ctx, { memoryId, salience, importance, createdAt });
  return { memoryId, row };
}

/** The memories' table: what is remembered, judged as it is written, listed with exact totals. */
import type { WithoutSystemFields } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { entitiesOf } from "../mind/language/entities";
import { termsOf } from "../../mind/text/tokens";
import { initialSalience } from "../../mind/salience/salience";
import { isEvidence } from "../../mind/reflections/isEvidence";
import { sentimentOf, type Sentiment } from "../mind/sentiment/sentiment";
import type { Idf } from "../../mind/ranking/idf";
import type { Author, MemoryType, ReflectionType } from "../../mind/enums";
import schema from "../schema";
import type { Settings } from "../settings";
import { memoryType } from "../validators";
import { equalTo, keyOf } from "./copies";
import { importanceFromText } from "./judging";
import * as Totals from "./memoryTotals";
import { withEntities } from "./metadata";
import * as Presence from "./presence";
import { present } from "./present";
import * as Rarities from "./rarities";
import * as Sequence from "./sequence";
import { TermLookups } from "./termLookups";
import * as Texts from "./texts";

/** All memories in the order in which they were made, narrowed by type and importance. */
export const LIST: Sequence.List = { name: "memories", sizes: Sequence.SIZES };
/** How sure a memory is whose source does not say. */
export const DEFAULT_CONFIDENCE = 0.8;

/** A memory as callers see it; `metadata` as JSON text. */
export const publicMemory = schema.tables.memories.validator
  .pick(
    "type",
    "content",
    "importance",
    "confidence",
    "sentiment",
    "unique",
    "reflectionType",
    "basedOn",
    "createdAt",
  )
  .extend({
    _id: v.id("memories"),
    salience: v.number(),
    lastAccessedAt: v.number(),
    metadata: v.string(),
  });
export type PublicMemory = Infer<typeof publicMemory>;

/** What a caller says of a memory; `metadata` as JSON text. What is left out is judged from the text. */
export const told = v.object({
  type: memoryType,
  content: v.string(),
  importance: v.optional(v.number()),
  salience: v.optional(v.number()),
  confidence: v.optional(v.number()),
  metadata: v.optional(v.string()),
});

export interface NewMemory {
  readonly type: MemoryType;
  readonly content: string;
  /** 0 to 1; judged from the text where left out. */
  readonly importance?: number | undefined;
  readonly salience?: number | undefined;
  readonly confidence?: number | undefined;
  /** JSON text of an object. */
  readonly metadata?: string | undefined;
  /** The names that it is about; read from the text where left out. */
  readonly entities?: readonly string[] | undefined;
  readonly author: Author;
  readonly reflectionType?: ReflectionType | undefined;
  readonly basedOn?: readonly Id<"memories">[] | undefined;
}

export interface Written {
  readonly memoryId: Id<"memories">;
  readonly textId: Id<"texts">;
  readonly sentiment: Sentiment;
}

export interface MemoryFilter {
  readonly limit: number;
  readonly offset: number;
  readonly type?: MemoryType | undefined;
  readonly minImportance?: number | undefined;
  readonly since?: number | undefined;
}

/** Writes a memory with all that belongs to it: its places, presence, searchable text, counts. */
export async function add(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  memory: NewMemory,
  lookups = new TermLookups(),
): Promise<Written> {
  const terms = termsOf(memory.content);
  const counted = Rarities.countedTerms(terms, lookups.most);
  const idf = await Rarities.countIn(ctx, "memory", counted, lookups);
  const { memoryId, row, salience } = await insert(ctx, now, memory, idf);
  const { textId, bytes } = await Texts.add(ctx, settings, idf, {
    space: "memory",
    owner: memoryId,
    facet: row.type,
    place: row.place,
    text: row.content,
    terms,
    createdAt: row.createdAt,
    importance: row.importance,
  });
  await count(ctx, row, salience, bytes);
  return { memoryId, textId, sentiment: row.sentiment };
}

/** Writes a memory that has no searchable text: it is listed and counted, and neither words nor meaning find it. */
export async function addUnfindable(
  ctx: MutationCtx,
  now: number,
  memory: NewMemory,
): Promise<Id<"memories">> {
  const idf = await Rarities.rarityOf(ctx, "memory", Rarities.countedTerms(termsOf(memory.content)));
  const { memoryId, row, salience } = await insert(ctx, now, memory, idf);
  await count(ctx, row, salience, 0);
  return memoryId;
}

type Row = WithoutSystemFields<Doc<"memories">>;

/** Judges a memory and writes its row, places and presence. */
async function insert(
  ctx: MutationCtx,
  now: number,
  memory: NewMemory,
  idf: Idf,
): Promise<{ memoryId: Id<"memories">; row: Row; salience: number }> {
  const { type, content, author } = memory;
  const { score, label } = sentimentOf(content);
  const entities = [...(memory.entities ?? entitiesOf(content))];
  const importance =
    memory.importance ?? (await importanceFromText(ctx, content, { entities, sentiment: score }, idf));
  const salience = memory.salience ?? Totals.onGrid(initialSalience(importance, score));
  const unique = (await equalTo(ctx, content)) === null;
  const opening = await Sequence.open(ctx, LIST, type, now);
  const { at: createdAt, place, scopePlace: typePlace } = opening;
  const row = {
    type,
    content,
    importance,
    ...(memory.importance === undefined ? { judged: importance } : {}),
    confidence: memory.confidence ?? DEFAULT_CONFIDENCE,
    sentiment: { score, label },
    ...withEntities(memory.metadata, entities),
    entities,
    unique,
    author,
    ...(memory.reflectionType === undefined ? {} : { reflectionType: memory.reflectionType }),
    ...(memory.basedOn === undefined ? {} : { basedOn: [...memory.basedOn] }),
    createdAt,
    place,
    typePlace,
    normalKey: keyOf(content),
  };
  const memoryId = await ctx.db.insert("memories", row);
  await Sequence.append(ctx, LIST, opening, { id: memoryId, measure: importance });
  await Presence.begin(ctx, { memoryId, salience, importance, createdAt });
  return { memoryId, row, salience };
}

/** Counts a memory in; `textBytes` are what its searchable text takes. */
async function count(ctx: MutationCtx, row: Row, salience: number, textBytes: number): Promise<void> {
  const { type, unique, importance, confidence, createdAt } = row;
  await Totals.update(ctx, (totals) => ({
    byType: { ...totals.byType, [type]: totals.byType[type] + 1 },
    unique: totals.unique + (unique ? 1 : 0),
    importanceSum: totals.importanceSum + Totals.millionths(importance),
    confidenceSum: totals.confidenceSum + Totals.millionths(confidence),
    salienceSum: totals.salienceSum + Totals.millionths(salience),
    oldest: totals.oldest === 0 ? createdAt : totals.oldest,
    newest: createdAt,
    bytes: totals.bytes + Totals.sizeOf(row) + textBytes,
    importanceSinceReflection:
      totals.importanceSinceReflection + (isEvidence(row) ? Totals.millionths(importance) : 0),
  }));
}

/** Files a memory, filed by an earlier version under what was then its normal form, under that of today. */
export async function underTodaysKey(ctx: MutationCtx, row: Doc<"memories">): Promise<Doc<"memories">> {
  const normalKey = keyOf(row.content);
  if (normalKey === row.normalKey) return row;
  await ctx.db.patch("memories", row._id, { normalKey });
  return { ...row, normalKey };
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, { type, minImportance, ...range }: MemoryFilter) {
  const page = await Sequence.page(ctx, LIST, {
    scope: type,
    leastMeasure: minImportance,
    ...range,
  });
  const rows = await present(ctx, "memories", page.ids);
  return {
    memories: await Promise.all(rows.map((row) => toPublic(ctx, row))),
    total: page.total,
    hasMore: page.hasMore,
  };
}

/** The places of memories of a type, a few of them, the newest first. */
export async function placesOf(
  ctx: QueryCtx,
  type: MemoryType,
  { offset, most }: { offset: number; most: number },
): Promise<number[]> {
  const { ids } = await Sequence.page(ctx, LIST, { scope: type, limit: most, offset });
  return (await present(ctx, "memories", ids)).map(({ place }) => place);
}

/** A memory by an id from outside; null where it names none. */
export async function byId(ctx: QueryCtx, id: string): Promise<Doc<"memories"> | null> {
  const memoryId = ctx.db.normalizeId("memories", id);
  return memoryId === null ? null : await ctx.db.get("memories", memoryId);
}

/** A memory as callers see it. */
export async function toPublic(ctx: QueryCtx, row: Doc<"memories">): Promise<PublicMemory> {
  const { salience, lastAccessedAt } = await Presence.of(ctx, row._id);
  const { type, content, importance, confidence, sentiment, unique, createdAt } = row;
  return {
    _id: row._id,
    type,
    content,
    importance,
    salience,
    confidence,
    sentiment,
    metadata: row.metadata ?? "{}",
    unique,
    ...reflectionFields(row),
    createdAt,
    lastAccessedAt,
  };
}

/**
 * What a memory of type reflection carries besides, whoever wrote it: one that a caller stored reflects on what is known,
 * as one does that is asked for without a type, and rests on no memory that anybody named.
 */
function reflectionFields({
  type,
  reflectionType = "knowledge",
  basedOn = [],
}: Doc<"memories">): Pick<PublicMemory, "reflectionType" | "basedOn"> {
  return type === "reflection" ? { reflectionType, basedOn } : {};
}

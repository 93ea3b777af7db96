/** The thoughts' table: what the agent thought, written with all that belongs to it, listed with exact totals. */
import { ConvexError, v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Tone, Writer } from "../../mind/enums";
import { cut, fairShares } from "../../mind/prompts/sections";
import { idfOf } from "../../mind/ranking/idf";
import { cosineWith } from "../../mind/ranking/packedVectors";
import { lengthOf } from "../../mind/text/phrasing";
import { termsOf } from "../../mind/text/tokens";
import { isBrilliant } from "../../mind/thoughts/brilliance";
import type { ReflectedOn } from "../../mind/thoughts/lookback";
import type { MadeThought } from "../../mind/thoughts/madeThought";
import {
  COMPARED_THOUGHTS,
  comparedTerms,
  REPEATED,
  thoughtSimilarity,
  wordSimilarity,
} from "../../mind/thoughts/novelty";
import { thoughtsTables } from "./tables";
import type { Settings } from "../lib/settings";
import * as NewMemory from "../memories/newMemory";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as ProviderHealth from "../embeddings/providerHealth";
import { onGrid } from "../lib/memoryTotals";
import type { Embedding } from "../search/semanticNeighbors";
import { documentsById } from "../lib/documentsById";
import * as Sequence from "../lib/sequence";
import * as Documents from "../search/documents";
import { BRILLIANT_LIST, LIST } from "./totals";
import * as Totals from "./totals";
import * as Vectors from "../embeddings/vectors";

/** Limits of the live queries. */
const MOST = 100;
/**
 * Characters of its seeds that a thought keeps: a hundred thoughts must fit into one answer. Few thoughts are made of
 * more; of those the longest seeds are cut to equal shares.
 */
const KEPT_OF_SEEDS = 24_000;
const MOST_SOURCES = 16;

const table = thoughtsTables.thoughts.validator;

/** A thought as callers see it. A reflection has no seeds; it carries `basedOn`. */
export const publicThought = table
  .pick("content", "tone", "confidence", "isBrilliant", "brillianceFactors", "basedOn", "timestamp")
  .extend({ _id: v.id("thoughts"), seeds: v.optional(v.array(v.string())) });
export type PublicThought = Infer<typeof publicThought>;

/** What a thought was made of, as the action that made it read it. */
export const seedOrigin = v.object({
  /** In the order given. */
  seeds: v.array(v.string()),
  sources: v.array(v.string()),
  /** `SeedFactors` of mind/thoughts/brilliance. */
  factors: v.object({
    seedCount: v.number(),
    avgSeedImportance: v.number(),
    commonEntities: v.array(v.string()),
  }),
  /** The greatest similarity of the thought to one of its seeds, 0 to 1. */
  seedSimilarity: v.number(),
});
export type SeedOrigin = Infer<typeof seedOrigin>;

/** A thought to keep: one made of seeds, or a reflection on earlier ones. */
export interface NewThought {
  readonly made: MadeThought;
  readonly writer: Writer;
  readonly spontaneous: boolean;
  readonly origin: SeedOrigin | { readonly basedOn: ReflectedOn };
  /** Its vector where there is one already. */
  readonly embedding: Embedding | null;
}

export interface ThoughtFilter {
  readonly limit: number;
  readonly offset: number;
  readonly tone?: Tone | undefined;
  /** Exclusive, in ms since the epoch. */
  readonly since?: number | undefined;
  /** Inclusive. */
  readonly minConfidence?: number | undefined;
}

/** How like a thought is to the most similar of the last ones, 0 to 1, and whether it is that one again. Vectors count where both are of one model. */
export async function nearestEarlier(
  ctx: QueryCtx,
  { made, embedding }: Pick<NewThought, "made" | "embedding">,
): Promise<{ similarity: number; repeated: boolean }> {
  const rows = await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "thought"))
    .order("desc")
    .take(COMPARED_THOUGHTS);
  const thought = comparedTerms(made.content);
  const earlier = rows.map((row) => ({ row, terms: new Set(row.terms.split(" ")) }));
  const holders = new Map<string, number>();
  for (const { terms } of earlier) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  const idf = idfOf(rows.length, (term) => holders.get(term) ?? 0);
  const cosineTo = embedding === null ? null : cosineWith(embedding.vector);
  const baseline = await ProviderHealth.baselineCosineOf(ctx, embedding?.model ?? null);
  const similarity = Math.max(
    0,
    ...earlier.map(({ row, terms }) => {
      const packed = embedding === null ? null : Documents.packedBy(row, embedding.model);
      const cosine = packed === null ? null : (cosineTo?.(packed) ?? null);
      return thoughtSimilarity(wordSimilarity(thought, terms, idf), cosine, baseline);
    }),
  );
  return { similarity, repeated: similarity >= REPEATED };
}

/**
 * Writes a thought with its place, its searchable text and its counts; a brilliant one becomes a memory, too.
 * `similarity`: that of `nearestEarlier`.
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { made, writer, spontaneous, origin, embedding }: NewThought,
  similarity: number,
): Promise<PublicThought> {
  const { content, tone } = made;
  const confidence = onGrid(made.confidence);
  const of = "seeds" in origin ? origin : null;
  const novelty = onGrid(1 - Math.max(similarity, of?.seedSimilarity ?? 0));
  const factors =
    of !== null && isBrilliant(of.factors, { novelty, confidence }) ? { ...of.factors, novelty } : null;
  const opening = await Sequence.open(ctx, LIST, tone, now);
  const { at: timestamp, place } = opening;
  const thoughtId = await ctx.db.insert("thoughts", {
    content,
    seeds: keptOf(of?.seeds ?? []),
    sources: (of?.sources ?? []).slice(0, MOST_SOURCES),
    tone,
    confidence,
    novelty,
    isBrilliant: factors !== null,
    ...(factors === null ? {} : { brillianceFactors: factors }),
    ...("basedOn" in origin ? { basedOn: origin.basedOn } : {}),
    writer,
    spontaneous,
    timestamp,
    place,
  });
  await Sequence.append(ctx, LIST, opening, { id: thoughtId, measure: confidence });
  if (factors !== null) {
    const brilliant = await Sequence.open(ctx, BRILLIANT_LIST, tone, timestamp);
    await Sequence.append(ctx, BRILLIANT_LIST, brilliant, { id: thoughtId, measure: novelty });
  }
  const documentIds = [await makeFindable(ctx, settings, { thoughtId, content, tone, place, timestamp })];
  const row = await ctx.db.get("thoughts", thoughtId);
  if (row === null) throw new Error("a thought just written is not there");
  await Totals.count(ctx, row);
  if (factors !== null) documentIds.push(await remember(ctx, timestamp, settings, row, factors));
  if (embedding !== null) {
    const { model, vector } = embedding;
    await Vectors.put(
      ctx,
      settings,
      model,
      documentIds.map((documentId) => ({ documentId, vector })),
    );
  }
  return toPublic(row);
}

/** The seeds as the thought keeps them; what is cut ends in "…". */
function keptOf(seeds: readonly string[]): string[] {
  const lengths = seeds.map(lengthOf);
  const shares = fairShares(lengths, KEPT_OF_SEEDS);
  return seeds.map((seed, i) => {
    const share = shares[i] ?? 0;
    return (lengths[i] ?? 0) <= share ? seed : `${cut(seed, Math.max(0, share - 1))}…`;
  });
}

async function makeFindable(
  ctx: MutationCtx,
  settings: Settings,
  thought: { thoughtId: Id<"thoughts">; content: string; tone: Tone; place: number; timestamp: number },
): Promise<Id<"searchDocuments">> {
  const terms = termsOf(thought.content);
  const counted = DocumentFrequencies.countedTerms(terms);
  const idf = await DocumentFrequencies.idfFor(ctx, "thought", counted);
  await DocumentFrequencies.add(ctx, "thought", counted, thought.place);
  const { documentId } = await Documents.add(ctx, settings, idf, {
    space: "thought",
    owner: thought.thoughtId,
    facet: thought.tone,
    place: thought.place,
    terms,
    createdAt: thought.timestamp,
  });
  return documentId;
}

/** A brilliant thought is worth remembering: as the agent's own word, which is no evidence, with what it was about. */
async function remember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { _id, content, confidence }: Doc<"thoughts">,
  { avgSeedImportance, commonEntities }: SeedOrigin["factors"],
): Promise<Id<"searchDocuments">> {
  const { documentId } = await NewMemory.createMemory(ctx, now, settings, {
    type: "semantic",
    content,
    importance: onGrid(avgSeedImportance),
    confidence,
    metadata: JSON.stringify({ source: "thought", thoughtId: _id, entities: commonEntities }),
    author: "self",
  });
  return documentId;
}

/** A page, newest first. */
export async function list(ctx: QueryCtx, { tone, minConfidence, ...range }: ThoughtFilter) {
  const page = await Sequence.page(ctx, LIST, { scope: tone, leastMeasure: minConfidence, ...range });
  return await asPage(ctx, page);
}

/** A page of the brilliant ones, newest first. */
export async function listBrilliant(
  ctx: QueryCtx,
  range: { limit: number; offset: number; since?: number | undefined },
) {
  return await asPage(ctx, await Sequence.page(ctx, BRILLIANT_LIST, range));
}

async function asPage(ctx: QueryCtx, { ids, total, hasMore }: Awaited<ReturnType<typeof Sequence.page>>) {
  return { thoughts: (await documentsById(ctx, "thoughts", ids)).map(toPublic), total, hasMore };
}

/** The newest thoughts, newest first. */
export async function recent(ctx: QueryCtx, limit: number): Promise<PublicThought[]> {
  return (await list(ctx, { limit: checked(limit), offset: 0 })).thoughts;
}

/** The newest brilliant thoughts, newest first. */
export async function brilliant(ctx: QueryCtx, limit: number): Promise<PublicThought[]> {
  return (await listBrilliant(ctx, { limit: checked(limit), offset: 0 })).thoughts;
}

/** The rows of the newest thoughts, newest first. */
export async function newest(ctx: QueryCtx, limit: number): Promise<Doc<"thoughts">[]> {
  const { ids } = await Sequence.page(ctx, LIST, { limit, offset: 0 });
  return await documentsById(ctx, "thoughts", ids);
}

function checked(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new ConvexError({
    code: "VALIDATION_ERROR",
    message: `limit must be a whole number from 1 to ${MOST}, received ${limit}`,
  });
}

/** A thought as callers see it. */
export function toPublic(row: Doc<"thoughts">): PublicThought {
  const { _id, content, seeds, tone, confidence, isBrilliant, brillianceFactors, basedOn, timestamp } = row;
  return {
    _id,
    content,
    ...(basedOn === undefined ? { seeds } : {}),
    tone,
    confidence,
    isBrilliant,
    ...(brillianceFactors === undefined ? {} : { brillianceFactors }),
    ...(basedOn === undefined ? {} : { basedOn }),
    timestamp,
  };
}

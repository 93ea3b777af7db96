/** Writes the agent's thoughts, with their places, totals and search documents. */
import { nullThrows } from "convex-helpers";
import { v, type Infer } from "convex/values";
import { cut, fairShares } from "../../mind/promptText/sections";
import { idfOf } from "../../mind/ranking/idf";
import { lengthOf } from "../../mind/text/phrasing";
import { termsOf } from "../../mind/text/tokens";
import { isBrilliant } from "../../mind/thoughts/brilliance";
import {
  COMPARED_THOUGHTS,
  comparedTerms,
  REPEATED,
  thoughtSimilarity,
  wordSimilarity,
} from "../../mind/thoughts/novelty";
import type { ReflectedOn } from "../../mind/thoughts/thoughtReflection";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Vectors from "../embeddings/vectors";
import * as Citations from "../citations/citations";
import * as Totals from "../lib/totals";
import type { Settings } from "../lib/settings";
import { tone, writer } from "../lib/validators";
import * as PushEvents from "../push/pushEvents";
import * as NewMemory from "../memories/newMemory";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";
import { embedding, meaningTo } from "../search/semanticNeighbors";
import { toPublic, type PublicThought } from "./reads";
import { writeThought } from "./rows";
import { seedFactors } from "./tables";

/**
 * Characters of seeds stored with a thought, so that a hundred thoughts fit into one answer. Where the seeds are longer, the
 * longest are cut to equal shares.
 */
const SEED_CHARACTERS = 24_000;
const MAX_SOURCES = 16;

/** `ThoughtDraft` of mind/thoughts. */
export const draft = v.object({ content: v.string(), tone, confidence: v.number() });

/** A thought made of seeds, as the action that drafted it read them. */
export const seededThought = v.object({
  draft,
  writer,
  origin: v.object({
    /** In the order given. */
    seeds: v.array(v.string()),
    sources: v.array(v.string()),
    entities: v.optional(v.array(v.string())),
    factors: seedFactors,
    /** The greatest similarity of the thought to one of its seeds, 0 to 1. */
    seedSimilarity: v.number(),
  }),
  /** The earlier thoughts that the model was shown. */
  shown: v.array(v.id("thoughts")),
  /** Null where it is still to be computed. */
  embedding: v.union(v.null(), embedding),
});
export type SeededThought = Infer<typeof seededThought>;

/** A thought to save: one made of seeds, or a reflection on earlier ones. */
export interface NewThought extends Omit<SeededThought, "origin"> {
  readonly spontaneous: boolean;
  /** Whose texts its seeds are (mind/scopes); the agent's own where left out. */
  readonly scope?: string;
  /** The tick that a spontaneous one followed. */
  readonly tickId?: Id<"ticks"> | undefined;
  readonly origin: SeededThought["origin"] | { readonly basedOn: ReflectedOn };
}

/**
 * The similarity to the most similar of the newest thoughts, 0 to 1, and whether it is high enough to be a repetition. Vectors
 * count where both come from one model.
 */
export async function compareWithEarlier(
  ctx: QueryCtx,
  { draft, embedding }: Pick<NewThought, "draft" | "embedding">,
): Promise<{ similarity: number; repeated: boolean }> {
  const rows = await ctx.db
    .query("searchDocuments")
    .withIndex("by_place", (q) => q.eq("space", "thought"))
    .order("desc")
    .take(COMPARED_THOUGHTS);
  const thought = comparedTerms(draft.content);
  const earlier = rows.map((row) => ({ row, terms: new Set(row.terms.split(" ")) }));
  const frequencies = new Map<string, number>();
  for (const { terms } of earlier)
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const idf = idfOf(rows.length, (term) => frequencies.get(term) ?? 0);
  const byMeaning = await meaningTo(ctx, embedding);
  const similarity = Math.max(
    0,
    ...earlier.map(({ row, terms }) =>
      thoughtSimilarity(wordSimilarity(thought, terms, idf), byMeaning(row)),
    ),
  );
  return { similarity, repeated: similarity >= REPEATED };
}

/**
 * Saves a thought with its place, search document and totals; a brilliant one also becomes a memory.
 * `similarity`: from `compareWithEarlier`.
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { draft, writer, spontaneous, scope = "", tickId, origin, shown, embedding }: NewThought,
  similarity: number,
): Promise<PublicThought> {
  const { content, tone } = draft;
  const confidence = Totals.onGrid(draft.confidence);
  const seeded = "seeds" in origin ? origin : null;
  const novelty = Totals.onGrid(1 - Math.max(similarity, seeded?.seedSimilarity ?? 0));
  const factors =
    seeded !== null && isBrilliant(seeded.factors, { novelty, confidence })
      ? { ...seeded.factors, novelty }
      : null;
  const { place, at: timestamp } = await Totals.next(ctx, "thoughts", now);
  const thought = {
    content,
    seeds: shortenedSeeds(seeded?.seeds ?? []),
    sources: (seeded?.sources ?? []).slice(0, MAX_SOURCES),
    entities: seeded?.entities,
    tone,
    confidence,
    novelty,
    isBrilliant: factors !== null,
    brillianceFactors: factors ?? undefined,
    basedOn: "basedOn" in origin ? origin.basedOn : undefined,
    scope: scope || undefined,
    ...{ writer, spontaneous, tickId, timestamp, place },
  };
  const thoughtId = await writeThought(ctx, null, thought);
  await Citations.add(ctx, { kind: "thought", _id: thoughtId }, shown, "shown");
  const row = nullThrows(await ctx.db.get("thoughts", thoughtId));
  const documentIds = [await addSearchDocument(ctx, settings, row)];
  if (factors !== null) documentIds.push(await remember(ctx, timestamp, settings, row, factors));
  if (embedding !== null) {
    const vectors = documentIds.map((documentId) => ({ documentId, vector: embedding.vector }));
    await Vectors.put(ctx, settings, embedding.model, vectors);
  }
  await PushEvents.add(ctx, timestamp, { type: "thought.created", subject: thoughtId });
  if (factors !== null)
    await PushEvents.add(ctx, timestamp, { type: "thought.brilliant", subject: thoughtId });
  return toPublic(row);
}

/** The seeds as they are stored; a cut one ends in "…". */
function shortenedSeeds(seeds: readonly string[]): string[] {
  const lengths = seeds.map(lengthOf);
  const shares = fairShares(lengths, SEED_CHARACTERS);
  return seeds.map((seed, i) => {
    const share = shares[i] ?? 0;
    return (lengths[i] ?? 0) <= share ? seed : `${cut(seed, Math.max(0, share - 1))}…`;
  });
}

/** Makes a thought findable. `norm`: where it is known. */
export async function addSearchDocument(
  ctx: MutationCtx,
  settings: Settings,
  {
    _id,
    content,
    tone,
    place,
    timestamp,
  }: Pick<Doc<"thoughts">, "_id" | "content" | "tone" | "place" | "timestamp">,
  norm?: number,
): Promise<Id<"searchDocuments">> {
  const terms = termsOf(content);
  const counted = DocumentFrequencies.countedTerms(terms);
  const idf = await DocumentFrequencies.idfFor(ctx, "thought", counted);
  await DocumentFrequencies.count(ctx, "thought", counted, { number: place });
  const document = {
    space: "thought" as const,
    owner: _id,
    scope: "",
    facet: tone,
    place,
    terms,
    norm,
    createdAt: timestamp,
  };
  return await Documents.add(ctx, settings, idf, document);
}

/** Saves a brilliant thought as a memory of the agent's own words, which are no evidence. */
async function remember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { _id, scope = "", content, confidence }: Doc<"thoughts">,
  { avgSeedImportance, commonEntities }: Infer<typeof seedFactors>,
): Promise<Id<"searchDocuments">> {
  const { memoryId, documentId } = await NewMemory.createMemory(ctx, now, settings, {
    scope,
    type: "semantic",
    content,
    importance: Totals.onGrid(avgSeedImportance),
    confidence,
    metadata: JSON.stringify({ source: "thought", thoughtId: _id, entities: commonEntities }),
    author: "self",
  });
  await Citations.add(ctx, { kind: "memory", _id: memoryId }, [_id]);
  return documentId;
}

/** The thoughts' table: what the agent thought, written with all that belongs to it, listed with exact totals. */
import { ConvexError, v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { termsOf } from "../../mind/text/tokens";
import { lengthOf } from "../../mind/text/phrasing";
import { cut, fairShares } from "../../mind/prompts/sections";
import { brillianceOf, type BrillianceFactors } from "../mind/thoughts/brilliance";
import type { MadeThought } from "../mind/thoughts/reflexThought";
import type { ReflectedOn } from "../mind/thoughts/thoughtReflection";
import type { Tone, Writer } from "../../mind/enums";
import schema from "../schema";
import type { Settings } from "../settings";
import * as NewMemory from "./newMemory";
import { onGrid } from "./memoryTotals";
import type { Embedding } from "./nearness";
import { present } from "./present";
import * as Rarities from "./rarities";
import * as Sequence from "./sequence";
import * as Texts from "./texts";
import { BRILLIANT_LIST, LIST } from "./thoughtLists";
import * as Novelty from "./thoughtNovelty";
import * as Totals from "./thoughtTotals";
import * as Vectors from "./vectors";

/** Limits of the live queries. */
const MOST = 100;
/**
 * Characters of its seeds that a thought keeps: a hundred thoughts must fit into one answer. Few thoughts are made of
 * more; of those the longest seeds are cut to equal shares.
 */
const KEPT_OF_SEEDS = 24_000;
/** Names and sources of a thought: more would be no answer to "what do they have in common". */
const MOST_COMMON = 32;
const MOST_SOURCES = 16;

const table = schema.tables.thoughts.validator;

/** A thought as callers see it. A reflection has no seeds; it carries `basedOn`. */
export const publicThought = table
  .pick("content", "tone", "confidence", "isBrilliant", "brillianceFactors", "basedOn", "timestamp")
  .extend({ _id: v.id("thoughts"), seeds: v.optional(v.array(v.string())) });
export type PublicThought = Infer<typeof publicThought>;

/** Something that a thought was made of. */
export interface ThoughtSeed {
  readonly content: string;
  readonly importance: number;
  readonly entities: readonly string[];
  readonly source: string | null;
}

/** A thought to keep: one made of seeds, or a reflection on earlier ones. */
export interface NewThought extends MadeThought {
  readonly writer: Writer;
  readonly spontaneous: boolean;
  readonly origin:
    | { readonly kind: "seeds"; readonly seeds: readonly ThoughtSeed[] }
    | { readonly kind: "thoughts"; readonly basedOn: ReflectedOn };
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

export type Kept =
  | { readonly kind: "kept"; readonly thought: PublicThought }
  /** It says what one of the last thoughts said, and nothing was written. */
  | { readonly kind: "repeated" };

/**
 * Writes a thought with its place, its searchable text and its counts; a brilliant one becomes a memory, too.
 * `embedding`: its vector where there is one already.
 */
export async function add(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  thought: NewThought,
  embedding: Embedding | null,
): Promise<PublicThought> {
  const { novelty } = await Novelty.measure(ctx, thought.content, seedTexts(thought), embedding);
  return await write(ctx, now, settings, thought, novelty, embedding);
}

/** As `add`, unless it says what one of the last thoughts said. */
export async function addIfNew(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  thought: NewThought,
  embedding: Embedding | null,
): Promise<Kept> {
  const measured = await Novelty.measure(ctx, thought.content, seedTexts(thought), embedding);
  if (measured.repeated) return { kind: "repeated" };
  return { kind: "kept", thought: await write(ctx, now, settings, thought, measured.novelty, embedding) };
}

function seedTexts({ origin }: NewThought): string[] {
  return origin.kind === "seeds" ? origin.seeds.map(({ content }) => content) : [];
}

async function write(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  thought: NewThought,
  novelty: number,
  embedding: Embedding | null,
): Promise<PublicThought> {
  const { content, tone, writer, spontaneous, origin } = thought;
  const confidence = onGrid(thought.confidence);
  const seeds = origin.kind === "seeds" ? origin.seeds : [];
  // Reflections look back; what is brilliant is made of seeds.
  const brilliance = origin.kind === "seeds" ? brillianceOf(seeds, { novelty, confidence }) : null;
  const factors = brilliance?.isBrilliant === true ? bounded(brilliance.factors) : null;
  const opening = await Sequence.open(ctx, LIST, tone, now);
  const { at: timestamp, place } = opening;
  const thoughtId = await ctx.db.insert("thoughts", {
    content,
    seeds: keptOf(seeds),
    sources: [...new Set(seeds.flatMap(({ source }) => source ?? []))].slice(0, MOST_SOURCES),
    tone,
    confidence,
    novelty,
    isBrilliant: factors !== null,
    ...(factors === null ? {} : { brillianceFactors: factors }),
    ...(origin.kind === "thoughts" ? { basedOn: origin.basedOn } : {}),
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
  const textIds = [await makeFindable(ctx, settings, { thoughtId, content, tone, place, timestamp })];
  const row = await ctx.db.get("thoughts", thoughtId);
  if (row === null) throw new Error("a thought just written is not there");
  await Totals.count(ctx, row, seeds.length);
  if (factors !== null) textIds.push(await remember(ctx, timestamp, settings, row, factors));
  if (embedding !== null) {
    const { model, vector } = embedding;
    await Vectors.put(
      ctx,
      settings,
      model,
      textIds.map((textId) => ({ textId, vector })),
    );
  }
  return toPublic(row);
}

function bounded(factors: BrillianceFactors): BrillianceFactors {
  return { ...factors, commonEntities: factors.commonEntities.slice(0, MOST_COMMON) };
}

/** The seeds as the thought keeps them; what is cut ends in "…". */
function keptOf(seeds: readonly ThoughtSeed[]): string[] {
  const lengths = seeds.map(({ content }) => lengthOf(content));
  const shares = fairShares(lengths, KEPT_OF_SEEDS);
  return seeds.map(({ content }, i) => {
    const share = shares[i] ?? 0;
    return (lengths[i] ?? 0) <= share ? content : `${cut(content, Math.max(0, share - 1))}…`;
  });
}

async function makeFindable(
  ctx: MutationCtx,
  settings: Settings,
  thought: { thoughtId: Id<"thoughts">; content: string; tone: Tone; place: number; timestamp: number },
): Promise<Id<"texts">> {
  const terms = termsOf(thought.content);
  const idf = await Rarities.countIn(ctx, "thought", Rarities.countedTerms(terms));
  const { textId } = await Texts.add(ctx, settings, idf, {
    space: "thought",
    owner: thought.thoughtId,
    facet: thought.tone,
    place: thought.place,
    text: thought.content,
    terms,
    createdAt: thought.timestamp,
  });
  return textId;
}

/** A brilliant thought is worth remembering: as the agent's own word, which is no evidence, with what it was about. */
async function remember(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { _id, content, confidence }: Doc<"thoughts">,
  { avgSeedImportance, commonEntities }: BrillianceFactors,
): Promise<Id<"texts">> {
  const { textId } = await NewMemory.add(ctx, now, settings, {
    type: "semantic",
    content,
    importance: onGrid(avgSeedImportance),
    confidence,
    metadata: JSON.stringify({ source: "thought", thoughtId: _id, entities: commonEntities }),
    author: "self",
  });
  return textId;
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
  return { thoughts: (await present(ctx, "thoughts", ids)).map(toPublic), total, hasMore };
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
  return await present(ctx, "thoughts", ids);
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

/** How new a thought is beside the agent's last thoughts and beside what it was made of. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { unpacked } from "../../mind/ranking/packedVectors";
import {
  COMPARED_THOUGHTS,
  comparedText,
  repeats,
  thoughtNovelty,
  type ComparedText,
} from "../mind/thoughts/novelty";
import * as DocumentFrequencies from "./documentFrequencies";
import * as Embedder from "./embedder";
import { onGrid } from "./memoryTotals";
import type { Embedding } from "./nearness";
import * as Texts from "./texts";

export interface Measured {
  /** 0 to 1. */
  readonly novelty: number;
  /** Whether it says what one of the last thoughts said. */
  readonly repeated: boolean;
}

/**
 * The novelty of a thought made of `seeds`. `embedding`: its vector; earlier thoughts with a vector of the same model are
 * compared by it too, the seeds, which have none, by their words.
 */
export async function measure(
  ctx: QueryCtx,
  content: string,
  seeds: readonly string[],
  embedding: Embedding | null,
): Promise<Measured> {
  const rows = await ctx.db
    .query("texts")
    .withIndex("by_place", (q) => q.eq("space", "thought"))
    .order("desc")
    .take(COMPARED_THOUGHTS);
  const thought = comparedText(content, embedding?.vector ?? null);
  const made = seeds.map((seed) => comparedText(seed));
  const terms = [thought, ...made].flatMap(({ profile }) => [...profile.counts.keys()]);
  const idf = await DocumentFrequencies.idfFor(ctx, "thought", terms);
  const earlier = rows.map((row) => comparedRow(row, embedding));
  const strangers = await Embedder.strangersOf(ctx, embedding?.model ?? null);
  const { novelty } = thoughtNovelty(thought, { earlier, seeds: made }, idf, strangers);
  return { novelty: onGrid(novelty), repeated: repeats(thought, earlier, idf, strangers) };
}

function comparedRow(row: Doc<"texts">, embedding: Embedding | null): ComparedText {
  const profile = Texts.profileOf(row);
  const packed = embedding === null ? null : Texts.packedBy(row, embedding.model);
  if (embedding === null || packed === null) return { profile, vector: null };
  return { profile, vector: unpacked(packed, embedding.vector.length) };
}

/** Moments of brilliance: when a thought is one, and the factors that say why. */
import { namesIn } from "../text/names";
import { sharedNames } from "../text/sharedNames";
import type { KeptSeed } from "./seeds";

/** What the seeds of a thought come to. */
export interface SeedFactors {
  readonly seedCount: number;
  /** 0 to 1. */
  readonly avgSeedImportance: number;
  /** Names that two seeds or more have, as first written, those in most seeds first; at most 32. */
  readonly commonEntities: readonly string[];
}

/** A thought is brilliant if it combines much that matters, around something in common, in a way that is new and sure (decisions.md, 7). */
export const BRILLIANT = {
  seeds: 3,
  avgSeedImportance: 0.7,
  commonEntities: 1,
  novelty: 0.5,
  confidence: 0.7,
} as const;

/** More names than this are no answer to "what do they have in common". */
const MOST_COMMON = 32;

/** The factors of the seeds that were kept: their own entities count, and the names in their text. */
export function seedFactors(seeds: readonly KeptSeed[]): SeedFactors {
  const named = seeds.map(({ content, entities }) => ({
    text: content,
    names: [...entities, ...namesIn(content)],
  }));
  return {
    seedCount: seeds.length,
    avgSeedImportance: meanOf(seeds.map(({ importance }) => importance)),
    commonEntities: sharedNames(named)
      .slice(0, MOST_COMMON)
      .map(({ name }) => name),
  };
}

/** Whether a thought is brilliant; all thresholds are inclusive. `novelty` and `confidence` 0 to 1. */
export function isBrilliant(
  { seedCount, avgSeedImportance, commonEntities }: SeedFactors,
  { novelty, confidence }: { readonly novelty: number; readonly confidence: number },
): boolean {
  return (
    seedCount >= BRILLIANT.seeds &&
    avgSeedImportance >= BRILLIANT.avgSeedImportance &&
    commonEntities.length >= BRILLIANT.commonEntities &&
    decimal(novelty) >= BRILLIANT.novelty &&
    decimal(confidence) >= BRILLIANT.confidence
  );
}

/** The mean as decimal arithmetic has it: that of three times 0.7 is 0.7, where binary fractions make it less. 0 of nothing. */
export function meanOf(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return decimal(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** To twelve places: more than anybody writes, fewer than rounding errors of a hundred additions reach. */
function decimal(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

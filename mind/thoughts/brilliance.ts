/** When a thought is brilliant, and the factors that explain it. */
import { namesIn, uniqueNames } from "../text/names";
import { sharedNames } from "../text/sharedNames";
import type { SelectedSeed } from "./seeds";

export interface SeedFactors {
  readonly seedCount: number;
  /** 0 to 1. */
  readonly avgSeedImportance: number;
  /** Names in two seeds or more, as first written, the most frequent first; at most 32. */
  readonly commonEntities: readonly string[];
}

/** The least values of a brilliant thought, from the contract. */
const BRILLIANT = {
  seeds: 3,
  avgSeedImportance: 0.7,
  commonEntities: 1,
  novelty: 0.5,
  confidence: 0.7,
} as const;

const MAX_ENTITIES = 32;

/** The names given with a seed and those in its text. */
const namesOf = ({ content, entities }: SelectedSeed) => [...entities, ...namesIn(content)];

/** The names of all seeds, each once, at most 32. */
export function entitiesOf(seeds: readonly SelectedSeed[]): string[] {
  return uniqueNames(seeds.flatMap(namesOf)).slice(0, MAX_ENTITIES);
}

export function seedFactors(seeds: readonly SelectedSeed[]): SeedFactors {
  const named = seeds.map((seed) => ({ text: seed.content, names: namesOf(seed) }));
  return {
    seedCount: seeds.length,
    avgSeedImportance: meanOf(seeds.map(({ importance }) => importance)),
    commonEntities: sharedNames(named)
      .slice(0, MAX_ENTITIES)
      .map(({ name }) => name),
  };
}

/** All thresholds are inclusive. `novelty` and `confidence` are 0 to 1. */
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

/** The mean in decimal arithmetic: three times 0.7 gives 0.7, where binary fractions give less. 0 without values. */
export function meanOf(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return decimal(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Twelve places: more than callers write, fewer than the rounding errors of a hundred additions reach. */
function decimal(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

/** Moments of brilliance: when a thought is one, and the factors that say why. */
import { entityKey } from "../language/entities";
import { nfkc } from "../../../mind/text/unicode";

/** The published factors of a thought, computed from the seeds that were kept. */
export interface BrillianceFactors {
  seedCount: number;
  /** 0 to 1. */
  avgSeedImportance: number;
  /** As first written, those in most seeds first. */
  commonEntities: string[];
  /** 0 to 1. */
  novelty: number;
}

export interface Brilliance {
  isBrilliant: boolean;
  factors: BrillianceFactors;
}

/** A thought is brilliant if it combines much that matters, around something in common, in a way that is new and sure. */
export const BRILLIANT = {
  seeds: 3,
  avgSeedImportance: 0.7,
  commonEntities: 1,
  novelty: 0.5,
  confidence: 0.7,
} as const;

/** The brilliance of a thought made of `seeds`. `novelty` and `confidence` 0 to 1; thresholds are inclusive. */
export function brillianceOf(
  seeds: readonly { content: string; importance: number; entities: readonly string[] }[],
  { novelty, confidence }: { novelty: number; confidence: number },
): Brilliance {
  const factors = {
    seedCount: seeds.length,
    avgSeedImportance: meanOf(seeds.map(({ importance }) => importance)),
    commonEntities: commonEntities(seeds),
    novelty: decimal(novelty),
  };
  return {
    isBrilliant:
      factors.seedCount >= BRILLIANT.seeds &&
      factors.avgSeedImportance >= BRILLIANT.avgSeedImportance &&
      factors.commonEntities.length >= BRILLIANT.commonEntities &&
      factors.novelty >= BRILLIANT.novelty &&
      decimal(confidence) >= BRILLIANT.confidence,
    factors,
  };
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

/**
 * The entities that two seeds or more have, those in most seeds first. A seed has those it brings and those whose name
 * stands in its content as a whole: a name that only its place in one text shows to be one is a name in the other as well.
 */
export function commonEntities(seeds: readonly { content: string; entities: readonly string[] }[]): string[] {
  const written = new Map<string, string>();
  for (const { entities } of seeds) {
    for (const entity of entities)
      if (!written.has(entityKey(entity))) written.set(entityKey(entity), entity);
  }
  const contents = seeds.map(({ content, entities }) => ({
    plain: nfkc(content),
    keys: new Set(entities.map(entityKey)),
  }));
  return [...written]
    .map(([key, entity]) => ({
      entity,
      seeds: contents.filter(({ plain, keys }) => keys.has(key) || holdsName(plain, nfkc(entity))).length,
    }))
    .filter((found) => found.seeds >= 2)
    .sort((a, b) => b.seeds - a.seeds)
    .map(({ entity }) => entity);
}

/** Whether `name` stands in `text`, written the same, with no letter or digit on either side. */
function holdsName(text: string, name: string): boolean {
  const part = /[\p{L}\p{M}\p{N}_]/u;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    const [after = ""] = text.slice(at + name.length, at + name.length + 2);
    if (!part.test(before) && !part.test(after)) return true;
  }
  return false;
}

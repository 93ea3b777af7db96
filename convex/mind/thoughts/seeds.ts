/** What a thought is made of: seeds filtered by importance, said once each, and weighed. */
import { DEFAULT_THRESHOLD, duplicateSimilarity } from "../../../mind/duplicates/duplicate";
import { parsedText, type ParsedText } from "../../../mind/text/parsedText";
import { normalForm } from "../../../mind/duplicates/normalForm";
import { entitiesOf, entityKey } from "../language/entities";
import { counted } from "../../../mind/text/phrasing";
import { profileOf, tfIdfCosine, tfIdfNorm, type Profile } from "../../../mind/ranking/lexical";
import { type Idf, UNCOUNTED } from "../../../mind/ranking/idf";

/** Something to think about, as a caller sends it or the agent finds it. */
export interface Seed {
  readonly content: string;
  /** 0 to 1. */
  readonly importance: number;
  /** Names that the content may not spell out. */
  readonly entities?: readonly string[];
  /** Where it comes from, in the words of whoever sent it. */
  readonly source?: string;
  /** Whether the agent said it itself: continuity, not evidence. */
  readonly own?: boolean;
  /** When it was told, in ms since the epoch; left out where nobody knows, as of seeds that a caller sends. */
  readonly at?: number;
}

/** A seed that a thought is made of. */
export interface KeptSeed {
  readonly content: string;
  readonly importance: number;
  /** Its own and those found in its content, each once. */
  readonly entities: readonly string[];
  readonly source: string | null;
  readonly own: boolean;
  /** When it was told last; null where nobody knows. */
  readonly at: number | null;
  /** 0 to 1: how much of a thought it claims. */
  readonly weight: number;
}

/**
 * `enough`: the seeds to think with, the weightiest first. `too few`: why there is no thought. `filtered` counts the seeds
 * under the minimum; `merged` those that said again what another says, and are part of it now.
 */
export type Selection =
  | { kind: "enough"; kept: KeptSeed[]; filtered: number; merged: number }
  | { kind: "too few"; reason: string; filtered: number; merged: number };

/** Importance under which a seed is dropped unless the caller says otherwise. */
export const DEFAULT_MIN_IMPORTANCE = 0.3;
/** A thought combines; one seed has nothing to be combined with. */
export const LEAST_SEEDS = 2;
/** The default of DEDUP_THRESHOLD: seeds are duplicates as memories are. */
const DUPLICATE = { threshold: DEFAULT_THRESHOLD, meaning: null };
/** Texts that say the same begin alike; they are compared only where they do, with the likeliest of those before. */
const LIKELY = 0.5;
const MOST_COMPARED = 2;
/** Importance leads; being tied to the others decides between seeds that matter alike, for a thought lives where they meet. */
const WEIGHTS = { importance: 0.7, ties: 0.3 };
/** Two seeds are tied if they share an entity, or so much wording. */
const TIED = 0.15;
/** What a seed is about shows in its beginning; a hundred long seeds stay cheap to compare. */
const COMPARED_LENGTH = 1024;

/**
 * The seeds to think with. Those under `minImportance` are dropped; with fewer than two left there is no thought, unless
 * `force`, which lifts that rule, and with none left uses all of them (`filtered` is then 0). Deterministic.
 */
export function selectSeeds(
  seeds: readonly Seed[],
  { minImportance = DEFAULT_MIN_IMPORTANCE, force = false }: { minImportance?: number; force?: boolean } = {},
  idf: Idf = UNCOUNTED,
): Selection {
  const above = seeds.filter(({ importance }) => importance >= minImportance);
  const used = above.length === 0 && force ? seeds : above;
  const filtered = seeds.length - used.length;
  const distinct = mergedSeeds(used, idf);
  const merged = used.length - distinct.length;
  const least = force ? 1 : LEAST_SEEDS;
  if (distinct.length < least) {
    return {
      kind: "too few",
      reason: reasonFor(seeds.length, filtered, merged, minImportance),
      filtered,
      merged,
    };
  }
  return { kind: "enough", kept: weighed(distinct, idf), filtered, merged };
}

function reasonFor(given: number, filtered: number, merged: number, minImportance: number): string {
  if (given === 0) return "There are no seeds.";
  const left = given - filtered;
  const need = `a thought takes at least ${counted(LEAST_SEEDS, "seed")}`;
  if (merged > 0) return `The seeds of importance ${minImportance} or more all say the same; ${need}.`;
  const those = left === 1 ? "one seed reaches" : `${counted(left, "seed")} reach`;
  return `Of ${counted(given, "seed")} ${left === 0 ? "none reaches" : `only ${those}`} importance ${minImportance}; ${need}.`;
}

interface Distinct {
  content: string;
  importance: number;
  entities: string[];
  source: string | null;
  own: boolean;
  at: number | null;
  beginning: Profile;
  text: ParsedText;
  normal: string;
}

/** Each thing said once: in the words of the more important seed, with the entities of both. */
function mergedSeeds(seeds: readonly Seed[], idf: Idf): Distinct[] {
  const distinct: Distinct[] = [];
  // The important first, so that their words are the ones that stay; sorting is stable, so ties keep the order given.
  for (const seed of [...seeds].sort((a, b) => b.importance - a.importance)) {
    const text = parsedText(seed.content);
    const normal = normalForm(seed.content);
    const profile = profileOf(seed.content.slice(0, COMPARED_LENGTH));
    const beginning = { ...profile, norm: tfIdfNorm(profile, idf) };
    const same =
      distinct.find((other) => other.normal === normal) ??
      likeliest(distinct, beginning, idf).find(
        (other) => duplicateSimilarity(other.text, text, DUPLICATE) !== null,
      );
    const entities = [...(seed.entities ?? []), ...entitiesOf(seed.content)];
    if (same === undefined) {
      const { content, importance, source = null, own = false, at = null } = seed;
      distinct.push({
        content,
        importance,
        entities: eachOnce(entities),
        source,
        own,
        at,
        beginning,
        text,
        normal,
      });
    } else {
      same.entities = eachOnce([...same.entities, ...entities]);
      // What somebody else says too is no longer only the agent's word.
      same.own &&= seed.own ?? false;
      if (seed.at !== undefined) same.at = Math.max(same.at ?? seed.at, seed.at);
    }
  }
  return distinct;
}

/** Those that begin most like `beginning`: to compare two texts closely takes up to milliseconds, and there may be a hundred. */
function likeliest(seeds: readonly Distinct[], beginning: Profile, idf: Idf): Distinct[] {
  return seeds
    .map((seed) => ({ seed, alike: tfIdfCosine(seed.beginning, beginning, idf) }))
    .filter(({ alike }) => alike >= LIKELY)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MOST_COMPARED)
    .map(({ seed }) => seed);
}

function eachOnce(entities: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const entity of entities) {
    const key = entityKey(entity);
    if (key !== "" && !unique.has(key)) unique.set(key, entity.trim());
  }
  return [...unique.values()];
}

/** weight = .7·importance + .3·(share of the other seeds that it is tied to). */
function weighed(seeds: readonly Distinct[], idf: Idf): KeptSeed[] {
  const about = seeds.map(({ beginning, entities }) => ({
    profile: beginning,
    keys: new Set(entities.map(entityKey)),
  }));
  const ties = seeds.map(() => 0);
  about.forEach((a, i) => {
    about.slice(i + 1).forEach((b, offset) => {
      if (!intersects(a.keys, b.keys) && tfIdfCosine(a.profile, b.profile, idf) < TIED) return;
      ties[i] = (ties[i] ?? 0) + 1;
      ties[i + 1 + offset] = (ties[i + 1 + offset] ?? 0) + 1;
    });
  });
  return seeds
    .map(({ content, importance, entities, source, own, at }, i) => ({
      content,
      importance,
      entities,
      source,
      own,
      at,
      weight:
        WEIGHTS.importance * importance +
        WEIGHTS.ties * (seeds.length < 2 ? 0 : (ties[i] ?? 0) / (seeds.length - 1)),
    }))
    .sort((a, b) => b.weight - a.weight);
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const key of a) if (b.has(key)) return true;
  return false;
}

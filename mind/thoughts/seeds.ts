/** What a thought is made of: seeds filtered by importance, each text once. */
import { uniqueNames } from "../text/names";
import { counted } from "../text/phrasing";
import { normalForm } from "../text/normalForm";

/** Something to think about, as a caller sends it or the agent finds it. */
export interface Seed {
  readonly content: string;
  /** 0 to 1. */
  readonly importance: number;
  /** Names that the content may not spell out. */
  readonly entities?: readonly string[];
  /** Where it comes from, in the words of whoever sent it. */
  readonly source?: string;
}

/** A seed that a thought is made of. */
export interface KeptSeed {
  readonly content: string;
  readonly importance: number;
  /** The names given with it, each once; those in its content are found where they are needed. */
  readonly entities: readonly string[];
  readonly source: string | null;
}

/** `enough`: the seeds to think with, in the order given. `too few`: why there is no thought. `filtered` counts those under the minimum. */
export type Selection =
  | { readonly kind: "enough"; readonly kept: readonly KeptSeed[]; readonly filtered: number }
  | { readonly kind: "too few"; readonly reason: string; readonly filtered: number };

/** The contract's default. */
export const DEFAULT_MIN_IMPORTANCE = 0.3;
/** A thought combines; one seed has nothing to be combined with. */
export const LEAST_SEEDS = 2;

/**
 * The seeds to think with. Those under `minImportance` are dropped, those of the same text merged. With fewer than two left there
 * is no thought, unless `force`: that lifts the rule of two, and with no seed left it uses all of them (`filtered` is 0).
 */
export function selectSeeds(
  seeds: readonly Seed[],
  { minImportance = DEFAULT_MIN_IMPORTANCE, force = false }: { minImportance?: number; force?: boolean } = {},
): Selection {
  const above = seeds.filter(({ importance }) => importance >= minImportance);
  const used = above.length === 0 && force ? seeds : above;
  const filtered = seeds.length - used.length;
  const kept = merged(used);
  if (kept.length >= LEAST_SEEDS || (force && kept.length > 0)) return { kind: "enough", kept, filtered };
  const left =
    used.length > kept.length
      ? "all that reach it say the same"
      : `${used.length === 0 ? "none" : counted(used.length, "seed")} of ${seeds.length} ${used.length > 1 ? "reach" : "reaches"} it`;
  const reason = `A thought takes at least ${counted(LEAST_SEEDS, "seed")} of importance ${minImportance} or more; ${left}.`;
  return { kind: "too few", reason, filtered };
}

/** Seeds of the same text (case, white space and closing punctuation aside) as one: of the first one's words, with the higher importance and the names of both. */
function merged(seeds: readonly Seed[]): KeptSeed[] {
  const byText = new Map<string, KeptSeed>();
  for (const { content, importance, entities = [], source = null } of seeds) {
    const key = normalForm(content);
    const known = byText.get(key);
    byText.set(key, {
      content: known?.content ?? content,
      importance: Math.max(known?.importance ?? 0, importance),
      entities: uniqueNames([...(known?.entities ?? []), ...entities]),
      source: known?.source ?? source,
    });
  }
  return [...byText.values()];
}

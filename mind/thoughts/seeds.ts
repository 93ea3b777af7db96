/** The seeds of a thought, filtered by importance and deduplicated. */
import { uniqueNames } from "../text/names";
import { counted } from "../text/phrasing";
import { normalForm } from "../text/normalForm";

/** Something to think about, from a caller or found by the agent. */
export interface Seed {
  readonly content: string;
  /** 0 to 1. */
  readonly importance: number;
  /** Names that the content may not spell out. */
  readonly entities?: readonly string[];
  /** In the caller's words. */
  readonly source?: string;
}

/** A seed that is used. */
export interface SelectedSeed {
  readonly content: string;
  readonly importance: number;
  /** The names given with it, each once. */
  readonly entities: readonly string[];
  readonly source: string | null;
}

/** `selected` in the order given. `filtered`: seeds below the minimum. */
export type Selection =
  | { readonly kind: "enough"; readonly selected: readonly SelectedSeed[]; readonly filtered: number }
  | { readonly kind: "too few"; readonly reason: string; readonly filtered: number };

/** The contract's default. */
export const DEFAULT_MIN_IMPORTANCE = 0.3;
/** A thought combines seeds. */
export const MIN_SEEDS = 2;

/**
 * Drops seeds below `minImportance` and merges those of the same text. Fewer than two are too few, unless `force`: then one is
 * enough, and with none left all are used (`filtered` is 0).
 */
export function selectSeeds(
  seeds: readonly Seed[],
  { minImportance = DEFAULT_MIN_IMPORTANCE, force = false }: { minImportance?: number; force?: boolean } = {},
): Selection {
  const above = seeds.filter(({ importance }) => importance >= minImportance);
  const used = above.length === 0 && force ? seeds : above;
  const filtered = seeds.length - used.length;
  const selected = merged(used);
  if (selected.length >= MIN_SEEDS || (force && selected.length > 0))
    return { kind: "enough", selected, filtered };
  const left =
    used.length > selected.length
      ? "all that reach it say the same"
      : `${used.length === 0 ? "none" : counted(used.length, "seed")} of ${seeds.length} ${used.length > 1 ? "reach" : "reaches"} it`;
  const reason = `A thought takes at least ${counted(MIN_SEEDS, "seed")} of importance ${minImportance} or more; ${left}.`;
  return { kind: "too few", reason, filtered };
}

/** Merges seeds of the same text, ignoring case, white space and final punctuation: the first wording, the highest importance, all names. */
function merged(seeds: readonly Seed[]): SelectedSeed[] {
  const byText = new Map<string, SelectedSeed>();
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

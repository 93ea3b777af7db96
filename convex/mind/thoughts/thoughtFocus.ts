/** What a reflex thought turns on, of all the relations among its seeds. */
import type { Relations, Tension } from "./seedRelations";
import type { Shared } from "./sharedMatters";
import type { TimeConflict } from "./timeConflicts";

/** `told`: indices of the seeds that it speaks of, three at most; the first two stand in the relation. */
export interface Focus {
  readonly told: readonly number[];
  readonly subject: Shared | null;
  /** Things of one kind of which each is told. */
  readonly several: Shared | null;
  readonly tension: Tension | null;
  readonly conflict: TimeConflict | null;
  readonly cause: { readonly effect: number; readonly cause: number } | null;
  readonly breach: Relations["breaches"][number] | null;
  readonly fulfilment: Relations["fulfilments"][number] | null;
  /** Two subjects that meet only in the seed between. */
  readonly bridge: { readonly from: Shared; readonly over: number; readonly to: Shared } | null;
}

const MOST_TOLD = 3;

/** The two seeds that stand in the relation, the first told first; null where no two alone do. */
export function pairOf({ tension, cause, breach, fulfilment }: Focus): readonly [number, number] | null {
  if (tension !== null) return [tension.a, tension.b];
  if (breach !== null) return [breach.rule, breach.deed];
  if (fulfilment !== null) return [fulfilment.condition, fulfilment.fact];
  return cause === null ? null : [cause.effect, cause.cause];
}

/**
 * A hard tension first, then a rule that was broken, then plans that want the same time, then a condition that is met, then a reason, then voices that differ, then a bridge, then
 * what most seeds share, then things of one kind, and without any the two weightiest.
 */
export function focusOf(
  count: number,
  { tensions, conflict, causes, breaches, fulfilments, shared, several }: Relations,
): Focus {
  const none = {
    tension: null,
    conflict: null,
    cause: null,
    breach: null,
    fulfilment: null,
    bridge: null,
    several: null,
  };
  const about = (pair: readonly number[]) =>
    shared.find(({ seeds }) => pair.every((index) => seeds.includes(index))) ?? null;
  const withThird = (pair: readonly number[]) => {
    const near = shared.flatMap(({ seeds }) => (seeds.some((seed) => pair.includes(seed)) ? seeds : []));
    const third = near.find((seed) => !pair.includes(seed));
    return third === undefined ? pair : [...pair, third];
  };
  const tension = tensions.find(({ kind }) => kind !== "feeling");
  if (tension !== undefined) {
    const pair = [tension.a, tension.b];
    return { ...none, told: withThird(pair), subject: about(pair), tension };
  }
  const [breach] = breaches;
  if (breach !== undefined) {
    const pair = [breach.rule, breach.deed];
    return { ...none, told: withThird(pair), subject: about(pair), breach };
  }
  if (conflict !== null) {
    const told = conflict.seeds.length < MOST_TOLD ? withThird(conflict.seeds) : conflict.seeds;
    return { ...none, told, subject: about(conflict.seeds), conflict };
  }
  const [fulfilment] = fulfilments;
  if (fulfilment !== undefined) {
    const pair = [fulfilment.condition, fulfilment.fact];
    return { ...none, told: withThird(pair), subject: about(pair), fulfilment };
  }
  const [cause] = causes;
  if (cause !== undefined) {
    const pair = [cause.effect, cause.cause];
    return { ...none, told: withThird(pair), subject: about(pair), cause };
  }
  // Two voices differ only over what both are about: a mere likeness of wording is nothing to be glad or sorry of.
  const felt = tensions.find(({ a, b }) => about([a, b]) !== null);
  if (felt !== undefined) {
    const pair = [felt.a, felt.b];
    return { ...none, told: withThird(pair), subject: about(pair), tension: felt };
  }
  // What most seeds share, though it be a noun and others share a name.
  const [first, ...others] = shared;
  const subject = others.reduce(
    (most, one) => (most === undefined || one.seeds.length > most.seeds.length ? one : most),
    first,
  );
  // What all three share says more than what joins two pairs of them.
  const bridge = subject !== undefined && subject.seeds.length >= MOST_TOLD ? null : bridgeIn(shared);
  if (bridge !== null) {
    const { from, over, to } = bridge;
    const [start = over, end = over] = [from, to].map(({ seeds }) => seeds.find((seed) => seed !== over));
    return { ...none, told: [start, over, end], subject: from, bridge };
  }
  if (subject !== undefined) return { ...none, told: subject.seeds.slice(0, MOST_TOLD), subject };
  if (several !== null) return { ...none, told: several.seeds.slice(0, MOST_TOLD), subject: null, several };
  return { ...none, told: Array.from({ length: Math.min(2, count) }, (_, i) => i), subject: null };
}

/** Two shared things that have just one seed in common, and that no seed outside it joins. */
function bridgeIn(shared: readonly Shared[]): Focus["bridge"] {
  for (const from of shared) {
    for (const to of shared) {
      if (from === to) continue;
      const both = from.seeds.filter((seed) => to.seeds.includes(seed));
      const [over] = both;
      if (over !== undefined && both.length === 1) return { from, over, to };
    }
  }
  return null;
}

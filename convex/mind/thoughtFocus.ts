/** What a reflex thought turns on, of all the relations among its seeds. */
import type { Relations, Tension } from "./seedRelations";
import type { Shared } from "./sharedMatters";

/** `told`: indices of the seeds that it speaks of, three at most; the first two stand in the relation. */
export interface Focus {
  readonly told: readonly number[];
  readonly subject: Shared | null;
  readonly tension: Tension | null;
  readonly cause: { readonly effect: number; readonly cause: number } | null;
  /** Two subjects that meet only in the seed between. */
  readonly bridge: { readonly from: Shared; readonly over: number; readonly to: Shared } | null;
}

const MOST_TOLD = 3;

/** A hard tension first, then a reason, then a bridge, then what most seeds share, and without any the two weightiest. */
export function focusOf(count: number, { tensions, causes, shared }: Relations): Focus {
  const tension = tensions[0] ?? null;
  const cause = causes[0] ?? null;
  const none = { tension: null, cause: null, bridge: null };
  const about = (pair: readonly number[]) =>
    shared.find(({ seeds }) => pair.every((index) => seeds.includes(index))) ?? null;
  const withThird = (pair: readonly number[]) => {
    const near = shared.flatMap(({ seeds }) => (seeds.some((seed) => pair.includes(seed)) ? seeds : []));
    const third = near.find((seed) => !pair.includes(seed));
    return third === undefined ? pair : [...pair, third];
  };
  if (tension !== null && tension.kind !== "feeling") {
    const pair = [tension.a, tension.b];
    return { ...none, told: withThird(pair), subject: about(pair), tension };
  }
  if (cause !== null) {
    const pair = [cause.effect, cause.cause];
    return { ...none, told: withThird(pair), subject: about(pair), cause };
  }
  if (tension !== null) {
    const pair = [tension.a, tension.b];
    return { ...none, told: withThird(pair), subject: about(pair), tension };
  }
  const [subject] = shared;
  // What all three share says more than what joins two pairs of them.
  const bridge = subject !== undefined && subject.seeds.length >= MOST_TOLD ? null : bridgeIn(shared);
  if (bridge !== null) {
    const { from, over, to } = bridge;
    const [start = over, end = over] = [from, to].map(({ seeds }) => seeds.find((seed) => seed !== over));
    return { ...none, told: [start, over, end], subject: from, bridge };
  }
  if (subject !== undefined) return { ...none, told: subject.seeds.slice(0, MOST_TOLD), subject };
  return { ...none, told: Array.from({ length: Math.min(2, count) }, (_, i) => i), subject: null };
}

/** Two shared things that have just one seed in common, and that no seed outside it joins. */
function bridgeIn(shared: readonly Shared[]): Focus["bridge"] {
  for (const from of shared) {
    for (const to of shared) {
      if (from === to || from.isEntity !== to.isEntity) continue;
      const both = from.seeds.filter((seed) => to.seeds.includes(seed));
      const [over] = both;
      if (over !== undefined && both.length === 1) return { from, over, to };
    }
  }
  return null;
}

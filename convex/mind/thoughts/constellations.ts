/** Weighty things of the last days that belong together: worth a thought more than whatever came in last. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { entitiesOf } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { onceEach } from "../../../mind/lists/uniqueBy";
import type { Idf } from "../../../mind/ranking/idf";
import { meanOf } from "./brilliance";
import type { Seed } from "./seeds";
import { sharedAmong } from "./sharedMatters";

/** So many make one, and their mean importance is at least this: that of a brilliant thought (decisions §7). */
const LEAST = 3;
const LEAST_MEAN = 0.7;
/** What weighs less carries none. */
const LEAST_IMPORTANCE = 0.5;
/** Pairs are looked at: of the weightiest. */
const MOST_LOOKED_AT = 16;
/** What all of these may share. */
const MOST_SHARED = 12;

/** Three or more weighty seeds that share a name or a matter, one of them at least among `fresh`, `most` at most; none where there are none. */
export function weightyTogether(
  fresh: readonly Seed[],
  others: readonly Seed[],
  idf: Idf,
  most: number,
): Seed[] {
  const looked = onceEach([...fresh, ...others], ({ content }) => normalForm(withoutFrame(content)))
    .filter(({ importance }) => importance >= LEAST_IMPORTANCE)
    .sort((a, b) => b.importance - a.importance)
    .slice(0, MOST_LOOKED_AT);
  if (looked.length < LEAST) return [];
  const related = looked.map(({ content, entities = [] }) => ({
    content,
    entities: [...entities, ...entitiesOf(content)],
  }));
  const groups = sharedAmong(related, idf, { most: MOST_SHARED }).flatMap(({ seeds }) => {
    const members = heaviest(
      seeds.flatMap((place) => looked[place] ?? []),
      most,
    );
    return members.length >= LEAST && members.some((one) => fresh.includes(one)) ? [members] : [];
  });
  const [best = []] = groups.sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}

/** The weightiest, as many as keep the mean. */
function heaviest(seeds: readonly Seed[], most: number): Seed[] {
  const sorted = [...seeds].sort((a, b) => b.importance - a.importance).slice(0, most);
  while (sorted.length > 0 && weightOf(sorted) < LEAST_MEAN) sorted.pop();
  return sorted;
}

function weightOf(seeds: readonly Seed[]): number {
  return meanOf(seeds.map(({ importance }) => importance));
}

/** What a stretch of thinking was about: thoughts grouped by what they were made of, and a label for each group. */
import { entitiesOf } from "./entities";
import { profileOf, tfIdfCosine, type Profile } from "./lexical";
import type { Idf } from "./rarity";
import { themeLabel } from "./themes";

/** What themes are read from. */
export interface ThemedThought {
  readonly content: string;
  /** The seeds' texts, empty for a reflection: what it was about, without the words in which it thinks. */
  readonly seeds: readonly string[];
}

/** A theme, and the indices of its thoughts in the order given. */
export interface ThoughtTheme {
  readonly label: string;
  readonly thoughts: readonly number[];
}

/** More themes than this dominate nothing. */
const MOST_THEMES = 3;
/** A thought belongs to the theme whose wording it shares so much of. */
const LEAST_ALIKE = 0.15;
const READ_LENGTH = 2048;

interface Group {
  readonly thoughts: number[];
  readonly counts: Map<string, number>;
  length: number;
}

/**
 * The dominant themes of `thoughts`, the greatest first, at most three. Where no two thoughts meet, what the last one was
 * about stands alone. Each thought joins the group it is most like, or founds one: one pass, in their order.
 */
export function themesOfThoughts(thoughts: readonly ThemedThought[], idf: Idf): ThoughtTheme[] {
  const members = thoughts.map((thought) => {
    const text = textOf(thought);
    return { text, entities: entitiesOf(text), profile: profileOf(text) };
  });
  const groups: Group[] = [];
  members.forEach(({ profile }, index) => {
    const best = likest(profile, groups, idf);
    const group = best ?? { thoughts: [], counts: new Map<string, number>(), length: 0 };
    if (best === null) groups.push(group);
    group.thoughts.push(index);
    for (const [term, count] of profile.counts) group.counts.set(term, (group.counts.get(term) ?? 0) + count);
    group.length += profile.length;
  });
  const most = Math.max(0, ...groups.map((group) => group.thoughts.length));
  const dominant = most > 1 ? groups.filter((group) => group.thoughts.length > 1) : groups.slice(-1);
  return dominant
    .sort((a, b) => b.thoughts.length - a.thoughts.length)
    .slice(0, MOST_THEMES)
    .map((group) => ({
      label: themeLabel(
        group.thoughts.flatMap((index) => members[index] ?? []),
        idf,
      ),
      thoughts: group.thoughts,
    }));
}

/** The text by which a thought is themed. */
export function textOf({ content, seeds }: ThemedThought): string {
  return (seeds.length === 0 ? content : seeds.join("\n")).slice(0, READ_LENGTH);
}

function likest(profile: Profile, groups: readonly Group[], idf: Idf): Group | null {
  let best: Group | null = null;
  let bestAlike = LEAST_ALIKE;
  for (const group of groups) {
    const alike = tfIdfCosine(profile, group, idf);
    if (alike >= bestAlike) [best, bestAlike] = [group, alike];
  }
  return best;
}

/** What a stretch of thinking was about: thoughts grouped by what they were made of, and a label for each group. */
import { isDateName } from "../language/dateMentions";
import { entitiesOf } from "../language/entities";
import { nounUse } from "../language/nounUses";
import { isInOtherLanguage } from "../language/otherLanguages";
import { phraseWordsOf } from "../language/phraseWords";
import { listed, oneLine, sentenceCase } from "../../../mind/text/phrasing";
import { profileOf, tfIdfCosine, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { sharedAmong } from "./sharedMatters";

/** What themes are read from. */
export interface ThemedThought {
  readonly content: string;
  /** The seeds' texts, empty for a reflection: what it was about, without the words in which it thinks. */
  readonly seeds: readonly string[];
}

interface ThemeMember {
  readonly text: string;
  readonly entities: readonly string[];
}

/** A theme, and the indices of its thoughts in the order given. */
export interface ThoughtTheme {
  readonly label: string;
  readonly thoughts: readonly number[];
}

/** More themes than this dominate nothing. */
const MOST_THEMES = 3;
/** So many thoughts of no group are compared anew, the newest. */
const MOST_LEFT = 24;
/** A thought belongs to the theme whose wording it shares so much of. */
const LEAST_ALIKE = 0.15;
const READ_LENGTH = 2048;

interface Group {
  readonly thoughts: number[];
  readonly counts: Map<string, number>;
  length: number;
}

/**
 * The dominant themes of `thoughts`, the greatest first, at most three: things or names that thoughts share. Where no two
 * thoughts meet, what the last one was about stands alone, if that is known. Each thought joins the group it is most like, or
 * founds one: one pass, in their order. What is left over is looked through once more, for strangers in their wording may
 * name the same.
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
  const dominant = groups
    .flatMap((group) => themeOf(group.thoughts, members, idf) ?? [])
    .sort((a, b) => b.thoughts.length - a.thoughts.length)
    .slice(0, MOST_THEMES);
  const themed = new Set(dominant.flatMap((theme) => theme.thoughts));
  const left = [...members.keys()].filter((index) => !themed.has(index)).slice(-MOST_LEFT);
  const further = dominant.length < MOST_THEMES ? themeOf(left, members, idf, { places: true }) : null;
  const found = further === null ? dominant : [...dominant, further];
  const last = thoughts.at(-1);
  if (found.length > 0 || last === undefined) return found;
  const label = aboutAlone(last, idf);
  return label === null ? [] : [{ label: sentenceCase(label), thoughts: [thoughts.length - 1] }];
}

/** What a thought alone was about: what its seeds share, else a name in them, else the first noun that a sentence turns on. */
function aboutAlone({ content, seeds }: ThemedThought, idf: Idf): string | null {
  const told = (seeds.length === 0 ? [content] : seeds).map((text) => {
    const read = text.slice(0, READ_LENGTH);
    return { content: read, entities: entitiesOf(read) };
  });
  const [shared] = sharedAmong(told, idf, { places: true });
  if (shared !== undefined) return shared.name;
  const name = told.flatMap(({ entities }) => entities).find((entity) => !isDateName(entity));
  if (name !== undefined) return name;
  const nouns = told.flatMap((one) => {
    if (isInOtherLanguage(one.content)) return [];
    const words = phraseWordsOf(oneLine(one.content));
    return words.flatMap(({ plain }, place) => (nounUse(words, place) === "matter" ? [plain] : []));
  });
  return nouns[0] ?? null;
}

/**
 * What the thoughts of a group are about, each of those that it counts: a name, or a noun that their sentences turn on. A
 * word that they happen to have in common makes no theme: then null.
 */
function themeOf(
  group: readonly number[],
  members: readonly ThemeMember[],
  idf: Idf,
  { places = false }: { readonly places?: boolean } = {},
): ThoughtTheme | null {
  const held = group.flatMap((index) => members[index] ?? []);
  if (held.length < 2) return null;
  const asSeeds = held.map(({ text, entities }) => ({
    content: text.replace(/(?<![.!?…])\n/gu, ". "),
    entities,
  }));
  const shared = sharedAmong(asSeeds, idf, { places });
  const [first] = shared;
  if (first === undefined) return null;
  const second = shared.find((other) => other !== first && other.seeds.join() === first.seeds.join());
  return {
    label: sentenceCase(listed([first, ...(second === undefined ? [] : [second])].map(({ name }) => name))),
    thoughts: first.seeds.flatMap((place) => group[place] ?? []),
  };
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

/** How weighty what a text tells of is by its nature: the table of matters, found in its words. */
import { dateMentions } from "../language/dateMentions";
import { tokensOf } from "../language/tokens";
import { isOfKind } from "../language/workingThings";
import { mattersFrom, matterStem, TURN, type Matter } from "./weightyMatters";

/** How many words may stand in a gap: "lost his beloved only brother". */
const LONGEST_GAP = 3;
/** Further matters add less and less; beyond these nothing. */
const MOST_MATTERS = 3;
/** Fiction and machinery, in which people die, marry and wage war without anybody's being touched. */
const MADE_UP = new Set(
  (
    "film films movie movies novel novels book books series episode game games song songs play plays video character characters actor " +
    "plot process processes thread threads script component row rows record records feature function class method module bug query " +
    "container pixel packet variable link links url"
  ).split(" "),
);
/** Whose death is a gardener's: beside the deaths of people and beasts it is none. */
const GROWN = new Set(
  (
    "seedling seedlings tomato tomatoes weed weeds lawn grass moss shrub shrubs hedge hedges rose roses lettuce basil herb herbs cactus " +
    "orchid orchids fern ferns aphid aphids slug slugs snail snails ant ants wasp wasps fly flies mosquito mosquitoes germs bacteria mould mold " +
    "houseplant houseplants geranium geraniums dahlia dahlias bulbs"
  ).split(" "),
);
/** Words after "killed" among which its object is. */
const OBJECT_REACH = 4;
/** How many words before and after a word may say so. */
const REACH = 5;
const NEXT = 2;

/**
 * 0 to 1: 0 where `tokens` (lower-case words) tell of nothing that matters by its nature. More matters, more weight.
 * `names` are the names among them.
 */
export function weightOf(tokens: readonly string[], names: readonly string[]): number {
  const stems = tokens.map(matterStem);
  const nameStarts = new Set(
    names.filter((name) => dateMentions(name).length === 0).map((name) => tokensOf(name)[0] ?? ""),
  );
  const nameAt = (place: number) => nameStarts.has(tokens[place] ?? "");
  const found = new Set<Matter>();
  for (const [at, stem] of stems.entries()) {
    const [heaviest] = mattersFrom(stem)
      .filter((matter) => standsAt(stems, nameAt, at, matter))
      .filter(({ weight }) => weight < TURN || !isOfAThing(tokens, at))
      .sort((a, b) => b.weight - a.weight);
    if (heaviest !== undefined) found.add(heaviest);
  }
  const weights = [...found].map(({ weight }) => weight).sort((a, b) => b - a);
  return 1 - weights.slice(0, MOST_MATTERS).reduce((rest, weight) => rest * (1 - weight), 1);
}

function standsAt(
  stems: readonly string[],
  nameAt: (place: number) => boolean,
  at: number,
  { parts, unlessNext }: Matter,
): boolean {
  let last = at;
  for (const { stems: wanted, isName, gap } of parts.slice(1)) {
    const end = last + 1 + (gap ? LONGEST_GAP : 0);
    let place = last + 1;
    while (place <= end && !(isName ? nameAt(place) : wanted.has(stems[place] ?? ""))) place += 1;
    if (place > end) return false;
    last = place;
  }
  return !unlessNext.has(stems[last + 1] ?? "");
}

/** A phone dies, a process or a seedling is killed, and a film is about a murder: that is no turn of a life. `at` is the place of its word. */
export function isOfAThing(tokens: readonly string[], at: number): boolean {
  const around = tokens.slice(Math.max(0, at - REACH), at + 1 + NEXT);
  const before = tokens.slice(Math.max(0, at - 2), at);
  const objects = /^kill/u.test(tokens[at] ?? "") ? tokens.slice(at + 1, at + 1 + OBJECT_REACH) : [];
  return (
    around.some((word) => MADE_UP.has(word)) ||
    before.some((word) => isOfKind(word, "THING")) ||
    [...before, ...objects].some((word) => GROWN.has(word))
  );
}

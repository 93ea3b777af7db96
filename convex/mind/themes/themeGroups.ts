/** What of a group of memories is a theme: all of it where they are alike enough, else those that name the same matter. */
import { SMALLEST_CLUSTER } from "./clustering";
import { namedMatters, type Naming } from "./namedMatters";
import type { Near } from "./nearest";
import { surenessOf, witnessesAmong } from "./themeWitnesses";

/**
 * How sure a group must be to be a theme whatever its members name. Groups found by meaning may share no word; on questions to
 * a bank, sorted by what they ask, they meet the labels as well up to here, and less well beyond.
 */
const SURE_BY_MEANING = 0.3;
/**
 * The same of groups found by words alone, in which strangers stand that share one by chance ("broke a string", "the coffee
 * machine is broken"). Many members who are alike in many words reach it, and short notes never do: of these a theme is what
 * names one thing. On the questions it is all the same from 0.8 to 0.95.
 */
const SURE_BY_WORDS = 0.9;

/** How the members of a group are alike, by their places. */
export interface Likeness {
  nearest(place: number): readonly Near[];
  /** Whether a memory was compared by its vector as well as by its words. */
  isByMeaning(place: number): boolean;
}

/** Whether a group is a theme without regard to what its members name. */
export function isSure(places: readonly number[], likeness: Likeness): boolean {
  const byMeaning = places.filter((place) => likeness.isByMeaning(place)).length * 2 >= places.length;
  const least = byMeaning ? SURE_BY_MEANING : SURE_BY_WORDS;
  return surenessOf(places, (place) => likeness.nearest(place)) >= least;
}

/**
 * The themes in a group that is not sure, by the places of their members: for each thing that three statements of it name,
 * copies of these, and questions. No member is in two; the thing that most of them name comes first.
 */
export function matterGroups(
  places: readonly number[],
  likeness: Likeness,
  namings: ReadonlyMap<number, Naming>,
): number[][] {
  const witnesses = witnessesAmong(places, (place) => likeness.nearest(place)).map(({ place }) => place);
  const statements = new Set(witnesses.filter((place) => namings.get(place)?.states === true));
  const groups: number[][] = [];
  let left = places.filter((place) => namings.has(place));
  for (;;) {
    const known = left.flatMap((place) => namings.get(place) ?? []);
    const found = namedMatters(known)
      .map(({ holders }) => holders.flatMap((i) => left[i] ?? []))
      .find((own) => own.filter((place) => statements.has(place)).length >= SMALLEST_CLUSTER);
    if (found === undefined) return groups;
    groups.push(found);
    left = left.filter((place) => !found.includes(place));
  }
}

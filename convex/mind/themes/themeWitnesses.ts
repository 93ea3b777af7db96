/** Which members of a theme are witnesses that there is one, and how near each is to the others. */
import { closenessOf, coreConfidence } from "./coreConfidence";
import type { Near } from "./nearest";

/** Strength from which two members are one statement, stored twice. */
const COPY = 0.97;
/** A member that says something of its own. */
export interface Telling {
  readonly place: number;
  /** 0 to 1. */
  readonly closeness: number;
}

/** Each statement among the members at `places` once. `nearest` gives those near to each, as far as they are known. */
export function witnessesAmong(
  places: readonly number[],
  nearest: (place: number) => readonly Near[],
): Telling[] {
  const strengths = new Map(places.map((place) => [place, new Map<number, number>()]));
  for (const place of places) {
    for (const near of nearest(place)) {
      if (!strengths.has(near.place)) continue;
      strengths.get(place)?.set(near.place, near.strength);
      strengths.get(near.place)?.set(place, near.strength);
    }
  }
  // A copy of an earlier member says nothing that this one has not said.
  const isCopy = (place: number): boolean =>
    [...(strengths.get(place) ?? [])].some(([other, strength]) => other < place && strength >= COPY);
  const witnesses = new Set(places.filter((place) => !isCopy(place)));
  // A theme of one statement has nothing else that it could be near to: that it was told again speaks for it once.
  if (witnesses.size === 1) return [...witnesses].map((place) => ({ place, closeness: closenessOf([1]) }));
  return [...witnesses].map((place) => ({
    place,
    closeness: closenessOf(
      [...(strengths.get(place) ?? [])].flatMap(([other, strength]) =>
        witnesses.has(other) ? [strength] : [],
      ),
    ),
  }));
}

/** How sure a theme of these memories is, were each of them so, 0 to 1; one statement, told again and again, is as sure as can be. */
export function surenessOf(places: readonly number[], nearest: (place: number) => readonly Near[]): number {
  const witnesses = witnessesAmong(places, nearest);
  if (witnesses.length === 1) return 1;
  return coreConfidence(witnesses.map(({ closeness }) => ({ closeness, confidence: 1 })));
}

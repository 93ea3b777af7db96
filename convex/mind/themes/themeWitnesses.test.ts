import { describe, expect, test } from "vitest";
import type { Near } from "./nearest";
import { areCoherent, witnessesAmong } from "./themeWitnesses";

/** Each pair of places as near as `strength` says. */
const near = (strength: (a: number, b: number) => number, places: readonly number[]) => (place: number) =>
  places
    .filter((other) => other !== place)
    .map((other): Near => ({ place: other, strength: strength(place, other) }));
const THREE = [1, 2, 3];

describe("a theme", () => {
  test("is made of memories that are near enough to each other", () => {
    expect(
      areCoherent(
        THREE,
        near(() => 0.4, THREE),
      ),
    ).toBe(true);
    expect(
      areCoherent(
        THREE,
        near(() => 0.1, THREE),
      ),
    ).toBe(false);
  });

  test("is no sooner one by more copies of a stranger", () => {
    const places = [1, 2, 3, 4];
    const strength = (a: number, b: number) => (Math.min(a, b) >= 3 ? 1 : 0.08);
    expect(witnessesAmong(places, near(strength, places)).map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(areCoherent(places, near(strength, places))).toBe(false);
  });

  test("may be one statement, told again and again", () => {
    expect(
      areCoherent(
        THREE,
        near(() => 1, THREE),
      ),
    ).toBe(true);
  });
});

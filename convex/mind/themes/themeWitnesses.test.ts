import { describe, expect, test } from "vitest";
import type { Near } from "./nearest";
import { surenessOf, witnessesAmong } from "./themeWitnesses";

/** Each pair of places as near as `strength` says. */
const near = (strength: (a: number, b: number) => number, places: readonly number[]) => (place: number) =>
  places
    .filter((other) => other !== place)
    .map((other): Near => ({ place: other, strength: strength(place, other) }));
const THREE = [1, 2, 3];

describe("a theme", () => {
  test("is the surer the nearer its members are to each other", () => {
    const sureness = (strength: number) =>
      surenessOf(
        THREE,
        near(() => strength, THREE),
      );
    expect(sureness(0.4)).toBeGreaterThan(0.5);
    expect(sureness(0.1)).toBeLessThan(0.2);
    expect(sureness(0)).toBe(0);
  });

  test("is no surer by more copies of a stranger", () => {
    const places = [1, 2, 3, 4];
    const strength = (a: number, b: number) => (Math.min(a, b) >= 3 ? 1 : 0.08);
    expect(witnessesAmong(places, near(strength, places)).map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(surenessOf(places, near(strength, places))).toBe(surenessOf(THREE, near(strength, THREE)));
  });

  test("may be one statement, told again and again", () => {
    expect(
      surenessOf(
        THREE,
        near(() => 1, THREE),
      ),
    ).toBe(1);
  });
});

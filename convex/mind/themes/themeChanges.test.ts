import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SMALLEST_CLUSTER } from "./clustering";
import type { Near } from "./nearest";
import { themeChanges, type KnownTheme, type Region, type ThemeChange } from "./themeChanges";

/** Places that are all near to each other. */
function near(...groups: readonly (readonly number[])[]): Map<number, Near[]> {
  return new Map(
    groups.flatMap((group) =>
      group.map((place) => [
        place,
        group.filter((other) => other !== place).map((other) => ({ place: other, strength: 0.5 })),
      ]),
    ),
  );
}

function region(nearest: Map<number, Near[]>, more: Partial<Region> = {}): Region {
  return { members: new Set(nearest.keys()), nearest, themes: [], ...more };
}

/** The themes after the changes. */
function applied(themes: readonly KnownTheme[], changes: readonly ThemeChange[]): KnownTheme[] {
  const changed = new Map(changes.flatMap((one) => (one.kind === "founded" ? [] : [[one.id, one] as const])));
  const known = themes.flatMap((theme) => {
    const change = changed.get(theme.id);
    if (change === undefined) return [theme];
    return change.kind === "changed" ? [{ id: theme.id, members: change.members }] : [];
  });
  const founded = changes.filter((one) => one.kind === "founded");
  return [...known, ...founded.map(({ members }, i) => ({ id: `founded ${members[0] ?? i}`, members }))];
}

const graph = fc
  .array(fc.tuple(fc.nat(15), fc.nat(15), fc.double({ min: 0.05, max: 1, noNaN: true })), { maxLength: 60 })
  .map((links) => {
    const nearest = new Map<number, Near[]>(Array.from({ length: 16 }, (_, place) => [place, []]));
    for (const [a, b, strength] of links) if (a !== b) nearest.get(a)?.push({ place: b, strength });
    return nearest;
  });

describe("themeChanges", () => {
  it("founds a theme for each group", () => {
    const changes = themeChanges(region(near([1, 2, 3], [7, 8, 9, 10])));
    expect(changes).toEqual([
      { kind: "founded", members: [1, 2, 3] },
      { kind: "founded", members: [7, 8, 9, 10] },
    ]);
  });

  it("lets a theme grow and keep its identity", () => {
    const themes = [{ id: "x", members: [1, 2, 3] }];
    expect(themeChanges(region(near([1, 2, 3, 4]), { themes }))).toEqual([
      { kind: "changed", id: "x", members: [1, 2, 3, 4] },
    ]);
  });

  it("merges two themes that turn out to be one, into the one that is more of it", () => {
    const themes = [
      { id: "small", members: [1, 2, 3] },
      { id: "large", members: [4, 5, 6, 7] },
    ];
    expect(themeChanges(region(near([1, 2, 3, 4, 5, 6, 7]), { themes }))).toEqual([
      { kind: "changed", id: "large", members: [1, 2, 3, 4, 5, 6, 7] },
      { kind: "dissolved", id: "small" },
    ]);
  });

  it("lets a theme outside the region gain, and loses none of its members", () => {
    const themes = [{ id: "far", members: [1, 2, 3] }];
    const all = near([1, 2, 3, 9]);
    const changes = themeChanges(region(all, { members: new Set([9]), themes }));
    expect(changes).toEqual([{ kind: "changed", id: "far", members: [1, 2, 3, 9] }]);
  });

  it("makes no theme of what hardly has anything in common, and dissolves one", () => {
    const weak = new Map(
      [...near([1, 2, 3])].map(([place, all]) => [place, all.map((one) => ({ ...one, strength: 0.1 }))]),
    );
    expect(themeChanges(region(weak))).toEqual([]);
    const themes = [{ id: "x", members: [1, 2, 3] }];
    expect(themeChanges(region(weak, { themes }))).toEqual([{ kind: "dissolved", id: "x" }]);
  });

  it("makes no theme of fewer than three memories", () => {
    expect(themeChanges(region(near([1, 2])))).toEqual([]);
    expect(themeChanges(region(near([1, 2, 3])))).toHaveLength(1);
  });

  it("changes nothing the second time, and puts no memory into two themes, whatever the links", () => {
    fc.assert(
      fc.property(graph, (nearest) => {
        const first = themeChanges(region(nearest));
        const themes = applied([], first);
        const places = themes.flatMap(({ members }) => members);
        expect(new Set(places).size).toBe(places.length);
        for (const { members } of themes) expect(members.length).toBeGreaterThanOrEqual(SMALLEST_CLUSTER);
        expect(themeChanges(region(nearest, { themes }))).toEqual([]);
      }),
    );
  });
});

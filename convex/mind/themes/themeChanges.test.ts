import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SMALLEST_CLUSTER } from "./clustering";
import { namingOf, type Naming } from "./namedMatters";
import type { Near } from "./nearest";
import { regroupRegion, themeChanges, type KnownTheme, type Region, type ThemeChange } from "./themeChanges";

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

/** All of it compared by meaning. */
function region(nearest: Map<number, Near[]>, more: Partial<Region> = {}): Region {
  const members = new Set(nearest.keys());
  return { members, nearest, byMeaning: members, themes: [], ...more };
}

function changesOf(given: Region, namings: ReadonlyMap<number, Naming> = new Map()): ThemeChange[] {
  return themeChanges(regroupRegion(given), namings);
}

function namings(texts: Readonly<Record<number, string>>): Map<number, Naming> {
  return new Map(
    Object.entries(texts).map(([place, text]) => [Number(place), namingOf({ text, entities: [] })]),
  );
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

const TOLD = [
  "The ferry was late.",
  "The owl sat there.",
  "The ferry saw the owl.",
  "We saw the lamp.",
].flatMap((text) => Array.from({ length: 4 }, () => text));

describe("themeChanges", () => {
  it("founds a theme for each group", () => {
    const changes = changesOf(region(near([1, 2, 3], [7, 8, 9, 10])));
    expect(changes).toEqual([
      { kind: "founded", members: [1, 2, 3] },
      { kind: "founded", members: [7, 8, 9, 10] },
    ]);
  });

  it("lets a theme grow and keep its identity", () => {
    const themes = [{ id: "x", members: [1, 2, 3] }];
    expect(changesOf(region(near([1, 2, 3, 4]), { themes }))).toEqual([
      { kind: "changed", id: "x", members: [1, 2, 3, 4] },
    ]);
  });

  it("merges two themes that turn out to be one, into the one that is more of it", () => {
    const themes = [
      { id: "small", members: [1, 2, 3] },
      { id: "large", members: [4, 5, 6, 7] },
    ];
    expect(changesOf(region(near([1, 2, 3, 4, 5, 6, 7]), { themes }))).toEqual([
      { kind: "changed", id: "large", members: [1, 2, 3, 4, 5, 6, 7] },
      { kind: "dissolved", id: "small" },
    ]);
  });

  it("lets a theme outside the region gain, and loses none of its members", () => {
    const themes = [{ id: "far", members: [1, 2, 3] }];
    const all = near([1, 2, 3, 9]);
    const changes = changesOf(region(all, { members: new Set([9]), themes }));
    expect(changes).toEqual([{ kind: "changed", id: "far", members: [1, 2, 3, 9] }]);
  });

  it("makes no theme of what hardly has anything in common, and dissolves one", () => {
    const weak = new Map(
      [...near([1, 2, 3])].map(([place, all]) => [place, all.map((one) => ({ ...one, strength: 0.1 }))]),
    );
    expect(changesOf(region(weak))).toEqual([]);
    const themes = [{ id: "x", members: [1, 2, 3] }];
    expect(changesOf(region(weak, { themes }))).toEqual([{ kind: "dissolved", id: "x" }]);
  });

  it("makes a theme of what names the same, where likeness alone makes none", () => {
    const faint = new Map(
      [...near([1, 2, 3, 4])].map(([place, all]) => [place, all.map((one) => ({ ...one, strength: 0.08 }))]),
    );
    const told = namings({
      1: "The ferry was late.",
      2: "We took the ferry to the island.",
      3: "Lost my hat, it was windy.",
      4: "The ferry doesn't run in winter.",
    });
    expect(changesOf(region(faint), told)).toEqual([{ kind: "founded", members: [1, 2, 4] }]);
    const themes = [{ id: "x", members: [1, 2, 3, 4] }];
    expect(changesOf(region(faint, { themes }), told)).toEqual([
      { kind: "changed", id: "x", members: [1, 2, 4] },
    ]);
  });

  it("parts what words alone have joined, and not what meaning has", () => {
    const joined = near([1, 2, 3, 4, 5, 6]);
    const weaker = new Map(
      [...joined].map(([place, all]) => [place, all.map((one) => ({ ...one, strength: 0.25 }))]),
    );
    const told = namings({
      1: "I like my coffee black.",
      2: "The coffee machine broke.",
      3: "Coffee after four keeps me up.",
      4: "The guitar is out of tune.",
      5: "Broke a string of the guitar.",
      6: "Sold my old guitar.",
    });
    expect(changesOf(region(weaker, { byMeaning: new Set() }), told)).toEqual([
      { kind: "founded", members: [1, 2, 3] },
      { kind: "founded", members: [4, 5, 6] },
    ]);
    expect(changesOf(region(weaker), told)).toEqual([{ kind: "founded", members: [1, 2, 3, 4, 5, 6] }]);
  });

  it("makes no theme of fewer than three memories", () => {
    expect(changesOf(region(near([1, 2])))).toEqual([]);
    expect(changesOf(region(near([1, 2, 3])))).toHaveLength(1);
  });

  it("changes nothing the second time, and puts no memory into two themes, whatever the links", () => {
    fc.assert(
      fc.property(graph, fc.subarray(Object.keys(TOLD)), fc.boolean(), (nearest, named, isByWords) => {
        const told = namings(Object.fromEntries(named.map((place) => [place, TOLD[Number(place)] ?? ""])));
        const more = isByWords ? { byMeaning: new Set<number>() } : {};
        const first = changesOf(region(nearest, more), told);
        const themes = applied([], first);
        const places = themes.flatMap(({ members }) => members);
        expect(new Set(places).size).toBe(places.length);
        for (const { members } of themes) expect(members.length).toBeGreaterThanOrEqual(SMALLEST_CLUSTER);
        expect(changesOf(region(nearest, { ...more, themes }), told)).toEqual([]);
      }),
    );
  });
});

/** Regrouping where there is much near to what is new: in regions of a bounded size, one after the other. */
import { expect, it, onTestFinished, vi } from "vitest";
import { internal } from "./_generated/api";
import type { Compared } from "./comparing";
import * as ThemeChanges from "./mind/themes/themeChanges";
import type { Near } from "./mind/themes/nearest";
import * as Totals from "./model/memoryTotals";
import type { NeighbourRow } from "./model/neighbours";
import { regroupAround, type Tally } from "./regrouping";
import { RunMemory, type CoreMemoryId } from "./runMemory";
import { store } from "./test.memories";
import type { App } from "./test.requests";
import { setup } from "./test.setup";

/** Members of each theme, and those that each of them is near to: the next ones, in a ring. */
const SIZE = 24;
const NEAREST = 10;

/** Memories in themes that an earlier run has left, and new ones after them, all of them compared. */
interface Consolidated {
  readonly themes: readonly CoreMemoryId[];
  /** How many memories there were. */
  readonly from: number;
  /** The sizes of the regions that are regrouped. */
  readonly regions: number[];
  /** Compares a new memory, the next one. */
  readonly tell: (nearest: readonly Near[], nearTo?: readonly number[]) => Promise<Compared>;
  readonly regroup: (compared: readonly Compared[], to: number) => Promise<Tally>;
}

const placeIn = (theme: number, n = 0): number => theme * SIZE + (n % SIZE);

async function consolidated(t: App, count: number): Promise<Consolidated> {
  // What is compared are rows: whose they are tells nothing here.
  const { memoryId } = await store(t);
  const begun = await t.mutation(internal.consolidation.begin, {});
  if (begun.kind !== "begun") throw new Error("it did not begin");
  const { run } = begun;
  const rowOf = (place: number, nearest: readonly Near[]): NeighbourRow => ({
    memoryId,
    place,
    nearest: [...nearest],
    comparedBy: "",
    evidence: true,
    confidence: 0.8,
  });
  const from = count * SIZE;
  const groups = Array.from({ length: count }, (_, theme) =>
    Array.from({ length: SIZE }, (_, n) => {
      const next = Array.from({ length: NEAREST }, (_, i) => placeIn(theme, n + 1 + i));
      return rowOf(
        placeIn(theme, n),
        next.map((place) => ({ place, strength: 0.6 })),
      );
    }),
  );
  for (const rows of groups) await t.mutation(internal.consolidation.write, { run, rows });
  const words = { theme: "Peat", summary: "Peat.", writer: "reflex", wording: "provisional" } as const;
  const themes = await t.mutation(internal.coreMemories.apply, {
    run,
    from: 0,
    to: from,
    reinforcedAt: 1,
    changes: groups.map((rows) => ({
      kind: "founded" as const,
      members: rows.map(({ place }) => ({ memoryId, place })),
      confidence: 0.5,
      words,
    })),
  });
  const regions: number[] = [];
  const { regroupRegion } = ThemeChanges;
  const spy = vi.spyOn(ThemeChanges, "regroupRegion").mockImplementation((region) => {
    regions.push(region.members.size);
    return regroupRegion(region);
  });
  onTestFinished(() => spy.mockRestore());
  let next = from;
  return {
    themes,
    from,
    regions,
    tell: async (nearest, nearTo = []) => {
      const place = next++;
      await t.mutation(internal.consolidation.write, { run, rows: [rowOf(place, nearest)] });
      return { place, nearTo };
    },
    regroup: async (compared, to) => {
      const tally = { founded: new Set<CoreMemoryId>(), changed: new Set<CoreMemoryId>() };
      const step = { reinforcedAt: 2, tally };
      await t.action(async (ctx) => {
        const memory = new RunMemory(ctx, run, "");
        // Who compares them has their rows.
        await memory.readRows(compared.map(({ place }) => place));
        await regroupAround(ctx, memory, compared, { from, to, step });
      });
      return tally;
    },
  };
}

const consolidatedTo = (t: App) => t.run(async (ctx) => (await Totals.read(ctx)).consolidatedTo);
/** The core memory of each of these places. */
const themesAt = (t: App, places: readonly number[]) =>
  t.run(async (ctx) => {
    const rows = await ctx.db.query("neighbours").collect();
    return places.map((place) => rows.find((row) => row.place === place)?.coreMemoryId ?? null);
  });

it("new memories that are near to many themes are taken some at a time, in their order", async () => {
  const t = setup();
  const { themes, from, regions, tell, regroup } = await consolidated(t, 17);
  const compared: Compared[] = [];
  // The first is near to the last, too, whose turn has not come.
  for (const theme of themes.keys()) {
    const nearest = [1, 2, 3, 4].map((n) => ({ place: placeIn(theme, n), strength: 0.6 }));
    compared.push(await tell(nearest, theme === 0 ? [from + themes.length - 1] : []));
  }
  const to = from + themes.length;
  const { founded, changed } = await regroup(compared, to);
  // One theme and one memory near to it make 25, and of the last two one is too many for 400.
  expect(regions).toEqual([375, 50]);
  expect([founded.size, changed.size]).toEqual([0, 17]);
  expect(
    await themesAt(
      t,
      compared.map(({ place }) => place),
    ),
  ).toEqual(themes);
  expect(await consolidatedTo(t)).toBe(to);
});

it("memories compared anew are taken some at a time, and nothing that is new counts as consolidated for it", async () => {
  const t = setup();
  const { themes, from, regions, tell, regroup } = await consolidated(t, 17);
  const unseen = await tell([1, 2, 3, 4].map((n) => ({ place: placeIn(0, n), strength: 0.6 })));
  // The first is near to a theme that was told later, too.
  const late = themes.map((_, theme) => ({
    place: placeIn(theme),
    nearTo: theme === 0 ? [unseen.place, placeIn(themes.length - 1)] : [unseen.place],
  }));
  const { changed } = await regroup(late, from);
  expect(regions).toEqual([384, 48]);
  expect([...changed]).toEqual([]);
  expect(await themesAt(t, [unseen.place])).toEqual([null]);
  expect(await consolidatedTo(t)).toBe(from);
});

it("themes beyond what one region holds stay as they are, and gain what is nearest to them all the same", async () => {
  const t = setup();
  const { themes, from, regions, tell, regroup } = await consolidated(t, 26);
  const last = themes.length - 1;
  const nearest = [1, 2, 3, 4].map((n) => ({ place: placeIn(last, n), strength: 0.6 }));
  const nearTo = themes.slice(0, -1).map((_, theme) => placeIn(theme));
  const one = await tell(nearest, nearTo);
  const { changed } = await regroup([one], from + 1);
  expect(regions).toEqual([1 + 24 * SIZE]);
  expect([...changed]).toEqual(themes.slice(-1));
  expect(await themesAt(t, [one.place])).toEqual(themes.slice(-1));
});

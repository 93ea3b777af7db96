import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { large, setup } from "../../test/functions/setup";
import * as Listing from "./listing";

const MOODS = ["calm", "wild"];
const ROUTINES = ["day", "night"];

const measure = fc.constantFrom(0, 0.3, 0.501, 1);
/** Rows whose keys collide often, because pages overlap at ties. */
const rows = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 9 }),
    mood: fc.constantFrom(...MOODS),
    routine: fc.constantFrom(...ROUTINES),
    measure,
    removed: fc.boolean(),
  }),
  { maxLength: 25 },
);
const request = fc.record(
  {
    mood: fc.constantFrom(...MOODS),
    routine: fc.constantFrom(...ROUTINES),
    since: fc.integer({ min: -1, max: 10 }),
    until: fc.integer({ min: -1, max: 10 }),
    leastMeasure: measure,
    offset: fc.integer({ min: 0, max: 30 }),
    limit: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ["offset", "limit"] },
);

describe("a listing", () => {
  large("pages, counts and filters as sorting the whole list would, also after removals", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(request, { minLength: 1, maxLength: 5 }), async (data, requests) => {
        const t = setup();
        const stored = data.map((row, i) => ({ ...row, id: `id${String(i).padStart(2, "0")}` }));
        await t.run(async (ctx) => {
          const entry = ({ key, id, mood, routine, measure }: (typeof stored)[number]) => ({
            list: "things",
            facets: { mood, routine },
            key,
            id,
            measure,
          });
          for (const row of stored) await Listing.move(ctx, [], [entry(row)]);
          for (const row of stored) if (row.removed) await Listing.move(ctx, [entry(row)], []);
        });
        for (const { mood, routine, since, until, leastMeasure, offset, limit } of requests) {
          const matching = stored
            .filter(
              (row) =>
                !row.removed &&
                row.measure >= (leastMeasure ?? 0) &&
                (mood === undefined || row.mood === mood) &&
                (routine === undefined || row.routine === routine),
            )
            .filter((row) => row.key > (since ?? -Infinity) && row.key < (until ?? Infinity))
            .sort((a, b) => b.key - a.key || (a.id < b.id ? 1 : -1));
          const page = await t.run((ctx) =>
            // Facets may be in any order.
            Listing.page(ctx, {
              list: "things",
              facets: { routine, mood },
              since,
              until,
              leastMeasure,
              offset,
              limit,
            }),
          );
          const ids = matching.slice(offset, offset + limit).map((row) => row.id);
          expect(page).toEqual({
            ids,
            total: matching.length,
            hasMore: offset + ids.length < matching.length,
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it("counts a row once under each of its facets until its removal", async () => {
    const t = setup();
    const entry = (key: number) => ({ list: "things", facets: { mood: "calm" }, key, id: `id${key}` });
    const totals = () =>
      t.run(async (ctx) => [
        await Listing.total(ctx, { list: "things" }),
        await Listing.total(ctx, { list: "things", facets: { mood: "calm" } }),
        await Listing.total(ctx, { list: "things", facets: { mood: "wild" } }),
        await Listing.total(ctx, { list: "things", since: 1 }),
      ]);
    await t.run((ctx) => Listing.move(ctx, [], [entry(1)]));
    expect(await totals()).toEqual([1, 1, 0, 0]);
    await t.run((ctx) => Listing.move(ctx, [], [entry(2)]));
    expect(await totals()).toEqual([2, 2, 0, 1]);
    for (const key of [1, 2]) await t.run((ctx) => Listing.move(ctx, [entry(key)], []));
    expect(await totals()).toEqual([0, 0, 0, 0]);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { large, setup } from "../../test/functions/setup";
import * as Sequence from "./sequence";

/** Small, so that a few rows fill blocks, shares and strata. */
const LIST: Sequence.List = { name: "things", sizes: { block: 2, measures: 4, stratum: 4, share: 2 } };
const SCOPES = ["calm", "wild"];
const rows = fc.array(
  fc.record({
    scope: fc.constantFrom(...SCOPES),
    /** The list makes equal times distinct. */
    wait: fc.integer({ min: 0, max: 3 }),
    measure: fc.constantFrom(0, 0.25, 0.5, 0.501, 0.5004, 0.75, 1),
  }),
  { maxLength: 50 },
);
const request = fc.record(
  {
    scope: fc.constantFrom(...SCOPES),
    since: fc.integer({ min: -1, max: 100 }),
    until: fc.integer({ min: -1, max: 100 }),
    leastMeasure: fc.constantFrom(0, 0.3, 0.5, 0.501, 0.5002, 0.8, 0.9, 1),
    offset: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: ["offset", "limit"] },
);

describe("a sequence", () => {
  large("pages, counts and filters like a sorted list, also after measures have changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(request, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 9 }),
        async (data, requests, changes) => {
          const t = setup();
          const stored = await t.run(async (ctx) => {
            let clock = 0;
            const made: {
              id: string;
              scope: string;
              at: number;
              measure: number;
              places: Sequence.Places;
            }[] = [];
            for (const [i, { scope, wait, measure }] of data.entries()) {
              clock += wait;
              const id = `id${String(i).padStart(3, "0")}`;
              const opening = await Sequence.open(ctx, LIST, scope, clock);
              await Sequence.append(ctx, LIST, opening, { id, measure });
              const { place, scopePlace, at } = opening;
              made.push({ id, scope, at, measure, places: { place, scopePlace } });
            }
            for (const change of changes) {
              const row = made[change % Math.max(1, made.length)];
              if (row === undefined) continue;
              await Sequence.remeasure(ctx, LIST, { scope: row.scope, ...row.places, measure: 0.9 });
              row.measure = 0.9;
            }
            return made;
          });
          for (const { scope, since, until, leastMeasure, offset, limit } of requests) {
            const matching = stored
              .filter(
                (row) =>
                  (scope === undefined || row.scope === scope) &&
                  (since === undefined || row.at > since) &&
                  (until === undefined || row.at < until) &&
                  (leastMeasure === undefined || row.measure >= leastMeasure),
              )
              .reverse();
            const page = await t.run((ctx) =>
              Sequence.page(ctx, LIST, { scope, since, until, leastMeasure, offset, limit }),
            );
            expect(page).toEqual({
              ids: matching.slice(offset, offset + limit).map(({ id }) => id),
              total: matching.length,
              hasMore: offset + limit < matching.length,
            });
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("finds the place after a time", async () => {
    const t = setup();
    const found = await t.run(async (ctx) => {
      for (let i = 0; i < 130; i++)
        await Sequence.append(ctx, LIST, await Sequence.open(ctx, LIST, "calm", 10 * i), {
          id: `id${i}`,
          measure: 0,
        });
      return [
        await Sequence.placeAfter(ctx, LIST, -1),
        await Sequence.placeAfter(ctx, LIST, 0),
        await Sequence.placeAfter(ctx, LIST, 639),
        await Sequence.placeAfter(ctx, LIST, 640),
        await Sequence.placeAfter(ctx, LIST, 1290),
      ];
    });
    expect(found).toEqual([0, 1, 64, 65, 130]);
  });
});

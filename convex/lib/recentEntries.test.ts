import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { large, setup } from "../../test/functions/setup";
import { gathered } from "./gathered";
import { END, faultOf } from "./orderedTree";
import * as RecentEntries from "./recentEntries";

/** So long that the entries of a dozen keys fill a row. */
const keyOf = (number: number) => String(number).padStart(450, "0");
const TREES = ["things", "things|mood=calm", "things|mood=wild"];
const measure = fc.constantFrom(0, 0.3, 0.501, 1);
const change = fc.record({
  tree: fc.constantFrom(...TREES),
  /** Most keys are greater than those before. */
  key: fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: fc.nat({ max: 60 }), weight: 1 }),
  measure: fc.oneof({ arbitrary: measure, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 }),
});
/** Each list of changes is made by one mutation, together or one by one. */
const mutations = fc.array(
  fc.record({ changes: fc.array(change, { maxLength: 8 }), isGathered: fc.boolean() }),
  {
    maxLength: 12,
  },
);
const request = fc.record({
  tree: fc.constantFrom(...TREES),
  from: fc.nat({ max: 90 }),
  end: fc.nat({ max: 90 }),
  least: measure,
  limit: fc.integer({ min: 0, max: 9 }),
  offset: fc.nat({ max: 20 }),
});

describe("lists with their newest entries in one row", () => {
  large("page and count like sorted lists, whatever was added, removed and measured anew", async () => {
    await fc.assert(
      fc.asyncProperty(mutations, fc.array(request, { maxLength: 8 }), async (mutations, requests) => {
        const t = setup();
        const model = new Map(TREES.map((tree) => [tree, new Map<string, number>()]));
        const of = (tree: string) => model.get(tree) ?? new Map<string, number>();
        let newest = 0;
        for (const { changes, isGathered } of mutations)
          await t.run(async (ctx) => {
            const work = async () => {
              for (const { tree, key: chosen, measure } of changes) {
                const key = keyOf(chosen ?? newest++);
                if (measure === null) of(tree).delete(key);
                else of(tree).set(key, measure);
                await RecentEntries.change(ctx, tree, key, measure);
              }
            };
            await (isGathered ? gathered(ctx, work) : work());
          });
        await t.run(async (ctx) => {
          for (const { tree, limit, offset, ...asked } of requests) {
            const range = { ...asked, from: keyOf(asked.from), end: keyOf(asked.end) };
            const matching = [...of(tree)]
              .filter(([key, measure]) => key >= range.from && key < range.end && measure >= range.least)
              .map(([key]) => key)
              .sort()
              .reverse();
            expect(await RecentEntries.page(ctx, tree, range, { limit, offset })).toEqual({
              keys: matching.slice(offset, offset + limit),
              total: matching.length,
            });
          }
          for (const tree of TREES) {
            const keys = [...of(tree).keys()].sort();
            const found = await RecentEntries.measuresOf(ctx, tree, keys);
            expect(keys.map((key) => found.get(key))).toEqual(keys.map((key) => of(tree).get(key)));
          }
          for (const node of await ctx.db.query("listNodes").collect())
            expect(await faultOf(ctx, node)).toBeNull();
          for (const row of await ctx.db.query("recentEntries").collect())
            expect(await RecentEntries.faultOf(ctx, row)).toBeNull();
        });
      }),
      { numRuns: 60 },
    );
  });

  it("begins after the entries that trees of an earlier version have", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      for (let i = 0; i < 40; i++) await RecentEntries.change(ctx, "things", keyOf(i), 0);
      const [row] = await ctx.db.query("recentEntries").collect();
      expect(row?.from).not.toBe("");
      if (row === undefined) return;
      const filed = Number.parseInt(row.from, 10) + 1;
      await RecentEntries.drop(ctx, row);
      await RecentEntries.begin(ctx, "things|mood=calm");
      for (const i of [5, 60]) await RecentEntries.change(ctx, "things", keyOf(i), 1);
      const range = { from: "", end: END, least: 0 };
      const { keys, total } = await RecentEntries.page(ctx, "things", range, { limit: 2, offset: 0 });
      expect(keys).toEqual([keyOf(60), keyOf(filed - 1)]);
      expect(total).toBe(filed + 1);
    });
  });

  it("knows what one mutation has filed at once, as an import does", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      await RecentEntries.change(ctx, "things", keyOf(0), 0);
      await RecentEntries.change(ctx, "things", keyOf(0), null);
      await gathered(ctx, async () => {
        for (let i = 1; i <= 40; i++) await RecentEntries.change(ctx, "things", keyOf(i), 0);
      });
      await RecentEntries.change(ctx, "things", keyOf(20), 1);
      const range = { from: "", end: END, least: 0 };
      const { total } = await RecentEntries.page(ctx, "things", range, { limit: 1, offset: 0 });
      expect(total).toBe(40);
      for (const row of await ctx.db.query("recentEntries").collect())
        expect(await RecentEntries.faultOf(ctx, row)).toBeNull();
    });
  });

  it("keeps no name of a list whose entries were removed", async () => {
    const t = setup();
    await t.run(async (ctx) => {
      await RecentEntries.change(ctx, "things", "1", 0);
      await RecentEntries.change(ctx, "things|scope=zorblat", "1", 0);
      await RecentEntries.change(ctx, "things|scope=ana", "1", 0);
      await RecentEntries.change(ctx, "things|scope=zorblat", "1", null);
      expect(JSON.stringify(await ctx.db.query("recentEntries").collect())).not.toContain("zorblat");
      const range = { from: "", end: END, least: 0 };
      const page = await RecentEntries.page(ctx, "things|scope=ana", range, { limit: 9, offset: 0 });
      expect(page).toEqual({ keys: ["1"], total: 1 });
    });
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MutationCtx } from "../_generated/server";
import { large, setup } from "../../test/functions/setup";
import * as OrderedTree from "./orderedTree";

/** Small, so that a few rows fill several levels. */
const FAN = 3;
const key = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
/** On the grid of summaries, between its thresholds, and at the ends. */
const measure = fc.constantFrom(0, 0.25, 0.29, 0.5, 0.501, 0.505, 0.57, 1);
const steps = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ key, measure }), weight: 3 },
    // At the end, as most rows are added.
    { arbitrary: fc.record({ append: fc.constant(true), measure }), weight: 3 },
    { arbitrary: fc.record({ gone: fc.nat() }), weight: 3 },
  ),
  { maxLength: 150 },
);
const request = fc.record({
  range: fc.record({
    from: fc.oneof(fc.constant(""), key),
    end: fc.oneof(fc.constant(OrderedTree.END), key),
    least: fc.oneof(fc.constant(0), measure, fc.constant(0.5004)),
  }),
  limit: fc.integer({ min: 0, max: 9 }),
  offset: fc.nat({ max: 60 }),
});

const put = (ctx: MutationCtx, name: string, key: string, measure: number, fan?: number) =>
  OrderedTree.changeAll(ctx, name, new Map([[key, measure]]), fan);
const remove = (ctx: MutationCtx, name: string, key: string, fan?: number) =>
  OrderedTree.changeAll(ctx, name, new Map([[key, null]]), fan);

describe("an ordered tree", () => {
  large("pages and counts like a sorted list, whatever was added, removed and measured anew", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(request, { minLength: 1, maxLength: 12 }), async (steps, requests) => {
        const t = setup();
        const model = new Map<string, number>();
        const sorted = () => [...model.keys()].sort();
        await t.run(async (ctx) => {
          for (const step of steps) {
            if ("gone" in step) {
              const gone = sorted()[step.gone % Math.max(1, model.size)] ?? "00";
              model.delete(gone);
              await remove(ctx, "things", gone, FAN);
              continue;
            }
            const key = "key" in step ? step.key : `x${String(model.size).padStart(4, "0")}`;
            model.set(key, step.measure);
            await put(ctx, "things", key, step.measure, FAN);
          }
        });
        const pages = await t.run((ctx) =>
          Promise.all(requests.map(({ range, ...page }) => OrderedTree.page(ctx, "things", range, page))),
        );
        for (const [i, { range, limit, offset }] of requests.entries()) {
          const matching = sorted()
            .filter((key) => key >= range.from && key < range.end && (model.get(key) ?? 0) >= range.least)
            .reverse();
          expect(pages[i]).toEqual({
            keys: matching.slice(offset, offset + limit),
            total: matching.length,
          });
        }
        const nodes = () => t.run(async (ctx) => (await ctx.db.query("listNodes").collect()).length);
        if (model.size === 0) expect(await nodes()).toBe(0);
        const order = sorted().map((key, i) => ({ key, rank: (i * 7) % 11 }));
        await t.run(async (ctx) => {
          for (const { key } of order.sort((a, b) => a.rank - b.rank)) await remove(ctx, "things", key, FAN);
        });
        expect(await nodes()).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  large("is the same whether changes are made one by one or together, and keeps its order", async () => {
    const changes = fc.array(fc.record({ key, measure: fc.option(measure), late: fc.boolean() }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 8 }), async (batches) => {
        const model = new Map<string, number>();
        const { keys, faults } = await setup().run(async (ctx) => {
          for (const batch of batches) {
            const together = new Map(
              batch.map(({ key, measure, late }) => [late ? `x${key}` : key, measure]),
            );
            for (const [key, measure] of together)
              if (measure === null) model.delete(key);
              else model.set(key, measure);
            await OrderedTree.changeAll(ctx, "things", together, FAN);
          }
          const nodes = await ctx.db.query("listNodes").collect();
          const faults = await Promise.all(nodes.map((node) => OrderedTree.faultOf(ctx, node)));
          const range = { from: "", end: OrderedTree.END, least: 0.5 };
          return { faults, ...(await OrderedTree.page(ctx, "things", range, { limit: 999, offset: 0 })) };
        });
        const matching = [...model].filter(([, measure]) => measure >= 0.5).map(([key]) => key);
        expect(keys).toEqual(matching.sort().reverse());
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
        if (model.size === 0) expect(faults).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  large("reads and writes a few nodes on each level, also after half of the rows were removed", async () => {
    const t = setup();
    /** Five levels: the usual fan needs 17 million rows for so many. */
    const [fan, rows, batch] = [6, 1_500, 250];
    const name = "things";
    const key = (i: number) => String(i).padStart(6, "0");
    const cost = (work: (ctx: MutationCtx) => Promise<unknown>) =>
      t.run(async (ctx) => {
        await work(ctx);
        const { documentsRead, documentsWritten } = await ctx.meta.getTransactionMetrics();
        return { read: documentsRead.used, written: documentsWritten.used };
      });
    const measure = (i: number) => ((i * 7919) % 101) / 100;
    for (let from = 0; from < rows; from += batch)
      await t.run(async (ctx) => {
        for (let i = from; i < from + batch; i++) await put(ctx, name, key(i), measure(i), fan);
      });
    const checkCosts = async () => {
      for (const range of [
        { from: "", end: OrderedTree.END, least: 0 },
        { from: key(177), end: key(1321), least: 0 },
        { from: "", end: OrderedTree.END, least: 0.5 },
        { from: key(177), end: key(1321), least: 0.5 },
      ])
        for (const offset of [0, 350, 9_999]) {
          const { read } = await cost((ctx) => OrderedTree.page(ctx, name, range, { limit: 10, offset }));
          // The last node of each level, a path to each bound and to the page, and a leaf for each row at most.
          expect(read).toBeLessThanOrEqual(4 * 5 + 10);
        }
      await t.run((ctx) => put(ctx, name, key(9_000), 1, fan));
      const appended = await cost((ctx) => put(ctx, name, key(9_001), 1, fan));
      expect(appended).toEqual({ read: 2, written: 1 });
      for (const i of [9_000, 9_001]) await t.run((ctx) => remove(ctx, name, key(i), fan));
      const changed = await cost((ctx) => put(ctx, name, key(100), 0.77, fan));
      expect(changed.written).toBeLessThanOrEqual(5);
    };
    await checkCosts();
    for (let from = 0; from < rows; from += batch)
      await t.run(async (ctx) => {
        for (let i = from; i < from + batch; i++)
          if ((i * 31) % 61 < 31) await remove(ctx, name, key(i), fan);
      });
    await checkCosts();
  });

  it("keeps lists apart", async () => {
    const t = setup();
    const range = { from: "", end: OrderedTree.END, least: 0 };
    const pages = await t.run(async (ctx) => {
      await put(ctx, "calm", "a", 0.5);
      await put(ctx, "wild", "b", 0.5);
      await remove(ctx, "calm", "b");
      const page = { limit: 9, offset: 0 };
      return [
        await OrderedTree.page(ctx, "calm", range, page),
        await OrderedTree.page(ctx, "wild", range, page),
        await OrderedTree.page(ctx, "none", range, page),
      ];
    });
    expect(pages.map(({ keys }) => keys)).toEqual([["a"], ["b"], []]);
  });
});

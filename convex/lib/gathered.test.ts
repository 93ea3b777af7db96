import { expect, test } from "vitest";
import type { MutationCtx } from "../_generated/server";
import { setup } from "../../test/functions/setup";
import { gathered } from "./gathered";
import * as Listing from "./listing";
import * as Totals from "./totals";

const entry = (key: number) => ({ list: "things", facets: { kind: "small" }, key, id: `id${key}` });
const newest = { list: "things", limit: 2, offset: 0 };

/** Adds three entries, counts them and gives each a place. */
async function add(ctx: MutationCtx): Promise<number[]> {
  const places: number[] = [];
  for (const key of [1, 2, 3]) {
    await Listing.move(ctx, [], [entry(key)]);
    await Totals.move(ctx, "thoughts", {}, { calm: 1 });
    places.push((await Totals.next(ctx, "thoughts", key)).place);
  }
  return places;
}

test("what a mutation gathers is read as if it were written, and each row is written once", async () => {
  const t = setup();
  await t.run(add);
  const cost = await t.run(async (ctx) => {
    const read = await gathered(ctx, async () => {
      expect(await add(ctx)).toEqual([3, 4, 5]);
      return (await Totals.read(ctx, "thoughts"))("calm");
    });
    expect(read).toBe(6);
    return (await ctx.meta.getTransactionMetrics()).documentsWritten.used;
  });
  // The row of totals; the entries were there.
  expect(cost).toBe(1);
  const seen = await t.run((ctx) =>
    gathered(ctx, async () => {
      for (const key of [4, 5]) await Listing.move(ctx, [], [entry(key)]);
      await Listing.move(ctx, [entry(4)], []);
      return await Listing.page(ctx, newest);
    }),
  );
  expect(seen).toEqual({ ids: ["id5", "id3"], total: 4, hasMore: true });
});

test("what was gathered is written also where the work fails, since rows that it has written may stay", async () => {
  const t = setup();
  const page = await t.run(async (ctx) => {
    const failing = gathered(ctx, async () => {
      await add(ctx);
      throw new Error("the next line is refused");
    });
    await expect(failing).rejects.toThrow("refused");
    return await Listing.page(ctx, newest);
  });
  expect(page.total).toBe(3);
  expect((await t.run((ctx) => Totals.progress(ctx, "thoughts"))).placed).toBe(3);
});

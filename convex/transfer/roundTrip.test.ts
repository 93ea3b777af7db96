/** Taking everything along: what an import has written is what was exported. */
import { describe, expect, test } from "vitest";
import { EXPORTED } from "../lib/exportedTables";
import { embeddedBy, model, provider, store, withKey, withProvider } from "../../test/functions/embedding";
import { wrongFigures } from "../../test/functions/recount";
import { post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { expectSeen, exportAll, importLines, live, parsed, seen } from "../../test/functions/transfer";
import { until } from "../../test/support/until";

test("an export that is imported elsewhere shows the same lists, links, searches and totals, in whatever order its lines come", async () => {
  const from = setup();
  await live(from);
  const lines = await exportAll(from);
  const before = await seen(from);
  expect(new Set(parsed(lines).map(({ kind }) => kind))).toEqual(
    new Set(EXPORTED.filter((table) => table !== "vectors").concat("end" as never)),
  );

  const to = setup();
  const outcome = await importLines(to, lines);
  expect(outcome).toEqual({
    ...{ success: true, lines: lines.length, created: expect.any(Number), dryRun: false },
    ...{ merged: 0, replaced: 0, erased: 0, unchanged: expect.any(Number), waiting: 0, missing: [] },
  });
  await expectSeen(to, before);
  expect(await wrongFigures(to)).toEqual([]);

  const shuffled = setup();
  const twice = randomOrder([...lines, ...lines], 7);
  const half = Math.floor(twice.length / 2);
  await importLines(shuffled, twice.slice(0, half));
  expect(await importLines(shuffled, twice.slice(half))).toMatchObject({ waiting: 0, missing: [] });
  await expectSeen(shuffled, before);
  expect(await wrongFigures(shuffled)).toEqual([]);
  expect(await importLines(shuffled, lines)).toMatchObject({
    created: 0,
    replaced: 0,
    unchanged: lines.length,
  });
});

function randomOrder<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe("vectors", () => {
  withProvider();

  test("travel on request, so that nothing is embedded again", async () => {
    const from = setup(withKey());
    await store(from, "The ferry leaves at nine.");
    await post(from, "/knowledge", { title: "Bread", content: "Rye bread needs a whole day to rise." });
    await until("all vectors", async () => (await embeddedBy(from)).every((one) => one === model));
    const without = await exportAll(from);
    expect(parsed(without).filter(({ kind }) => kind === "vectors")).toEqual([]);
    const lines = await exportAll(from, "?vectors=true");
    const search = async (t: App) =>
      (await (await t.fetch("/memories/search?q=boat&threshold=0")).json()).results;
    const [{ similarity }] = await search(from);

    await provider.reset();
    const to = setup(withKey());
    expect(await importLines(to, randomOrder(lines, 3))).toMatchObject({ waiting: 0 });
    expect(await embeddedBy(to)).toEqual([model, model]);
    expect(await to.run(async (ctx) => (await ctx.db.query("embeddingQueue").collect()).length)).toBe(0);
    expect(await search(to)).toMatchObject([{ similarity }]);
    expect(await wrongFigures(to)).toEqual([]);

    // Another model's vectors are of no use.
    const other = setup({ ...withKey(), EMBEDDING_MODEL: `${model}-other` });
    expect(await importLines(other, lines)).toMatchObject({ waiting: 0 });
    expect(await embeddedBy(other)).not.toContain(model);
  });
});

/** Taking everything along: what an import has written is what was exported. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { EXPORTED } from "../lib/exportedTables";
import { embeddedBy, model, provider, store, withKey, withProvider } from "../../test/functions/embedding";
import { wrongFigures } from "../../test/functions/recount";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { expectSeen, exportAll, importLines, live, parsed, seen } from "../../test/functions/transfer";
import { until } from "../../test/support/until";

test("an export that is imported elsewhere shows the same lists, links, searches and totals, in whatever order its lines come", async () => {
  const from = setup();
  await live(from);
  const lines = await exportAll(from);
  const before = await seen(from);
  expect(new Set(parsed(lines).map(({ kind }) => kind))).toEqual(
    // Vectors come on request, and the totals of 0.1.0 are gone once migrated.
    new Set(
      EXPORTED.filter((table) => table !== "vectors" && table !== "memoryTotals").concat("end" as never),
    ),
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

test("an agent that is late and unwell, and a model that asked for too much, come along as they are", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const from = setup({ AUTONOMY: "on" });
  await post(from, "/feed", { type: "news", content: "The harbour burned down.", impact: "high" });
  await post(from, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
  await from.run(async (ctx) => {
    const tick = await ctx.db.query("ticks").first();
    if (tick?.affect === undefined) throw new Error("the tick has no affect");
    const clamps = [{ field: "valence", asked: -1e300, applied: -1, rule: "range" as const }];
    await ctx.db.patch("ticks", tick._id, { affect: { ...tick.affect, clamps } });
  });
  // Six hours without a tick, in steps of a service that runs.
  for (let step = 0; step < 36; step++) {
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await from.mutation(internal.agent.functions.elapse, {});
  }
  const affectOf = (t: App) => t.run(async (ctx) => (await ctx.db.query("agent").first())?.affect);
  const affect = await affectOf(from);
  expect(affect?.healthParts.punctuality).toBeLessThan(-1);

  const to = setup({ AUTONOMY: "on" });
  expect(await importLines(to, await exportAll(from))).toMatchObject({ waiting: 0 });
  expect(await affectOf(to)).toEqual(affect);
  const receipts = await to.run((ctx) => ctx.db.query("ticks").collect());
  expect(receipts[0]?.affect?.clamps).toMatchObject([{ asked: -1e300 }]);
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

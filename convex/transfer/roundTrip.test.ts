/** Taking everything along: what an import has written is what was exported. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { EXPORTED } from "../lib/exportedTables";
import { embeddedBy, model, provider, store, withKey, withProvider } from "../../test/functions/embedding";
import { store as storeAll } from "../../test/functions/consolidation";
import { send } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import {
  expectSeen,
  exportAll,
  exportPage,
  idle,
  importLines,
  live,
  parsed,
  seen,
} from "../../test/functions/transfer";
import { until } from "../../test/support/until";

test("an export that is imported into an empty agent shows the same lists, links, searches and totals, once", async () => {
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
  const again = lines.length - new Set(parsed(lines).map(({ id }) => id)).size;
  expect(again).toBeGreaterThan(0);
  expect(outcome).toEqual({
    ...{ success: true, lines: lines.length, created: expect.any(Number), dryRun: false },
    ...{ merged: 0, replaced: again, erased: 0, unchanged: expect.any(Number), skipped: 0 },
  });
  await expectSeen(to, before);
  expect(await wrongFigures(to)).toEqual([]);
  expect(await importLines(to, lines)).toMatchObject({
    ...{ created: 0, replaced: 0, skipped: 0, unchanged: lines.length },
  });
});

test("a restore goes on where it was cut off, also where something was told meanwhile", async () => {
  const from = setup();
  await live(from);
  const lines = await exportAll(from);
  const whole = await contents(from);
  const to = setup();
  const half = Math.floor(lines.length / 2);
  await importLines(to, lines.slice(0, half));
  await store(to, "The lighthouse was sold.");
  expect(await importLines(to, lines)).toMatchObject({ skipped: 0, unchanged: expect.any(Number) });
  expect((await contents(to)).toSorted()).toEqual([...whole, "The lighthouse was sold."].toSorted());
  expect(await receipts(to)).toEqual(await receipts(from));
  expect(await wrongFigures(to)).toEqual([]);
});

const contents = (t: App) =>
  t.run(async (ctx) =>
    (await ctx.db.query("memories").withIndex("by_place").collect()).map((one) => one.content),
  );

/** What each tick was shown and wrote, by the texts of the rows. */
const receipts = (t: App) =>
  t.run(async (ctx) => {
    const textOf = async (id: string) => {
      for (const table of ["events", "memories", "artifacts"] as const) {
        const known = ctx.db.normalizeId(table, id);
        const row = known && (await ctx.db.get(table, known));
        if (row !== null) return row.content;
      }
      return "nothing";
    };
    const ticks = await ctx.db.query("ticks").collect();
    return await Promise.all(
      ticks.map(async ({ shown, written }) => ({
        shown: await Promise.all([...(shown?.events ?? []), ...(shown?.memories ?? [])].map(textOf)),
        written: await Promise.all([...(written?.memories ?? []), ...(written?.artifacts ?? [])].map(textOf)),
        hasLog: written !== undefined && (await ctx.db.get("logs", written.log)) !== null,
      })),
    );
  });

test("memories keep the order of their places, reworded ones and those with corrections", async () => {
  const from = setup();
  const [first, , third] = await storeAll(from, [
    "The ferry leaves at nine.",
    "Rye bread rises.",
    "Ana plays chess.",
  ]);
  await send(from, "PATCH", `/memories/${first}`, { content: "The ferry leaves at ten." });
  const correction = { memoryId: third, targetId: first, type: "contradicts", autoDetect: false };
  await post(from, "/memories/link", { ...correction, confidence: 0.9 });
  await from.run(async (ctx) => {
    const [one, two] = await ctx.db.query("memories").withIndex("by_place").collect();
    if (one === undefined || two === undefined) throw new Error("memories are missing");
    await ctx.db.patch("memories", one._id, { correctedBy: two._id });
  });
  const to = setup();
  await importLines(to, await exportAll(from));
  expect(await contents(to)).toEqual(["Rye bread rises.", "Ana plays chess.", "The ferry leaves at ten."]);
  const corrected = await to.run(async (ctx) => {
    const [one, two] = await ctx.db.query("memories").withIndex("by_place").collect();
    return [one?.correctedBy, two?._id];
  });
  expect(corrected[0]).toBe(corrected[1]);
});

test("a tick that ends while it is exported comes with what it was shown and wrote", async () => {
  const from = setup();
  await storeAll(from, ["The ferry leaves at nine."]);
  await post(from, "/feed", { type: "news", content: "The ferry was late.", impact: "high" });
  const { lines: first, cursor } = await exportPage(from);
  await post(from, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
  await idle(from);
  const rest: string[] = [];
  for (let next: string | null = cursor; next !== null;) {
    const page = await exportPage(from, `?cursor=${next}`);
    rest.push(...page.lines);
    next = page.cursor;
  }
  const to = setup();
  await importLines(to, [...first, ...rest]);
  const told = await receipts(to);
  expect(told).toEqual(await receipts(from));
  expect(told[0]?.shown.length).toBeGreaterThan(0);
  expect(told[0]?.hasLog).toBe(true);
  expect(await to.run(async (ctx) => (await ctx.db.query("events").first())?.consumedBy)).toBeTruthy();
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
    await from.mutation(internal.service.functions.upkeep, {});
  }
  const affectOf = (t: App) => t.run(async (ctx) => (await ctx.db.query("agent").first())?.affect);
  const affect = await affectOf(from);
  expect(affect?.healthParts.punctuality).toBeLessThan(-1);

  const to = setup({ AUTONOMY: "on" });
  await importLines(to, await exportAll(from));
  expect(await affectOf(to)).toEqual(affect);
  const receipts = await to.run((ctx) => ctx.db.query("ticks").collect());
  expect(receipts[0]?.affect?.clamps).toMatchObject([{ asked: -1e300 }]);
});

test("a state's summary goes with the event that it repeats after an import, too", async () => {
  const from = setup({ AUTONOMY: "off" });
  await post(from, "/feed", { type: "news", content: "The ferry is late.", impact: "high" });
  await post(from, "/wake", { note: "Hello.", priority: "low" });
  const to = setup({ AUTONOMY: "off" });
  await importLines(to, await exportAll(from));
  const summaryOf = async () => (await (await to.fetch("/state")).json()).summary;
  const eraseOne = async (kind: string) => {
    const { events } = await (await to.fetch(`/events?kind=${kind}`)).json();
    expect((await send(to, "DELETE", `/events/${events[0]._id}`)).status).toBe(200);
  };
  await eraseOne("wake");
  expect(await summaryOf()).toContain("ferry");
  await eraseOne("feed");
  expect(await summaryOf()).not.toContain("ferry");
});

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
    await importLines(to, lines);
    expect(await embeddedBy(to)).toEqual([model, model]);
    expect(await to.run(async (ctx) => (await ctx.db.query("embeddingQueue").collect()).length)).toBe(0);
    expect(await search(to)).toMatchObject([{ similarity }]);
    expect(await wrongFigures(to)).toEqual([]);

    // Another model's vectors are of no use.
    const other = setup({ ...withKey(), EMBEDDING_MODEL: `${model}-other` });
    await importLines(other, lines);
    expect(await embeddedBy(other)).not.toContain(model);
  });
});

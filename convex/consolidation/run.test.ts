/** When consolidation runs, and that no two runs write at a time. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../test/support/until";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import * as Clusters from "./clusters";
import { renewEveryMs } from "../lib/keepLease";
import * as Lease from "../lib/lease";
import * as Consolidation from "./schedule";
import * as Totals from "../lib/memoryTotals";
import * as Activation from "../memories/activation";
import { BREAD, FERRY, consolidate, core, store } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import * as LabelThemes from "./labelThemes";

describe("two consolidations", () => {
  it("take turns: the second waits and then has nothing to do", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD]);
    const [one, other] = await Promise.all([consolidate(t), consolidate(t)]);
    expect([one.memoriesProcessed, other.memoriesProcessed].sort()).toEqual([0, 8]);
    expect((await core(t)).total).toBe(2);
  });

  it("don't write both: who has lost the claim writes nothing any more", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const first = await t.mutation(internal.consolidation.functions.begin, {});
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toEqual({ kind: "busy" });
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation);
    const second = await t.mutation(internal.consolidation.functions.begin, {});
    if (first.kind !== "begun" || second.kind !== "begun") throw new Error("one of them did not begin");
    const { run } = first;
    expect(await t.mutation(internal.lib.leaseFunctions.renew, { job: "consolidation", run })).toBe(false);
    const step = { from: 0, to: 0, model: "", baseline: 0, reinforcedAt: 1, memories: [] };
    const { assign, decay, end, release } = internal.consolidation.functions;
    for (const writing of [
      () => t.mutation(assign, { run, ...step }),
      () => t.mutation(decay, { run, at: 0, limit: 1 }),
      () => t.mutation(end, { run, caughtUp: true }),
    ])
      await expect(writing()).rejects.toThrow("taken over");
    await t.mutation(release, { run });
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toEqual({ kind: "busy" });
    // Nor does who holds it take a step twice.
    await expect(t.mutation(assign, { run: second.run, ...step, from: 1, to: 2 })).rejects.toThrow(
      "already advanced",
    );
    vi.useRealTimers();
  });

  it("take turns though one takes long: it renews its claim", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const begin = () => t.mutation(internal.consolidation.functions.begin, {});
    const begun = await begin();
    if (begun.kind !== "begun") throw new Error("it did not begin");
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation - 1);
    expect(
      await t.mutation(internal.lib.leaseFunctions.renew, { job: "consolidation", run: begun.run }),
    ).toBe(true);
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation - 1);
    expect(await begin()).toEqual({ kind: "busy" });
    vi.setSystemTime(Date.now() + 1);
    const next = await begin();
    if (next.kind !== "begun") throw new Error("the next did not begin");
    // A renewal that was on its way as the run ended holds nobody up.
    await t.mutation(internal.consolidation.functions.end, { run: next.run, caughtUp: true });
    expect(await t.mutation(internal.lib.leaseFunctions.renew, { job: "consolidation", run: next.run })).toBe(
      false,
    );
    expect(await begin()).toMatchObject({ kind: "begun" });
    vi.useRealTimers();
  });

  it("need not wait for one that the service's end cut off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await t.mutation(internal.consolidation.functions.begin, {});
    await t.mutation(internal.service.functions.started, {});
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toMatchObject({ kind: "begun" });
  });

  it("need not wait for one that died, though the clock was set back", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    await t.mutation(internal.consolidation.functions.begin, {});
    vi.setSystemTime(Date.now() - 24 * 3_600_000);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toMatchObject({ kind: "begun" });
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toEqual({ kind: "busy" });
    vi.useRealTimers();
  });

  it("under one Idempotency-Key are one, answered twice", async () => {
    const t = setup();
    await store(t, FERRY);
    const key = { "Idempotency-Key": "the same" };
    const first = await consolidate(t, key);
    expect(first).toMatchObject({ coreMemoriesCreated: 1 });
    expect(await consolidate(t, key)).toEqual(first);
  });
});

describe("by itself", () => {
  const HOUR = 3_600_000;

  it("it is due once a day, at once when many memories wait, and never over nothing", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const due = () => t.mutation(internal.consolidation.functions.due, {});
    expect(await due()).toBe(false);
    await store(t, FERRY);
    expect(await due()).toBe(true);
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(1);
    await store(t, BREAD);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect(await due()).toBe(false);
    vi.setSystemTime(Date.now() + HOUR);
    expect(await due()).toBe(true);
    await t.action(internal.consolidation.run.runScheduled, {});
    await store(t, FERRY);
    expect(await due()).toBe(false);
    const wait = (more: number) =>
      t.run((ctx) =>
        Totals.update(ctx, ({ byType }) => ({ byType: { ...byType, semantic: byType.semantic + more } })),
      );
    await wait(500 - FERRY.length - 1);
    expect(await due()).toBe(false);
    await wait(1);
    expect(await due()).toBe(true);
    await wait(-500 + FERRY.length);
    // A clock that was set back is not waited for.
    vi.setSystemTime(Date.now() - 30 * 24 * HOUR);
    expect(await due()).toBe(true);
    vi.useRealTimers();
  });

  it.each([
    ["on an ordinary day", 1_000],
    ["where the clock was set back before it", -30 * 24 * HOUR],
  ])("it is due until the next run has ended after one that left something over, %s", async (_, passed) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    await store(t, FERRY);
    await consolidate(t);
    vi.setSystemTime(Date.now() + passed);
    const begun = await t.mutation(internal.consolidation.functions.begin, {});
    if (begun.kind !== "begun") throw new Error("it did not begin");
    await t.mutation(internal.consolidation.functions.end, { run: begun.run, caughtUp: false });
    // Each time it is due, and the run dies.
    for (let asked = 0; asked < 3; asked += 1) {
      vi.setSystemTime(Date.now() + 1_000);
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
    }
    await consolidate(t);
    expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(false);
    vi.useRealTimers();
  });

  it("it is due after a run that left something over, until one leaves nothing; nothing waiting is as good", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const due = () => t.mutation(internal.consolidation.functions.due, {});
    const caughtUpAt = () => t.run((ctx) => Consolidation.caughtUpAt(ctx));
    await store(t, FERRY);
    for (const caughtUp of [false, true]) {
      vi.setSystemTime(Date.now() + 1_000);
      const begun = await t.mutation(internal.consolidation.functions.begin, {});
      if (begun.kind !== "begun") throw new Error("it did not begin");
      await t.mutation(internal.consolidation.functions.end, { run: begun.run, caughtUp });
      expect(await due()).toBe(!caughtUp);
    }
    const then = Date.now();
    vi.setSystemTime(then + HOUR);
    expect(await due()).toBe(false);
    expect(await caughtUpAt()).toBe(then);
    await consolidate(t);
    vi.setSystemTime(then + 3 * HOUR);
    expect(await due()).toBe(false);
    expect(await caughtUpAt()).toBe(then + 3 * HOUR);
    vi.useRealTimers();
  });

  it("it rests while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, FERRY);
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(0);
  });
});

describe("a run", () => {
  const NOON = Date.UTC(2026, 5, 1, 12);
  const many = Array.from({ length: 50 }, (_, i) => `Parcel${i}.`);
  const scheduled = (t: App) =>
    t.run(async (ctx) =>
      (await ctx.db.system.query("_scheduled_functions").collect()).filter(({ name }) =>
        name.startsWith("consolidation"),
      ),
    );

  /** Lets something happen as the first memories join. */
  function meanwhile(happens: (ctx: MutationCtx) => unknown): void {
    const { assign } = Clusters;
    const assigning = vi.spyOn(Clusters, "assign").mockImplementationOnce(async (ctx, batch) => {
      await happens(ctx);
      return await assign(ctx, batch);
    });
    onTestFinished(() => assigning.mockRestore());
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: NOON, toFake: ["Date", "setInterval", "clearInterval"] });
    return () => vi.useRealTimers();
  });

  it.each(["on", "off"])(
    "that has no more time leaves the rest to the next, which comes by itself with autonomy %s",
    async (AUTONOMY) => {
      const t = setup({ AUTONOMY });
      await store(t, many);
      vi.setSystemTime(NOON + 7 * 24 * 3_600_000);
      meanwhile(() => vi.setSystemTime(Date.now() + 76_000));
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 8, memoriesDecayed: 50 });
      expect(await scheduled(t)).toHaveLength(AUTONOMY === "on" ? 1 : 0);
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 42, memoriesDecayed: 0 });
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(false);
      expect(await scheduled(t)).toHaveLength(AUTONOMY === "on" ? 1 : 0);
    },
  );

  it("in the same hour as another has nothing left to write down of what fades", async () => {
    const t = setup({ AUTONOMY: "off" });
    vi.setSystemTime(NOON + 37 * 60_000);
    await store(t, FERRY);
    const faded = { first: 0, second: 0 };
    for (let hour = 1; hour <= 12; hour += 1) {
      for (const [minute, which] of [
        [1, "first"],
        [59, "second"],
      ] as const) {
        vi.setSystemTime(NOON + hour * 3_600_000 + minute * 60_000);
        faded[which] += (await consolidate(t)).memoriesDecayed;
      }
    }
    expect(faded.first).toBeGreaterThan(0);
    expect(faded.second).toBe(0);
  });

  it("that begins amid a step goes to its end, and on in the same steps as any", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, many.slice(0, 20));
    await consolidate(t);
    await store(t, many.slice(20));
    const advanced = vi.spyOn(Consolidation, "advance");
    onTestFinished(() => advanced.mockRestore());
    await consolidate(t);
    const steps = advanced.mock.calls.map(([, from, to]) => [from, to]).filter(([from, to]) => from !== to);
    expect(steps).toEqual([
      [20, 24],
      [24, 32],
      [32, 40],
      [40, 48],
      [48, 50],
    ]);
  });

  large(
    "that takes long to write down what has faded leaves that to the next, and goes on with what is new",
    async () => {
      const t = setup({ AUTONOMY: "off" });
      await store(t, many);
      vi.setSystemTime(NOON + 7 * 24 * 3_600_000);
      const { decayDue: fade } = Activation;
      const slow = vi.spyOn(Activation, "decayDue").mockImplementationOnce(async (...call) => {
        vi.setSystemTime(Date.now() + 21_000);
        return await fade(...call);
      });
      onTestFinished(() => slow.mockRestore());
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 50, memoriesDecayed: 48 });
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 0, memoriesDecayed: 2 });
    },
  );

  it("that fails says so, and the next need not wait", async () => {
    const t = setup();
    await store(t, FERRY);
    meanwhile(() => {
      throw new Error("the disk is full");
    });
    await expect(t.action(internal.consolidation.run.runScheduled, {})).rejects.toThrow();
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 1 });
  });

  it("that fails says what it failed by, also where its end can't be written", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const released = vi.spyOn(Lease, "renew").mockRejectedValueOnce(new Error("the disk is full"));
    onTestFinished(() => {
      for (const spy of [released, warned]) spy.mockRestore();
    });
    const t = setup();
    await store(t, FERRY);
    meanwhile(() => {
      throw new Error("it is broken");
    });
    await expect(t.action(internal.consolidation.run.runScheduled, {})).rejects.toThrow("it is broken");
    expect(warned.mock.calls.flat().join()).toContain("the disk is full");
  });

  it("that another has taken over from ends without a word, and without that one's claim", async () => {
    const t = setup();
    await store(t, FERRY);
    meanwhile((ctx) => {
      vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation);
      return Consolidation.begin(ctx, Date.now());
    });
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(0);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toEqual({ kind: "busy" });
  });

  it("renews its claim as long as it lasts, and goes on where that fails once", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const renewed = vi.spyOn(Lease, "renew").mockRejectedValueOnce(new Error("the database is busy"));
    const { labelThemes } = LabelThemes;
    const labelling = vi.spyOn(LabelThemes, "labelThemes").mockImplementationOnce((...given) => {
      vi.advanceTimersByTime(2 * renewEveryMs("consolidation"));
      return labelThemes(...given);
    });
    onTestFinished(() => {
      for (const spy of [labelling, renewed, warned]) spy.mockRestore();
    });
    const t = setup();
    await store(t, FERRY);
    const timers = vi.getTimerCount();
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 1 });
    await until("both renewals", () => renewed.mock.calls.length === 2);
    await until("the warning", () => warned.mock.calls.length > 0);
    expect(warned.mock.calls.join()).toContain("the lease of consolidation was not renewed");
    expect(vi.getTimerCount()).toBe(timers);
  });
});

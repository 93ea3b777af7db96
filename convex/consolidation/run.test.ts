/** When consolidation runs; two runs never write at the same time. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../test/support/until";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import * as Assign from "./assign";
import { renewEveryMs } from "../leases/keepLease";
import * as Lease from "../leases/lease";
import * as Consolidation from "./schedule";
import * as Totals from "../lib/totals";
import * as Activation from "../memories/activation";
import { BREAD, FERRY, consolidate, core, store } from "../../test/functions/consolidation";
import type { App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import * as LabelThemes from "./labelThemes";
import * as Unclustered from "./unclustered";

describe("a theme's summary", () => {
  it("names its first day before its last, also where older memories were imported later", async () => {
    const t = setup();
    await store(t, FERRY);
    const days = [Date.UTC(2026, 5, 10), Date.UTC(2026, 4, 1), Date.UTC(2026, 2, 15), Date.UTC(2026, 3, 1)];
    await t.run(async (ctx) => {
      const rows = await ctx.db.query("memories").take(days.length);
      for (const [i, { _id }] of rows.entries()) await ctx.db.patch("memories", _id, { createdAt: days[i] });
    });
    await consolidate(t);
    expect((await core(t)).coreMemories[0]?.summary).toContain("from 15 March 2026 to 10 June 2026");
  });
});

describe("two consolidations", () => {
  it("take turns: the second waits and then has nothing to do", async () => {
    const t = setup();
    await store(t, [...FERRY, ...BREAD]);
    const [one, other] = await Promise.all([consolidate(t), consolidate(t)]);
    expect([one.memoriesProcessed, other.memoriesProcessed].sort()).toEqual([0, 8]);
    expect((await core(t)).total).toBe(2);
  });

  it("never both write: a run that lost its lease can't write any more", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const first = await t.mutation(internal.consolidation.functions.begin, {});
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toBeNull();
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation);
    const second = await t.mutation(internal.consolidation.functions.begin, {});
    if (first === null || second === null) throw new Error("a run did not begin");
    const { run } = first;
    expect(await t.mutation(internal.leases.keepLease.renew, { job: "consolidation", run })).toBe(false);
    const step = { from: 0, to: 0, model: "", baseline: 0, reinforcedAt: 1, memories: [] };
    const { assign, decay, end, release } = internal.consolidation.functions;
    for (const writing of [
      () => t.mutation(assign, { run, ...step }),
      () => t.mutation(decay, { run, at: 0, limit: 1 }),
      () => t.mutation(end, { run, caughtUp: true }),
    ])
      await expect(writing()).rejects.toThrow("taken over");
    await t.mutation(release, { run });
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toBeNull();
    // Nor can the holder of the lease take a step twice.
    await expect(t.mutation(assign, { run: second.run, ...step, from: 1, to: 2 })).rejects.toThrow(
      "already advanced",
    );
    vi.useRealTimers();
  });

  it("take turns even if one takes long, because it renews its lease", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const begin = () => t.mutation(internal.consolidation.functions.begin, {});
    const begun = await begin();
    if (begun === null) throw new Error("it did not begin");
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation - 1);
    expect(await t.mutation(internal.leases.keepLease.renew, { job: "consolidation", run: begun.run })).toBe(
      true,
    );
    vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation - 1);
    expect(await begin()).toBeNull();
    vi.setSystemTime(Date.now() + 1);
    const next = await begin();
    if (next === null) throw new Error("the next did not begin");
    // A renewal after the run has ended does not block the next run.
    await t.mutation(internal.consolidation.functions.end, { run: next.run, caughtUp: true });
    expect(await t.mutation(internal.leases.keepLease.renew, { job: "consolidation", run: next.run })).toBe(
      false,
    );
    expect(await begin()).not.toBeNull();
    vi.useRealTimers();
  });

  it("do not wait for a run that a restart interrupted", async () => {
    const t = setup({ AUTONOMY: "off" });
    await t.mutation(internal.consolidation.functions.begin, {});
    await t.mutation(internal.service.functions.started, {});
    expect(await t.mutation(internal.consolidation.functions.begin, {})).not.toBeNull();
  });

  it("do not wait for a dead run after the clock was set back", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    await t.mutation(internal.consolidation.functions.begin, {});
    vi.setSystemTime(Date.now() - 24 * 3_600_000);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).not.toBeNull();
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toBeNull();
    vi.useRealTimers();
  });

  it("run once under the same Idempotency-Key", async () => {
    const t = setup();
    await store(t, FERRY);
    const key = { "Idempotency-Key": "the same" };
    const first = await consolidate(t, key);
    expect(first).toMatchObject({ coreMemoriesCreated: 1 });
    expect(await consolidate(t, key)).toEqual(first);
  });
});

describe("scheduled consolidation", () => {
  const HOUR = 3_600_000;

  it("is due once a day, at once when many memories wait, and never without memories", async () => {
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
    const wait = (more: number) => t.run((ctx) => Totals.reserve(ctx, "memories", more));
    await wait(500 - FERRY.length - 1);
    expect(await due()).toBe(false);
    await wait(1);
    expect(await due()).toBe(true);
    await wait(-500 + FERRY.length);
    // After the clock was set back it is due at once.
    vi.setSystemTime(Date.now() - 30 * 24 * HOUR);
    expect(await due()).toBe(true);
    vi.useRealTimers();
  });

  it.each([
    ["on an ordinary day", 1_000],
    ["where the clock was set back before it", -30 * 24 * HOUR],
  ])("stays due after an unfinished run until the next one ends, %s", async (_, passed) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    await store(t, FERRY);
    await consolidate(t);
    vi.setSystemTime(Date.now() + passed);
    const begun = await t.mutation(internal.consolidation.functions.begin, {});
    if (begun === null) throw new Error("it did not begin");
    await t.mutation(internal.consolidation.functions.end, { run: begun.run, caughtUp: false });
    // It stays due while runs die.
    for (let asked = 0; asked < 3; asked += 1) {
      vi.setSystemTime(Date.now() + 1_000);
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
    }
    await consolidate(t);
    expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(false);
    vi.useRealTimers();
  });

  it("counts as caught up after a run that finished everything, and while nothing waits", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    const due = () => t.mutation(internal.consolidation.functions.due, {});
    const caughtUpAt = () => t.run((ctx) => Consolidation.caughtUpAt(ctx));
    await store(t, FERRY);
    for (const caughtUp of [false, true]) {
      vi.setSystemTime(Date.now() + 1_000);
      const begun = await t.mutation(internal.consolidation.functions.begin, {});
      if (begun === null) throw new Error("it did not begin");
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

  it("does nothing while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, FERRY);
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(0);
  });
});

describe("a run", () => {
  const NOON = Date.UTC(2026, 5, 1, 12);
  const many = Array.from({ length: 50 }, (_, i) => `Parcel${i}.`);
  const more = Array.from({ length: 16 }, (_, i) => `Letter${i}.`);
  const scheduled = (t: App) =>
    t.run(async (ctx) =>
      (await ctx.db.system.query("_scheduled_functions").collect()).filter(({ name }) =>
        name.startsWith("consolidation"),
      ),
    );

  /** Calls `happens` just before the first memories are assigned. */
  function meanwhile(happens: (ctx: MutationCtx) => unknown): void {
    const { putTogether } = Assign;
    const assigning = vi.spyOn(Assign, "putTogether").mockImplementationOnce(async (ctx, ...rest) => {
      await happens(ctx);
      return await putTogether(ctx, ...rest);
    });
    onTestFinished(() => assigning.mockRestore());
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: NOON, toFake: ["Date", "setInterval", "clearInterval"] });
    return () => vi.useRealTimers();
  });

  it.each(["on", "off"])(
    "leaves the rest to the next run when its time is up, and schedules that with autonomy %s",
    async (AUTONOMY) => {
      const t = setup({ AUTONOMY });
      await store(t, [...many, ...more]);
      vi.setSystemTime(NOON + 7 * 24 * 3_600_000);
      const { read } = Unclustered;
      const reading = vi.spyOn(Unclustered, "read").mockImplementationOnce(async (...call) => {
        vi.setSystemTime(Date.now() + 76_000);
        return await read(...call);
      });
      onTestFinished(() => reading.mockRestore());
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 32, memoriesDecayed: 66 });
      expect(await scheduled(t)).toHaveLength(AUTONOMY === "on" ? 1 : 0);
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 34, memoriesDecayed: 0 });
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(false);
      expect(await scheduled(t)).toHaveLength(AUTONOMY === "on" ? 1 : 0);
    },
  );

  it("writes no decay if another run did so in the same hour", async () => {
    const t = setup({ AUTONOMY: "off" });
    vi.setSystemTime(NOON + 37 * 60_000);
    await store(t, FERRY);
    const decayed = { first: 0, second: 0 };
    for (let hour = 1; hour <= 12; hour += 1) {
      for (const [minute, which] of [
        [1, "first"],
        [59, "second"],
      ] as const) {
        vi.setSystemTime(NOON + hour * 3_600_000 + minute * 60_000);
        decayed[which] += (await consolidate(t)).memoriesDecayed;
      }
    }
    expect(decayed.first).toBeGreaterThan(0);
    expect(decayed.second).toBe(0);
  });

  it("that searches for each memory finishes the batch in whose middle it begins, then takes full batches", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, many.slice(0, 18));
    const next = (from: number) => t.query(internal.consolidation.functions.next, { from, total: 18 });
    expect(await next(5)).toEqual({ places: [5, 6, 7], to: 8 });
    expect(await next(8)).toEqual({ places: [8, 9, 10, 11, 12, 13, 14, 15], to: 16 });
    expect(await next(16)).toEqual({ places: [16, 17], to: 18 });
  });

  it("that fails between two steps leaves whole clusters, and the next run continues with the rest", async () => {
    const t = setup();
    await store(t, [...FERRY, ...many, ...more]);
    const { putTogether } = Assign;
    const writing = vi
      .spyOn(Assign, "putTogether")
      .mockImplementationOnce(putTogether)
      .mockRejectedValueOnce(new Error("the disk is full"));
    onTestFinished(() => writing.mockRestore());
    await expect(t.action(internal.consolidation.run.runScheduled, {})).rejects.toThrow("the disk is full");
    const sizes = () =>
      t.run(async (ctx) => {
        const clusters = await ctx.db.query("clusters").collect();
        const members = await ctx.db.query("clusterMembers").collect();
        return { members: members.length, size: clusters.reduce((sum, { size }) => sum + size, 0) };
      });
    expect(await sizes()).toEqual({ members: 32, size: 32 });
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 38, coreMemoriesCreated: 1 });
    expect(await sizes()).toEqual({ members: 70, size: 70 });
  });

  large(
    "that spends its time on decay leaves the rest of it to the next, and continues with new memories",
    async () => {
      const t = setup({ AUTONOMY: "off" });
      await store(t, many);
      vi.setSystemTime(NOON + 7 * 24 * 3_600_000);
      const { decayDue } = Activation;
      const slow = vi.spyOn(Activation, "decayDue").mockImplementationOnce(async (...call) => {
        vi.setSystemTime(Date.now() + 21_000);
        return await decayDue(...call);
      });
      onTestFinished(() => slow.mockRestore());
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 50, memoriesDecayed: 48 });
      expect(await t.mutation(internal.consolidation.functions.due, {})).toBe(true);
      expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 0, memoriesDecayed: 2 });
    },
  );

  it("that fails throws, and the next run does not wait", async () => {
    const t = setup();
    await store(t, FERRY);
    meanwhile(() => {
      throw new Error("the disk is full");
    });
    await expect(t.action(internal.consolidation.run.runScheduled, {})).rejects.toThrow();
    expect(await consolidate(t)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 1 });
  });

  it("that fails throws the first error, even if its lease can't be released", async () => {
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

  it("that another run has replaced ends silently and leaves the other's lease alone", async () => {
    const t = setup();
    await store(t, FERRY);
    meanwhile((ctx) => {
      vi.setSystemTime(Date.now() + Lease.LEASE_MS.consolidation);
      return Lease.acquire(ctx, "consolidation", Date.now());
    });
    await t.action(internal.consolidation.run.runScheduled, {});
    expect((await core(t)).total).toBe(0);
    expect(await t.mutation(internal.consolidation.functions.begin, {})).toBeNull();
  });

  it("renews its lease while it lasts, and continues after one renewal failed", async () => {
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

/** When consolidation runs, and that no two runs write at a time. */
import { describe, expect, it, vi } from "vitest";
import { internal } from "./_generated/api";
import { CLAIM_MS } from "./model/consolidation";
import { BREAD, FERRY, consolidate, core, store } from "./test.consolidation";
import { setup } from "./test.setup";

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
    const first = await t.mutation(internal.consolidation.begin, {});
    expect(await t.mutation(internal.consolidation.begin, {})).toEqual({ kind: "busy" });
    vi.setSystemTime(Date.now() + CLAIM_MS);
    expect(await t.mutation(internal.consolidation.begin, {})).toMatchObject({ kind: "begun" });
    if (first.kind !== "begun") throw new Error("the first did not begin");
    const { run } = first;
    expect(await t.mutation(internal.consolidation.renew, { run })).toBe(false);
    await expect(
      t.mutation(internal.coreMemories.apply, { run, from: 0, to: 0, reinforcedAt: 1, changes: [] }),
    ).rejects.toThrow();
    await expect(t.mutation(internal.consolidation.write, { run, rows: [] })).rejects.toThrow();
    vi.useRealTimers();
  });

  it("need not wait for one that the service's end cut off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await t.mutation(internal.consolidation.begin, {});
    await t.mutation(internal.service.started, {});
    expect(await t.mutation(internal.consolidation.begin, {})).toMatchObject({ kind: "begun" });
  });

  it("need not wait for one that died, though the clock was set back", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12), toFake: ["Date"] });
    const t = setup();
    await t.mutation(internal.consolidation.begin, {});
    vi.setSystemTime(Date.now() - 24 * 3_600_000);
    expect(await t.mutation(internal.consolidation.begin, {})).toMatchObject({ kind: "begun" });
    expect(await t.mutation(internal.consolidation.begin, {})).toEqual({ kind: "busy" });
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
    const due = () => t.mutation(internal.consolidation.due, {});
    expect(await due()).toBe(false);
    await store(t, FERRY);
    expect(await due()).toBe(true);
    await t.action(internal.consolidating.alone, {});
    expect((await core(t)).total).toBe(1);
    await store(t, BREAD);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect(await due()).toBe(false);
    vi.setSystemTime(Date.now() + HOUR);
    expect(await due()).toBe(true);
    await t.action(internal.consolidating.alone, {});
    await store(t, FERRY);
    expect(await due()).toBe(false);
    // A clock that was set back is not waited for.
    vi.setSystemTime(Date.now() - 30 * 24 * HOUR);
    expect(await due()).toBe(true);
    vi.useRealTimers();
  });

  it("it rests while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, FERRY);
    await t.action(internal.consolidating.alone, {});
    expect((await core(t)).total).toBe(0);
  });
});

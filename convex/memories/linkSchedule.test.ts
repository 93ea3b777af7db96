/** Automatic linking of new memories after a tick. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { internal } from "../_generated/api";
import * as Lease from "../leases/lease";
import { currentSettings } from "../lib/currentSettings";
import * as LinkSchedule from "./linkSchedule";
import * as Chat from "../llm/chat";
import { store } from "../../test/functions/memories";
import { post, type App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { large, setup, TICK_TOKEN } from "../../test/functions/setup";

const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

async function tick(t: App): Promise<void> {
  expect((await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` })).status).toBe(200);
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
}

const links = (t: App) => t.run((ctx) => ctx.db.query("links").collect());
const turn = (t: App) => t.run((ctx) => ctx.db.query("linkProgress").first());
const lease = (t: App) => t.run((ctx) => Lease.read(ctx, "links"));
const confidences = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("memories").collect()).map(({ confidence }) => confidence));

describe("after a tick", () => {
  it("new memories are linked once, and a contradiction lowers the older one's confidence", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, { content: "The library has 9 reading rooms.", confidence: 0.8 });
    await store(t, { content: "The library has 10 reading rooms.", confidence: 0.8 });
    await tick(t);
    const made = await links(t);
    expect(made.map(({ type }) => type)).toContain("contradicts");
    const [older = 1, newer] = await confidences(t);
    expect(older).toBeLessThan(0.8);
    expect(newer).toBe(0.8);
    expect((await lease(t)).expiresAt).toBe(0);

    await tick(t);
    expect(await links(t)).toEqual(made);
    expect((await confidences(t))[0]).toBe(older);
  });

  it("new memories are linked to older ones", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, { content: "Maria repaints her boat in the harbour of Kiel." });
    await tick(t);
    const before = (await links(t)).length;
    await store(t, { content: "Maria repaints her boat in the harbour of Kiel in blue and white." });
    await tick(t);
    expect((await links(t)).length).toBeGreaterThan(before);
  });

  it("no model is called for links", async () => {
    const t = setup({ AUTONOMY: "on", LLM_API_KEY: "key" });
    const asked = vi.spyOn(Chat, "chatCompletion");
    onTestFinished(() => asked.mockRestore());
    await store(t, { content: "The library has 9 reading rooms." });
    await store(t, { content: "The library has 10 reading rooms." });
    await run(t);
    expect(await links(t)).not.toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("nothing is linked while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, { content: "The library has 9 reading rooms." });
    await store(t, { content: "The library has 10 reading rooms." });
    await tick(t);
    await t.action(internal.memories.linkMemory.runScheduled, { run: 1 });
    expect(await links(t)).toEqual([]);
  });
});

/** Acquires a run. Fails the test if that is not possible. */
async function claim(t: App, now = NOON): Promise<number> {
  const run = await t.run((ctx) => LinkSchedule.acquireRun(ctx, now, currentSettings()));
  if (run === null) throw new Error("a run is active");
  return run;
}

const run = async (t: App) =>
  await t.action(internal.memories.linkMemory.runScheduled, { run: await claim(t) });
const next = (t: App) => t.query(internal.memories.linkSchedule.next, { now: NOON });

describe("a run", () => {
  /** Stores memories without a common word, so that there is nothing to link. */
  const tellMany = (t: App, many: number) =>
    tell(
      t,
      Array.from({ length: many }, (_, n) => ({ content: `Parcel${n}.`, at: NOON + n })),
    );

  large("links 64 memories, the oldest first, and the next run continues there", async () => {
    const t = setup({ AUTONOMY: "on" });
    await tellMany(t, 66);
    await run(t);
    const after = await turn(t);
    expect(await next(t)).not.toBeNull();
    await run(t);
    expect(await next(t)).toBeNull();
    expect((await turn(t))?.linkedTo).toBeGreaterThan(after?.linkedTo ?? Infinity);
  });

  large("is followed by others after a tick until none waits, unless autonomy is off", async () => {
    const t = setup({ AUTONOMY: "on" });
    await tellMany(t, 140);
    expect((await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` })).status).toBe(200);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1_000));
    expect(await next(t)).toBeNull();
    expect((await lease(t)).run).toBe(3);

    const resting = setup({ AUTONOMY: "off" });
    await tellMany(resting, 2);
    await resting.mutation(internal.memories.linkSchedule.goOn, {});
    expect((await lease(resting)).run).toBe(0);
  });

  it("excludes another until it ends, its lease expires, or the service restarts", async () => {
    const t = setup({ AUTONOMY: "on" });
    const take = (now: number) => t.run((ctx) => LinkSchedule.acquireRun(ctx, now, currentSettings()));
    expect(await take(NOON)).toBeNull();
    await store(t);
    expect(await take(NOON)).toBe(1);
    expect(await take(NOON + 1)).toBeNull();
    expect(await take(NOON + Lease.LEASE_MS.links + 1)).toBe(2);
    // As if the clock was set back.
    expect(await take(NOON - 60 * 60_000)).toBe(3);
    await t.mutation(internal.service.functions.started, {});
    expect((await lease(t)).expiresAt).toBe(0);
  });

  it("that lost its lease records no progress and releases no other run's lease", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t);
    const [slow, later] = [await claim(t), await claim(t, NOON + Lease.LEASE_MS.links + 1)];
    const looked = (run: number, place: number, failed = false) =>
      t.mutation(internal.memories.linkSchedule.noteLinked, { run, place, failed });
    expect(await looked(later, 7)).toBe(true);
    expect(await looked(slow, 3)).toBe(false);
    expect(await looked(slow, 9, true)).toBe(false);
    await t.mutation(internal.memories.linkSchedule.endRun, { run: slow, isFull: false });
    expect(await turn(t)).toMatchObject({ linkedTo: 7 });
    expect((await lease(t)).expiresAt).not.toBe(0);
  });

  it("retries a memory that could not be linked, and finally skips it", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t);
    const fails = async () => {
      const run = await claim(t, NOON + (Lease.LEASE_MS.links + 1) * ((await lease(t)).run + 1));
      return await t.mutation(internal.memories.linkSchedule.noteLinked, { run, place: 0, failed: true });
    };
    expect([await fails(), await fails()]).toEqual([false, false]);
    expect(await next(t)).not.toBeNull();
    expect(await fails()).toBe(true);
    expect(await turn(t)).toMatchObject({ linkedTo: 0, failures: 0 });
  });
});

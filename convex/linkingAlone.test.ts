/** Links that the agent makes by itself: after a tick, of what is new. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "./_generated/api";
import * as LinkingTurn from "./model/linkingTurn";
import { store } from "./test.memories";
import { post, type App } from "./test.requests";
import { tell } from "./test.search";
import { setup, TICK_TOKEN } from "./test.setup";

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
const turn = (t: App) => t.run((ctx) => ctx.db.query("linking").first());
const confidences = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("memories").collect()).map(({ confidence }) => confidence));

describe("after a tick", () => {
  it("what is new is linked, once, and what contradicts makes the older one less sure", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, { content: "The library opens at nine.", confidence: 0.8 });
    await store(t, { content: "The library opens at ten.", confidence: 0.8 });
    await tick(t);
    const made = await links(t);
    expect(made.map(({ type }) => type)).toContain("contradicts");
    const [older = 1, newer] = await confidences(t);
    expect(older).toBeLessThan(0.8);
    expect(newer).toBe(0.8);
    expect(await turn(t)).toMatchObject({ claimedUntil: 0 });

    await tick(t);
    expect(await links(t)).toEqual(made);
    expect((await confidences(t))[0]).toBe(older);
  });

  it("what was told since the last tick is linked to what was told before it", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, { content: "Maria repaints her boat in the harbour of Kiel." });
    await tick(t);
    const before = (await links(t)).length;
    await store(t, { content: "Maria repaints her boat in the harbour of Kiel in blue and white." });
    await tick(t);
    expect((await links(t)).length).toBeGreaterThan(before);
  });

  it("nothing is linked while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await store(t, { content: "The library opens at nine." });
    await store(t, { content: "The library opens at ten." });
    await tick(t);
    await t.action(internal.linking.alone, {});
    expect(await links(t)).toEqual([]);
  });
});

describe("a run", () => {
  it("looks at so many memories, the oldest first, and the next goes on where it stopped", async () => {
    const t = setup({ AUTONOMY: "on" });
    // With no word in common, so that there is nothing to compare.
    await tell(
      t,
      Array.from({ length: 66 }, (_, n) => ({ content: `Parcel${n}.`, at: NOON + n })),
    );
    await t.action(internal.linking.alone, {});
    const after = await turn(t);
    expect(await t.run((ctx) => LinkingTurn.next(ctx))).not.toBeNull();
    await t.action(internal.linking.alone, {});
    expect(await t.run((ctx) => LinkingTurn.next(ctx))).toBeNull();
    expect((await turn(t))?.through).toBeGreaterThan(after?.through ?? Infinity);
  });

  it("is one at a time; one that died holds the next up for minutes, or until the service starts anew", async () => {
    const t = setup({ AUTONOMY: "on" });
    const take = (now: number) => t.run((ctx) => LinkingTurn.takeTurn(ctx, now));
    expect(await take(NOON)).toBe(false);
    await store(t);
    expect(await take(NOON)).toBe(true);
    expect(await take(NOON + 1)).toBe(false);
    expect(await take(NOON + LinkingTurn.LEASE_MS + 1)).toBe(true);
    // A clock that was set back is not waited for.
    expect(await take(NOON - 60 * 60_000)).toBe(true);
    await t.mutation(internal.service.started, {});
    expect(await turn(t)).toMatchObject({ claimedUntil: 0 });
  });
});

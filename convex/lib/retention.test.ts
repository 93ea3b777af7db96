import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { setup } from "../../test/functions/setup";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

type App = ReturnType<typeof setup>;

const step = (t: App) => t.mutation(internal.service.functions.upkeep, {});
const sweep = (t: App) => t.mutation(internal.registry.sweeper.sweep, {});
const audited = (t: App) => t.run(async (ctx) => (await ctx.db.query("audit").take(10)).length);
const idempotency = (t: App) => t.run(async (ctx) => (await ctx.db.query("idempotency").take(10)).length);

/** A service whose retention has followed the clock, with an entry of the audit log and an idempotency key. */
async function kept(): Promise<App> {
  const t = setup();
  await t.run(async (ctx) => {
    const places = { place: 0, placeOfKind: 0, placeOfWho: 0, placeOfBoth: 0 };
    await ctx.db.insert("audit", { kind: "k", token: "write", ids: [], count: 0, at: NOON, ...places });
    await ctx.db.insert("idempotency", { slot: "s", bodyHash: "b", response: "{}", createdAt: NOON });
  });
  await step(t);
  return t;
}

describe("retention", () => {
  it("deletes nothing at once after a leap of the clock", async () => {
    const t = await kept();
    vi.setSystemTime(NOON + 365 * DAY);
    for (let steps = 0; steps < 10; steps += 1) {
      await step(t);
      await sweep(t);
    }
    expect([await audited(t), await idempotency(t)]).toEqual([1, 1]);
    vi.setSystemTime(NOON + MINUTE);
    await step(t);
    await sweep(t);
    expect(await audited(t)).toBe(1);
  });

  it("catches up with a pause by a day an hour", async () => {
    const t = await kept();
    vi.setSystemTime(NOON + 2 * DAY);
    for (let minute = 0; minute < 60; minute += 5) await step(t);
    await sweep(t);
    expect(await idempotency(t)).toBe(0);
  });

  it("follows a clock that was set back at once", async () => {
    const t = await kept();
    vi.setSystemTime(NOON - 2 * DAY);
    await step(t);
    expect(await t.run((ctx) => ctx.db.query("retention").first())).toMatchObject({ at: NOON - 2 * DAY });
  });
});

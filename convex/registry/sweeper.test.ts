import { beforeEach, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { setup } from "../../test/functions/setup";

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const sweep = (t: ReturnType<typeof setup>) => t.mutation(internal.registry.sweeper.sweep, {});

it("deletes expired rows of several tables, and keeps the others", async () => {
  const t = setup();
  const left = () =>
    t.run(async ({ db }) => [
      (await db.query("queryVectors").collect()).map(({ key }) => key),
      (await db.query("webhookDeliveries").collect()).map(({ eventId }) => eventId),
      (await db.query("lateQueries").collect()).map(({ key }) => key),
    ]);
  await t.run(async ({ db }) => {
    const webhook = { url: "u", secret: "s", events: [], active: true, createdAt: NOON };
    const webhookId = await db.insert("webhooks", webhook);
    const delivery = { webhookId, type: "tick.completed", status: "delivered", attempts: 1 } as const;
    for (const [place, at] of [NOON - 8 * DAY, NOON - 6 * DAY].entries()) {
      const vector = { slot: place, key: `${place}`, vector: new ArrayBuffer(4), createdAt: at };
      await db.insert("queryVectors", vector);
      const moments = { firstAttemptAt: at, lastAttemptAt: at };
      await db.insert("webhookDeliveries", { ...delivery, place, eventId: `${place}`, ...moments });
    }
    await db.insert("lateQueries", { key: "k", text: "q" });
  });
  await sweep(t);
  expect(await left()).toEqual([["1"], ["1"], ["k"]]);
  vi.setSystemTime(NOON + DAY / 2);
  await sweep(t);
  expect(await left()).toEqual([["1"], ["1"], []]);
});

it("deletes a plan only after the last of its items, batch by batch", async () => {
  const t = setup();
  await t.run(async ({ db }) => {
    const sums = { matched: {}, dependents: {}, dependentRows: [], erased: {} };
    const figures = { items: 600, step: 0, gone: 0, changed: 0, probes: [], probed: 0 };
    const moments = { createdAt: NOON - DAY, expiresAt: NOON - 1 };
    const plan = { status: "planned", withDerived: false, ...sums, ...figures, ...moments } as const;
    const erasureId = await db.insert("erasures", plan);
    for (let number = 0; number < 600; number += 1)
      await db.insert("erasureItems", { erasureId, number, kind: "memory", id: "" });
  });
  const left = () =>
    t.run(async ({ db }) => [
      (await db.query("erasureItems").collect()).length,
      (await db.query("erasures").collect()).length,
    ]);
  await sweep(t);
  expect(await left()).toEqual([100, 1]);
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
  expect(await left()).toEqual([0, 0]);
});

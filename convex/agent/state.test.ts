/** The state and its summary between ticks: how events and time change them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import * as Vitals from "../vitals/vitals";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, feed, finishByJournal, gathered } from "../../test/functions/ticks";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A quarter of an hour before the routine changes from "morning" to "day". */
const MORNING = Date.UTC(2026, 10, 21, 11, 45);
const CRASH = "A terrible crash killed many people.";

beforeEach(() => {
  vi.useFakeTimers({ now: MORNING, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const paused = () => setup({ AUTONOMY: "off" });
const state = (t: App) => t.query(api.state.get, {});
const pass = (t: App) => t.mutation(internal.service.functions.upkeep, {});
const crash = (t: App) =>
  t.mutation(internal.agent.functions.feed, { type: "news", content: CRASH, impact: "high" });

async function tick(t: App): Promise<void> {
  const tickId = await begun(t);
  await finishByJournal(t, tickId, await gathered(t, tickId));
}

describe("the summary after an event", () => {
  it("quotes the event, and states the stored mood and health", async () => {
    const t = paused();
    await t.mutation(internal.service.functions.started, {});
    await crash(t);
    const { summary, mood, health } = await state(t);
    expect(summary).toContain(CRASH);
    for (const told of [`Mood ${mood}, before neutral`, `health ${Math.round(health)}`])
      expect(summary).toContain(told);
    expect(summary).not.toContain("nothing has happened");
  });

  it("replaces the last tick's, and has at most 280 characters", async () => {
    const t = paused();
    await tick(t);
    const { summary: quiet } = await state(t);
    await crash(t);
    const { summary, health } = await state(t);
    expect(summary).not.toBe(quiet);
    expect(summary).toContain(`health ${Math.round(health)}`);
    await feed(t, `All is well. ${"The harbour is open and the sea is calm. ".repeat(20)}`);
    expect([...(await state(t)).summary].length).toBeLessThanOrEqual(280);
  });

  it("comes with the routine at the time of the event", async () => {
    const t = paused();
    await tick(t);
    vi.setSystemTime(MORNING + HOUR);
    await crash(t);
    expect((await state(t)).routine).toBe("day");
  });
});

describe("time passing without a tick", () => {
  it("restores mood and health, and the summary says so", async () => {
    const t = paused();
    await tick(t);
    await crash(t);
    const shaken = await state(t);
    vi.setSystemTime(MORNING + 24 * HOUR);
    await pass(t);
    const later = await state(t);
    expect(later.health).toBeGreaterThan(shaken.health + 5);
    expect(later.volatility).toBeLessThan(shaken.volatility);
    expect(later).toMatchObject({ mood: "neutral", updatedAt: MORNING + 24 * HOUR });
    for (const told of [`neutral, before ${shaken.mood}`, `health ${Math.round(later.health)} (+`])
      expect(later.summary).toContain(told);
    const response = await t.fetch("/state");
    expect(await response.json()).toEqual(later);
  });

  it("counts from the present after the clock was set back", async () => {
    const t = paused();
    vi.setSystemTime(MORNING + 30 * 24 * HOUR);
    await tick(t);
    await crash(t);
    const shaken = await state(t);
    vi.setSystemTime(MORNING);
    await pass(t);
    expect(await state(t)).toMatchObject({ mood: shaken.mood, health: shaken.health });
    vi.setSystemTime(MORNING + 10 * HOUR);
    await pass(t);
    const later = await state(t);
    expect(later.health).toBeGreaterThan(shaken.health + 1);
    expect(later.volatility).toBeLessThan(shaken.volatility);
  });

  it("has the same effect whether the state is updated once or often", async () => {
    const [once, often] = [paused(), paused()];
    for (const t of [once, often]) {
      await tick(t);
      await crash(t);
    }
    for (let hour = 1; hour <= 10; hour += 1) {
      vi.setSystemTime(MORNING + hour * HOUR);
      await pass(often);
    }
    await pass(once);
    const [a, b] = [await state(once), await state(often)];
    expect(a.health).toBeCloseTo(b.health, 0);
    expect(a).toMatchObject({ mood: b.mood, routine: b.routine });
  });

  it("changes the routine, and writes nothing else within a tick's interval", async () => {
    const t = paused();
    await tick(t);
    await crash(t);
    const before = await state(t);
    vi.setSystemTime(MORNING + 4 * MINUTE);
    await pass(t);
    expect(await state(t)).toEqual(before);
    vi.setSystemTime(MORNING + 15 * MINUTE);
    await pass(t);
    vi.setSystemTime(MORNING + 16 * MINUTE);
    expect(await state(t)).toMatchObject({ routine: "day", updatedAt: MORNING + 15 * MINUTE });
    expect((await state(t)).summary).toContain("day");
    const turned = await state(t);
    await pass(t);
    expect(await state(t)).toEqual(turned);
  });

  it("changes nothing of a newborn agent but the routine", async () => {
    const t = paused();
    await t.mutation(internal.service.functions.started, {});
    const born = await state(t);
    vi.setSystemTime(MORNING + 3 * HOUR);
    await pass(t);
    expect(await state(t)).toEqual({ ...born, routine: "day", updatedAt: MORNING + 3 * HOUR });
  });

  it("is no lateness while the machine sleeps or the service is stopped", async () => {
    const [asleep, stopped] = [setup(), setup()];
    const before = await Promise.all(
      [asleep, stopped].map(async (t) => {
        await tick(t);
        await crash(t);
        return (await state(t)).health;
      }),
    );
    vi.setSystemTime(MORNING + 8 * HOUR);
    await stopped.run((ctx) => Vitals.update(ctx, Date.now(), () => ({ startedAt: Date.now() })));
    for (const t of [asleep, stopped]) await pass(t);
    const [slept, restarted] = [await state(asleep), await state(stopped)];
    expect(slept.health).toBeGreaterThanOrEqual(before[0] ?? 100);
    expect(slept.health).toBe(restarted.health);
    // A service that runs without ticks is late.
    for (let minute = 1; minute <= 90; minute += 1) {
      vi.setSystemTime(MORNING + 8 * HOUR + minute * MINUTE);
      await pass(asleep);
    }
    expect((await state(asleep)).health).toBeLessThan(slept.health - 1);
  });

  it("is accounted for when the service starts", async () => {
    const t = paused();
    await tick(t);
    await crash(t);
    vi.setSystemTime(MORNING + 24 * HOUR);
    await t.mutation(internal.service.functions.started, {});
    expect(await state(t)).toMatchObject({ mood: "neutral", updatedAt: MORNING + 24 * HOUR });
  });
});

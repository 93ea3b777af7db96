/** When the agent reflects without being asked. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../_generated/api";
import { harbour, HOUR, NOON, reflections, store } from "../../test/functions/reflections";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, finishByJournal } from "../../test/functions/ticks";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

describe("a scheduled reflection", () => {
  const scheduled = (t: App) =>
    t.run(async (ctx) =>
      (await ctx.db.system.query("_scheduled_functions").take(100)).filter(({ name }) =>
        name.startsWith("reflections"),
      ),
    );

  async function tick(t: App): Promise<void> {
    await finishByJournal(t, await begun(t));
  }

  it("follows a tick when enough importance has accumulated, at most every six hours", async () => {
    const t = setup();
    for (let i = 0; i < 4; i++) await store(t, "semantic", `Plank ${i} of the pier is loose.`, 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(0);
    await store(t, "semantic", "The pier has twelve planks.", 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(1);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await reflections(t)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 7 * HOUR);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(1);

    for (let i = 0; i < 6; i++) await store(t, "semantic", `Lamp ${i} of the pier is out.`, 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(2);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    for (let i = 0; i < 6; i++) await store(t, "semantic", `Plank ${i} of the quay is new.`, 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(2);
    vi.setSystemTime(Date.now() + 7 * HOUR);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(3);
  });

  it("does not wait for a clock that was set back to catch up", async () => {
    const t = setup();
    for (let i = 0; i < 5; i++) await store(t, "semantic", `Plank ${i} of the pier is loose.`, 1);
    await tick(t);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    vi.setSystemTime(Date.now() - 30 * 24 * HOUR);
    for (let i = 0; i < 6; i++) await store(t, "semantic", `Lamp ${i} of the pier is out.`, 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(2);
  });

  it("is not made while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (let i = 0; i < 8; i++) await store(t, "semantic", `Plank ${i} of the pier is loose.`, 1);
    await tick(t);
    expect(await scheduled(t)).toHaveLength(0);
    await t.action(internal.reflections.reflect.runScheduled, {});
    expect(await reflections(t)).toHaveLength(0);
  });

  it("has another type each time", async () => {
    const t = setup();
    await harbour(t);
    await t.action(internal.reflections.reflect.runScheduled, {});
    vi.setSystemTime(Date.now() + 7 * HOUR);
    await t.action(internal.reflections.reflect.runScheduled, {});
    const types = (await reflections(t)).map(({ reflectionType }) => reflectionType);
    expect(new Set(types).size).toBe(2);
  });
});

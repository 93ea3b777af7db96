import { beforeEach, describe, expect, it, vi } from "vitest";
import packageJson from "../../package.json";
import { api, internal } from "../_generated/api";
import { LEASE_MS } from "../leases/lease";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { begun, finishBy, finishByJournal } from "../../test/functions/ticks";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const health = (t: ReturnType<typeof setup>, now: number) =>
  t.query(internal.service.functions.health, { now });

describe("health as a number", () => {
  const KEYED = { AUTONOMY: "off", LLM_API_KEY: "key", LLM_MODEL: "some-model" };
  const fared = (t: App, failure: string | null) =>
    t.mutation(internal.llm.functions.noteCalls, {
      entries: [],
      model: "some-model",
      outcome: failure === null ? { kind: "answered" } : { kind: "failed", reason: failure, ofText: false },
    });
  const shown = async (t: App) => (await t.query(api.state.get, {})).health;
  const pass = async (t: App, hours: number) => {
    for (let i = 0; i < 4 * hours; i += 1) {
      vi.setSystemTime(Date.now() + 15 * MINUTE);
      await t.mutation(internal.service.functions.upkeep, {});
    }
  };
  /** A service after this many failed ticks. */
  const afterOutage = async (ticks: number) => {
    const t = setup(KEYED);
    await t.mutation(internal.service.functions.started, {});
    await finishBy(t, await begun(t));
    for (let i = 0; i < ticks; i += 1) {
      const failure = { reason: "HTTP 500", fault: "provider" } as const;
      await t.mutation(internal.tick.functions.fail, { tickId: await begun(t), ...failure });
      vi.setSystemTime(Date.now() + 5 * MINUTE);
    }
    return t;
  };

  it("recovers within a day of an outage without further calls", async () => {
    const t = await afterOutage(24);
    await finishBy(t, await begun(t));
    await finishByJournal(t, await begun(t), undefined, "nothing new");
    const low = await shown(t);
    expect(low).toBeLessThan(95);
    await pass(t, 24);
    expect(await shown(t)).toBeGreaterThan(low);
    expect(await shown(t)).toBeGreaterThan(96);
  });

  it("recovers as soon as a call outside of ticks succeeds", async () => {
    const t = await afterOutage(24);
    await finishByJournal(t, await begun(t), undefined, "nothing new");
    await pass(t, 8);
    const sick = await shown(t);
    await pass(t, 8);
    expect(await shown(t)).toBeLessThan(sick);
    await fared(t, null);
    await pass(t, 24);
    expect(await shown(t)).toBeGreaterThan(93);
  });

  it("counts failures outside of ticks", async () => {
    const t = await afterOutage(0);
    await fared(t, "HTTP 500");
    await pass(t, 8);
    expect(await shown(t)).toBeLessThan(98.5);
  });

  it.each([
    ["the service is started again", KEYED],
    ["no model is configured any more", { AUTONOMY: "off" }],
  ])("ignores earlier outcomes where %s", async (_, variables) => {
    const t = await afterOutage(24);
    await finishByJournal(t, await begun(t), undefined, "nothing new");
    const low = await shown(t);
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    if (variables === KEYED) await t.mutation(internal.service.functions.started, {});
    await pass(t, 24);
    expect(await shown(t)).toBeGreaterThan(Math.max(low, 95));
  });
});

describe("the service's health", () => {
  it("is degraded without a key, with the reason, and names reflex as the model", async () => {
    const report = await health(setup(), NOON);
    expect(report).toMatchObject({
      status: "degraded",
      model: "reflex",
      version: packageJson.version,
      tickCount: 0,
      lastTick: 0,
      health: 100,
    });
    expect(report.checks.model).toMatch(/LLM_API_KEY/);
    expect(report.checks.embedding).toBe("lexical");
  });

  it("is ok with a model that has not been called; lexical search is no fault", async () => {
    const t = setup({ LLM_API_KEY: "key", LLM_MODEL: "some-model" });
    await t.mutation(internal.service.functions.started, {});
    expect(await health(t, NOON)).toMatchObject({ status: "ok", model: "some-model" });
  });

  it("counts uptime in seconds from the service's start", async () => {
    const t = setup();
    await t.mutation(internal.service.functions.started, {});
    expect((await health(t, NOON + 90_500)).uptime).toBe(90);
  });

  it("counts uptime from a recorded deployment, which stops no tick", async () => {
    const t = setup();
    await t.mutation(internal.service.functions.started, {});
    const tickId = await begun(t);
    vi.setSystemTime(NOON + 10 * MINUTE);
    await t.mutation(internal.service.functions.deployed, {});
    expect((await health(t, NOON + 11 * MINUTE)).uptime).toBe(60);
    expect(await finishByJournal(t, tickId)).toMatchObject({ kind: "done" });
  });

  it("misses the schedule after the clock was set back, until a tick succeeds", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    await t.mutation(internal.service.functions.started, {});
    await finishBy(t, await begun(t));
    const back = NOON - 365 * 24 * 60 * MINUTE;
    expect((await health(t, back)).checks.schedule).toBe("no successful tick since the clock was set back");
    vi.setSystemTime(back);
    await finishBy(t, await begun(t));
    expect((await health(t, back + 15 * MINUTE)).checks.schedule).toBe("ok");
    expect((await health(t, back + 16 * MINUTE)).checks.schedule).toBe("no successful tick for 16 minutes");
  });

  it("misses the schedule after three intervals without a successful tick, unless it is paused", async () => {
    const autonomous = setup({ LLM_API_KEY: "key" });
    await autonomous.mutation(internal.service.functions.started, {});
    expect((await health(autonomous, NOON + 15 * MINUTE)).checks.schedule).toBe("ok");
    const late = await health(autonomous, NOON + 16 * MINUTE);
    expect(late).toMatchObject({
      status: "degraded",
      checks: { schedule: "no successful tick for 16 minutes" },
    });
    const paused = setup({ LLM_API_KEY: "key", AUTONOMY: "off" });
    await paused.mutation(internal.service.functions.started, {});
    expect((await health(paused, NOON + 60 * MINUTE)).checks.schedule).toBe("ok");
  });

  it("keeps the schedule while the last successful tick is recent, whenever the service started", async () => {
    const t = setup();
    await t.mutation(internal.service.functions.started, {});
    vi.setSystemTime(NOON + 10 * MINUTE);
    await finishByJournal(t, await begun(t));
    expect((await health(t, NOON + 25 * MINUTE)).checks.schedule).toBe("ok");
    expect((await health(t, NOON + 25.5 * MINUTE)).checks.schedule).toBe("no successful tick for 15 minutes");
  });

  it("reports an expired lease", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
    expect((await health(t, NOON + LEASE_MS.tick - 1)).checks.lock).toBe("ok");
    expect((await health(t, NOON + LEASE_MS.tick + 5_000)).checks.lock).toMatch(/ran out 5 s ago/);
  });
});

describe("the service's start", () => {
  it("creates the agent once", async () => {
    const t = setup();
    const unborn = await t.query(api.state.get, {});
    expect(unborn).toMatchObject({ mood: "neutral", health: 100, volatility: 0.2 });
    await t.mutation(internal.service.functions.started, {});
    const born = await t.query(api.state.get, {});
    expect(born).toMatchObject({
      mood: "neutral",
      health: 100,
      volatility: 0.2,
      routine: "day",
      updatedAt: NOON,
    });
    vi.setSystemTime(NOON + MINUTE);
    await t.mutation(internal.service.functions.started, {});
    expect(await t.query(api.state.get, {})).toEqual(born);
  });

  it("ticks at once, unless autonomy is off", async () => {
    const t = setup();
    await t.mutation(internal.service.functions.started, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect((await health(t, NOON)).tickCount).toBe(1);
    const paused = setup({ AUTONOMY: "off" });
    await paused.mutation(internal.service.functions.started, {});
    await paused.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect((await health(paused, NOON)).tickCount).toBe(0);
  });
});

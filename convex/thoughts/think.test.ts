/** Spontaneous thoughts without a model, with fake timers. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as Lease from "../leases/lease";
import { internal } from "../_generated/api";
import { MIN_GAP_MS, MAX_THOUGHTS_PER_DAY } from "../../mind/thoughts/decideToThink";
import * as ThoughtSchedule from "./schedule";
import * as Chat from "../llm/chat";
import { ONE_CALL } from "../../test/functions/chat";
import { thoughtOf } from "../../test/functions/consciousness";
import { post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 4, 8);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Runs a tick and everything that it schedules. */
async function tick(t: App): Promise<void> {
  await t.action(internal.tick.run.runScheduled, { trigger: "schedule" });
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
}
const later = (ms: number) => void vi.setSystemTime(Date.now() + ms);

const feed = (t: App, content: string, impact: "medium" | "high" = "high") =>
  t.mutation(internal.agent.functions.feed, { type: "news", content, impact });
const store = (t: App, content: string, importance = 0.8) =>
  t.mutation(internal.memories.functions.store, { type: "semantic", content, importance, confidence: 0.8 });
const thoughts = async (t: App) =>
  await t.run(async (ctx) => await ctx.db.query("thoughts").order("desc").take(100));
const lease = (t: App) => t.run((ctx) => Lease.read(ctx, "thoughts"));
const state = (t: App) => t.run((ctx) => ThoughtSchedule.read(ctx));

async function storeEnough(t: App): Promise<void> {
  await store(t, "A storm closed the harbour of Kiel for two days.");
  await store(t, "Prices for fish in Kiel rose by 12 percent this week.");
  await store(t, "Maria repaints her boat in Kiel before the winter.");
}

describe("after a tick the agent", () => {
  it("thinks about what happened, once that is enough", async () => {
    const t = setup({ AUTONOMY: "on" });
    await storeEnough(t);
    await tick(t);
    const [thought, ...others] = await thoughts(t);
    expect(others).toEqual([]);
    expect(thought).toMatchObject({ spontaneous: true, writer: "reflex", sources: ["memory"] });
    expect(thought?.seeds).toContain("A storm closed the harbour of Kiel for two days.");
    expect(await state(t)).toMatchObject({ last: { outcome: "thought" } });
  });

  it("thinks about events that a tick has consumed", async () => {
    const t = setup({ AUTONOMY: "on" });
    await feed(t, "A terrible storm destroyed the harbour of Kiel, people mourn their boats.");
    await feed(t, "The wonderful regatta of Kiel brought joy and great crowds, everybody loves it!");
    await feed(t, "Fishermen of Kiel fear a horrible winter after the awful loss.");
    await tick(t);
    const [thought] = await thoughts(t);
    expect(thought?.sources).toEqual(["news event"]);
    expect(thought?.seeds.length).toBeGreaterThanOrEqual(2);
  });

  it("thinks about new things after the clock was set back, and not again about old ones", async () => {
    const t = setup({ AUTONOMY: "on" });
    await storeEnough(t);
    await tick(t);
    vi.setSystemTime(START - 365 * 24 * HOUR);
    await feed(t, "A terrible storm destroyed the harbour of Kiel, people mourn their boats.");
    await feed(t, "Fishermen of Kiel fear a horrible winter after the awful loss.");
    await tick(t);
    expect(await thoughts(t)).toHaveLength(2);
    later(MIN_GAP_MS);
    await tick(t);
    const waited = { outcome: "waited", because: "nothing new has come from outside" };
    expect((await state(t)).last).toMatchObject(waited);
    later(MIN_GAP_MS);
    await store(t, "The lighthouse of Kiel is sold to a terrible man, to the horror of all.");
    await store(t, "Kiel forbids all ferries by night, and the islanders protest in anger.");
    await tick(t);
    expect((await state(t)).last).toMatchObject({
      outcome: "thought",
      because: expect.stringMatching("two"),
    });
  });

  it("waits while too little has happened", async () => {
    const t = setup({ AUTONOMY: "on" });
    await store(t, "The kettle is blue.", 0.2);
    await tick(t);
    expect(await thoughts(t)).toEqual([]);
    expect(await state(t)).toMatchObject({ last: { outcome: "waited" } });
  });

  it("does not think while autonomy is off", async () => {
    const t = setup({ AUTONOMY: "off" });
    await storeEnough(t);
    const ticked = await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(ticked.status).toBe(200);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await thoughts(t)).toEqual([]);
    expect((await lease(t)).run).toBe(0);
  });

  it("leaves at least half an hour between thoughts", async () => {
    const t = setup({ AUTONOMY: "on" });
    await storeEnough(t);
    await tick(t);
    await store(t, "Ada finished the Finnish poems about winter and ice.");
    await store(t, "A publisher in Turku prints poems by Ada again.");
    await store(t, "Turku celebrates Ada with a reading in March.");
    later(MIN_GAP_MS / 2);
    await tick(t);
    expect(await thoughts(t)).toHaveLength(1);
    later(MIN_GAP_MS);
    await tick(t);
    expect(await thoughts(t)).toHaveLength(2);
  });

  it("does not repeat a thought while nothing new comes in", async () => {
    const t = setup({ AUTONOMY: "on" });
    await storeEnough(t);
    for (let i = 0; i < 6; i++) {
      await tick(t);
      later(HOUR);
    }
    expect(await thoughts(t)).toHaveLength(1);
  });
});

describe("a run", () => {
  const acquire = (t: App) => t.run((ctx) => ThoughtSchedule.acquireRun(ctx, Date.now()));
  const save = (t: App, run: number, content = "Weather decides what a harbour earns.") =>
    t.mutation(internal.thoughts.functions.saveSpontaneous, {
      run,
      epoch: 0,
      thought: thoughtOf(content),
      sourceIds: [],
      because: "enough came in",
    });

  it("is the only one at a time", async () => {
    const t = setup();
    expect(await acquire(t)).toBe(1);
    expect(await acquire(t)).toBeNull();
  });

  it("that died is replaced, and its late answer is not saved", async () => {
    const t = setup();
    const dead = await acquire(t);
    later(Lease.LEASE_MS.thoughts + MIN_GAP_MS);
    const next = await acquire(t);
    expect([dead, next]).toEqual([1, 2]);
    expect(await save(t, 1)).toBe("lost");
    expect(await save(t, 2)).toBe("saved");
    expect(await save(t, 2, "Gulls sleep late.")).toBe("lost");
    expect(await thoughts(t)).toHaveLength(1);
  });

  it("loses its lease at a restart", async () => {
    const t = setup();
    await acquire(t);
    await t.mutation(internal.service.functions.started, {});
    expect(await save(t, 1)).toBe("lost");
    expect((await lease(t)).expiresAt).toBe(0);
  });

  it("ends and logs a warning when the model fails, and does nothing once autonomy is off", async () => {
    const t = setup({ AUTONOMY: "on", LLM_API_KEY: "key" });
    const failure = { reason: "it answered 503", cause: "refused", ofText: false, ...ONE_CALL } as const;
    const asked = vi.spyOn(Chat, "chatCompletion").mockResolvedValue({ kind: "failed", ...failure });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => {
      for (const spy of [asked, warned]) spy.mockRestore();
    });
    await storeEnough(t);
    const run = (await acquire(t)) ?? 0;
    vi.stubEnv("AUTONOMY", "off");
    await t.action(internal.thoughts.think.runScheduled, { run });
    expect(asked).not.toHaveBeenCalled();
    vi.stubEnv("AUTONOMY", "on");
    await t.action(internal.thoughts.think.runScheduled, { run });
    expect(asked).toHaveBeenCalledOnce();
    expect(warned.mock.calls.join()).toContain("the agent could not think: it answered 503");
    const last = { outcome: "failed", because: "it answered 503" };
    expect(await state(t)).toMatchObject({ last });
    expect(await thoughts(t)).toEqual([]);
  });

  it("skips seeds over which the model failed", async () => {
    const t = setup({ AUTONOMY: "on", LLM_API_KEY: "key" });
    const refused = { kind: "failed", reason: "it answered 400", cause: "refused", ofText: true } as const;
    const asked = vi.spyOn(Chat, "chatCompletion").mockResolvedValue({ ...refused, ...ONE_CALL });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => {
      for (const spy of [asked, warned]) spy.mockRestore();
    });
    await storeEnough(t);
    const run = async () => {
      await t.action(internal.thoughts.think.runScheduled, { run: (await acquire(t)) ?? 0 });
      later(MIN_GAP_MS);
      return (await state(t)).last;
    };
    expect(await run()).toMatchObject({ outcome: "failed", because: "it answered 400" });
    expect(await run()).toMatchObject({ outcome: "waited", because: "nothing new has come from outside" });
    await store(t, "The baker of Turku sells a hundred rye loaves a day.");
    await store(t, "The baker of Turku forbids his sons to sell rye.");
    expect(await run()).toMatchObject({ outcome: "failed" });
    expect(asked.mock.lastCall?.[1].user).not.toContain("Kiel");
  });

  it("does not save a repeated thought", async () => {
    const t = setup();
    await acquire(t);
    expect(await save(t, 1)).toBe("saved");
    later(MIN_GAP_MS);
    await acquire(t);
    expect(await save(t, 2)).toBe("repeated");
    expect(await thoughts(t)).toHaveLength(1);
    expect(await state(t)).toMatchObject({ last: { outcome: "repeated" } });
  });

  it("is refused after the last thought of the day", async () => {
    const t = setup();
    for (let i = 0; i < MAX_THOUGHTS_PER_DAY; i++) {
      const run = await acquire(t);
      expect(run).not.toBeNull();
      await t.run((ctx) => ThoughtSchedule.endWithThought(ctx, Date.now(), "thought", "one event"));
      later(MIN_GAP_MS);
    }
    expect(await acquire(t)).toBeNull();
    later(24 * HOUR);
    expect(await acquire(t)).not.toBeNull();
  });
});

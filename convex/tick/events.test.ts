import { describe, expect, it, onTestFinished, vi } from "vitest";
import { api, internal } from "../_generated/api";
import * as Agent from "../agent/state";
import { large, setup } from "../../test/functions/setup";

const feed = (t: ReturnType<typeof setup>, content: string, impact: "low" | "medium" | "high" = "medium") =>
  t.mutation(internal.agent.functions.feed, { type: "news", content, impact });

/** The body of an answer. Throws if the idempotency key did not match. */
function body<Body>(answer: { kind: "done"; body: Body } | { kind: "mismatch" }): Body {
  if (answer.kind !== "done") throw new Error("the claim does not match");
  return answer.body;
}

describe("a feed event", () => {
  it("moves health in the direction of its sentiment, and reports the change", async () => {
    const t = setup();
    const bad = body(await feed(t, "A horrible, tragic disaster killed many people.", "high"));
    expect(bad.healthChange).toBeLessThan(0);
    expect(bad.stateModified).toBe(true);
    const low = (await t.query(api.state.get, {})).health;
    expect(low).toBeCloseTo(100 + bad.healthChange, 1);
    const good = body(await feed(t, "Wonderful, happy news: everybody was saved!", "medium"));
    expect(good.healthChange).toBeGreaterThan(0);
    expect((await t.query(api.state.get, {})).health).toBeCloseTo(low + good.healthChange, 1);
  });

  it("reports no change if health is already 100", async () => {
    expect(body(await feed(setup(), "Wonderful, happy, great news!", "high")).healthChange).toBe(0);
  });

  it("moves health by the severity in its metadata rather than by its words", async () => {
    const t = setup();
    const fail = { type: "custom" as const, content: "A great backup run", impact: "high" as const };
    const metadata = JSON.stringify({ status: "failed" });
    expect(
      body(await t.mutation(internal.agent.functions.feed, { ...fail, metadata })).healthChange,
    ).toBeLessThan(0);
  });

  it("is marked, and has no sentiment, if its content is not English", async () => {
    const t = setup();
    await feed(t, "Der Hafen ist heute geschlossen.");
    await feed(t, "The harbour is closed today.");
    const [english, german] = await t.run((ctx) => ctx.db.query("events").order("desc").take(2));
    expect(german).toMatchObject({ language: "other", sentiment: 0 });
    expect(english?.language).toBeUndefined();
  });

  const NEUTRAL = "The shop opens at nine.";

  it("reports a modified state if only volatility changed, and an unmodified one if nothing did", async () => {
    // The clock stands still, because the state also changes with time.
    vi.useFakeTimers({ now: Date.UTC(2026, 4, 4, 12), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const moved = setup();
    expect(body(await feed(moved, NEUTRAL))).toMatchObject({ stateModified: true, healthChange: 0 });
    const unmoved = setup();
    await unmoved.run(async (ctx) => {
      const { _id, affect } = await Agent.ensure(ctx, Date.now(), "UTC");
      // A neutral event pulls valence towards 0, so a valence of 0 stays.
      const calm = { ...affect, now: { ...affect.now, valence: 0 }, slow: { ...affect.slow, valence: 0 } };
      await ctx.db.patch("agent", _id, { affect: calm });
    });
    const before = await unmoved.query(api.state.get, {});
    expect(body(await feed(unmoved, NEUTRAL, "low"))).toMatchObject({
      stateModified: false,
      healthChange: 0,
    });
    expect(await unmoved.query(api.state.get, {})).toEqual(before);
  });

  large("is compared with the newest events, however many came before", async () => {
    const t = setup();
    for (let i = 0; i < 20; i++) await feed(t, `wharf${i} gantry${i} hawser${i}`);
    for (let i = 0; i < 2; i++) await feed(t, NEUTRAL);
    const [again, first] = await t.run((ctx) => ctx.db.query("events").order("desc").take(2));
    expect(first?.novelty).toBeGreaterThan(0.9);
    expect(again?.novelty).toBeLessThan(0.1);
  });

  it("lowers health more with each degree of impact", async () => {
    const change = async (impact: "low" | "medium" | "high") =>
      body(await feed(setup(), "A horrible, tragic disaster.", impact)).healthChange;
    const [low, medium, high] = [await change("low"), await change("medium"), await change("high")];
    expect(low).toBeGreaterThan(medium);
    expect(medium).toBeGreaterThan(high);
  });
});

describe("a wake note", () => {
  it("begins a tick only if asked to, and only while none is running", async () => {
    vi.useFakeTimers();
    try {
      const t = setup();
      const wake = async (triggerTick: boolean) =>
        body(
          await t.mutation(internal.tick.wake.wake, {
            note: "Hello?",
            priority: "normal",
            triggerTick,
          }),
        );
      expect(await wake(false)).toMatchObject({ tickTriggered: false });
      expect(await wake(true)).toMatchObject({ tickTriggered: true });
      expect(await wake(true)).toMatchObject({ tickTriggered: false });
      await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
      const { logs } = await t.query(internal.agent.queries.logs, { limit: 10, offset: 0 });
      expect(logs).toHaveLength(1);
      expect(logs[0]?.detail).toContain("Hello?");
    } finally {
      vi.useRealTimers();
    }
  });
});

large("a tick that was begun for a wake note reads it, however many events are pending", async () => {
  vi.useFakeTimers();
  try {
    const t = setup();
    for (let i = 0; i < 30; i++) await feed(t, `wharf${i} gantry${i} hawser${i}`, "high");
    await t.mutation(internal.tick.wake.wake, {
      note: "An earlier note.",
      priority: "high",
      triggerTick: false,
    });
    await t.mutation(internal.tick.wake.wake, {
      note: "Say hello to Zebra.",
      priority: "low",
      triggerTick: true,
    });
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    const { logs } = await t.query(internal.agent.queries.logs, { limit: 1, offset: 0 });
    expect(logs[0]?.detail).toContain("Zebra");
  } finally {
    vi.useRealTimers();
  }
});

describe("an idempotency key", () => {
  const claim = { kind: "feed", token: "write" as const, key: { slot: "slot", bodyHash: "hash" } };
  const event = { type: "news" as const, content: "Once.", impact: "low" as const };
  const events = (t: ReturnType<typeof setup>) =>
    t.run(async (ctx) => (await ctx.db.query("events").take(10)).length);

  it("returns the first answer again and stores nothing new", async () => {
    const t = setup();
    const first = body(await t.mutation(internal.agent.functions.feed, { ...event, claim }));
    expect(body(await t.mutation(internal.agent.functions.feed, { ...event, claim }))).toEqual(first);
    expect(await events(t)).toBe(1);
  });

  it("does not match another body", async () => {
    const t = setup();
    await t.mutation(internal.agent.functions.feed, { ...event, claim });
    const other = { ...claim, key: { slot: "slot", bodyHash: "other" } };
    expect(await t.mutation(internal.agent.functions.feed, { ...event, claim: other })).toEqual({
      kind: "mismatch",
    });
    expect(await events(t)).toBe(1);
  });
});

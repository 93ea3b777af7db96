import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "../../test/support/until";
import { api, internal } from "../_generated/api";
import { renewEveryMs } from "../leases/keepLease";
import { LEASE_MS as LEASES } from "../leases/lease";
import * as Vitals from "../vitals/vitals";
import * as Chat from "../llm/chat";
import { ONE_CALL } from "../../test/functions/chat";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import {
  ANSWER,
  MODEL,
  begun,
  feed,
  finishBy,
  finishByJournal,
  gathered,
  renewed,
} from "../../test/functions/ticks";
import * as Fail from "./fail";

const LEASE_MS = LEASES.tick;
const NOON = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const pendingEvents = (t: App) =>
  t.run(
    async (ctx) =>
      (await ctx.db.query("events").take(100)).filter((event) => event.consumedBy === null).length,
  );

const logTotal = async (t: App) =>
  (await t.query(internal.agent.queries.logs, { limit: 1, offset: 0 })).total;

describe("the lease of ticks", () => {
  it("lets one tick begin and tells the next when to try again", async () => {
    const t = setup();
    await begun(t);
    const second = await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
    expect(second).toEqual({ kind: "busy", retryAfterMs: 5_000 });
    vi.setSystemTime(NOON + LEASE_MS - 2_000);
    const third = await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
    expect(third).toEqual({ kind: "busy", retryAfterMs: 2_000 });
  });

  it("goes to another tick when it expires, and the first tick then changes nothing", async () => {
    const t = setup();
    const first = await begun(t);
    vi.setSystemTime(NOON + LEASE_MS);
    const second = await begun(t);
    expect(await finishBy(t, first)).toEqual({ kind: "lost" });
    expect(await renewed(t, first)).toBe(false);
    expect(await logTotal(t)).toBe(0);
    await t.mutation(internal.tick.functions.fail, { tickId: first, reason: "HTTP 500", fault: "provider" });
    expect(await t.run((ctx) => ctx.db.get("ticks", first))).toMatchObject({
      outcome: "lost",
      error: "its lease ran out",
      endedAt: NOON + LEASE_MS,
    });
    const { checks } = await t.query(internal.service.functions.health, { now: NOON + LEASE_MS });
    expect(checks.tick).toBe("the last tick was lost: its lease ran out");
    expect(await finishBy(t, second)).toMatchObject({ kind: "done" });
    expect(await logTotal(t)).toBe(1);
  });

  it("stays with a tick that renews it", async () => {
    const t = setup();
    const tickId = await begun(t);
    vi.setSystemTime(NOON + LEASE_MS - 1);
    expect(await renewed(t, tickId)).toBe(true);
    vi.setSystemTime(NOON + LEASE_MS + 1);
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "wake" })).toMatchObject({
      kind: "busy",
    });
  });

  it("is released when a tick finishes or fails, and when the service restarts", async () => {
    const t = setup();
    const first = await begun(t);
    await finishBy(t, first);
    const second = await begun(t);
    await t.mutation(internal.tick.functions.fail, { tickId: second, reason: "refused", fault: "provider" });
    const third = await begun(t);
    await t.mutation(internal.service.functions.started, {});
    expect(new Set([first, second, third, await begun(t)]).size).toBe(4);
  });

  it("is taken only once by the service's start and the cron's first run", async () => {
    const t = setup();
    const start = await t.mutation(internal.tick.functions.begin, { trigger: "start" });
    if (start.kind !== "begun") throw new Error("the first tick did not begin");
    await finishBy(t, start.tickId);
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "schedule" })).toEqual({
      kind: "skipped",
    });
    vi.setSystemTime(NOON + 5 * 60_000);
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "schedule" })).toMatchObject({
      kind: "begun",
    });
  });

  it("lets the first scheduled tick after a restart count as the start's", async () => {
    const t = setup();
    await finishBy(t, await begun(t));
    vi.setSystemTime(NOON + 8 * 60 * 60_000);
    await t.run((ctx) => Vitals.update(ctx, Date.now(), () => ({ startedAt: Date.now() })));
    const triggerOf = async () => {
      const tick = await t.mutation(internal.tick.functions.begin, { trigger: "schedule" });
      if (tick.kind !== "begun") throw new Error("the tick did not begin");
      await finishBy(t, tick.tickId);
      return await t.run(async (ctx) => (await ctx.db.get("ticks", tick.tickId))?.trigger);
    };
    expect(await triggerOf()).toBe("start");
    vi.setSystemTime(NOON + 8 * 60 * 60_000 + 5 * 60_000);
    expect(await triggerOf()).toBe("schedule");
  });

  it("can be taken by a scheduled tick after the clock was set back", async () => {
    const t = setup();
    const start = await t.mutation(internal.tick.functions.begin, { trigger: "start" });
    if (start.kind !== "begun") throw new Error("the first tick did not begin");
    await finishBy(t, start.tickId);
    vi.setSystemTime(NOON - 60 * 60_000);
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "schedule" })).toMatchObject({
      kind: "begun",
    });
    // That tick dies and the clock is set back again, so its lease would still run for more than an hour.
    vi.setSystemTime(NOON - 2 * 60 * 60_000);
    const { checks } = await t.query(internal.service.functions.health, { now: Date.now() });
    expect(checks.lock).toMatch(/^a tick's lease ran out 0 s ago/);
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "manual" })).toMatchObject({
      kind: "begun",
    });
    expect(await t.mutation(internal.tick.functions.begin, { trigger: "manual" })).toMatchObject({
      kind: "busy",
    });
  });
});

describe("a tick that finishes", () => {
  it("commits state, log, artifacts and consumed events together", async () => {
    const t = setup();
    await feed(t, "A ship came in.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    expect(shown.situation.events.map((event) => event.content)).toEqual(["A ship came in."]);
    const done = await finishBy(t, tickId, shown);
    expect(done).toMatchObject({ kind: "done", summary: ANSWER.summary, artifacts: ANSWER.artifacts });
    expect(await t.query(api.state.get, {})).toMatchObject({ summary: ANSWER.summary, updatedAt: NOON });
    const { logs } = await t.query(internal.agent.queries.logs, { limit: 10, offset: 0 });
    expect(logs).toMatchObject([{ summary: ANSWER.summary, detail: ANSWER.detail, routine: "day" }]);
    const { artifacts } = await t.query(internal.agent.queries.artifacts, { limit: 10, offset: 0 });
    expect(artifacts).toMatchObject([{ tickId, type: "tweet", timestamp: NOON }]);
    expect(await pendingEvents(t)).toBe(0);
  });

  it("comes first in the log and among artifacts, even after the clock was set back", async () => {
    const t = setup();
    await finishBy(t, await begun(t));
    vi.setSystemTime(NOON - 60 * 60_000);
    const later = { ...ANSWER, summary: "An hour is told twice." };
    await finishBy(t, await begun(t), undefined, later);
    const { logs } = await t.query(internal.agent.queries.logs, { limit: 10, offset: 0 });
    expect(logs.map(({ summary }) => summary)).toEqual([later.summary, ANSWER.summary]);
    // A caller that has read up to the first entry gets the second.
    const since = await t.query(internal.agent.queries.logs, { limit: 10, offset: 0, since: NOON });
    expect(since.logs.map(({ summary }) => summary)).toEqual([later.summary]);
    const { artifacts } = await t.query(internal.agent.queries.artifacts, {
      limit: 10,
      offset: 0,
      since: NOON,
    });
    expect(artifacts).toHaveLength(1);
  });

  it("consumes only the events that it was shown, and none that came in meanwhile", async () => {
    const t = setup();
    await feed(t, "Seen.");
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await feed(t, "Not seen yet.");
    await finishBy(t, tickId, shown);
    expect(await pendingEvents(t)).toBe(1);
  });

  it("is followed by ticks that are shown the last artifacts, newest first", async () => {
    const t = setup();
    const made = Array.from({ length: 12 }, (_, i) => `The harbour asks question ${i}.`);
    for (const content of made)
      await finishBy(t, await begun(t), undefined, { ...ANSWER, artifacts: [{ type: "note", content }] });
    const { situation } = await gathered(t, await begun(t));
    const shown = situation.made.map(({ content }) => content);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(made.toReversed().slice(0, shown.length));
  });

  it("records the affect that the model proposed beside the one that was applied", async () => {
    const t = setup();
    const tickId = await begun(t);
    await finishBy(t, tickId);
    const row = await t.run((ctx) => ctx.db.get("ticks", tickId));
    expect(row).toMatchObject({
      outcome: "succeeded",
      author: "model",
      affect: { proposed: ANSWER.proposal },
    });
    // No proposal moves valence by more than 0.15 a tick.
    expect(row?.affect?.applied.valence).toBeLessThan(0.3);
  });

  it("records why the model was not asked if the journal wrote the tick", async () => {
    const t = setup();
    const tickId = await begun(t);
    await finishByJournal(t, tickId, undefined, "all is quiet");
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({
      author: "reflex",
      skipped: "all is quiet",
    });
  });

  it("states the stored mood and health in its words, even if events moved them meanwhile", async () => {
    const t = setup();
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await t.mutation(internal.agent.functions.feed, {
      type: "news",
      content: "A horrible, tragic disaster killed many people.",
      impact: "high",
    });
    await finishByJournal(t, tickId, shown);
    const { logs } = await t.query(internal.agent.queries.logs, { limit: 1, offset: 0 });
    const health = Math.round(logs[0]?.health ?? 0);
    expect(health).toBeLessThan(100);
    expect(logs[0]?.summary).toContain(`health ${health} (−${100 - health})`);
    expect(logs[0]?.summary).toContain(`Mood ${logs[0]?.mood}`);
    expect(logs[0]?.detail).not.toContain("disaster");
  });

  it("knows when the last event came in, however many ticks ago", async () => {
    const t = setup();
    const tickAt = async (minutes: number) => {
      vi.setSystemTime(NOON + minutes * 60_000);
      const tickId = await begun(t);
      const { situation } = await gathered(t, tickId);
      await finishByJournal(t, tickId);
      return situation.lastEvent?.receivedAt;
    };
    expect(await tickAt(0)).toBeUndefined();
    await feed(t, "The ferry is late.");
    for (let tick = 1; tick < 12; tick += 1) expect(await tickAt(5 * tick)).toBe(NOON);
  });

  it("keeps an entry for each quiet tick, which says since when it has been quiet", async () => {
    const t = setup();
    const tickAt = async (minutes: number) => {
      vi.setSystemTime(NOON + minutes * 60_000);
      await finishByJournal(t, await begun(t));
    };
    await tickAt(0);
    await feed(t, "The ferry is late.");
    for (const minutes of [5, 10, 15, 20]) await tickAt(minutes);
    await feed(t, "The ferry is here.");
    for (const minutes of [25, 30]) await tickAt(minutes);
    const { logs } = await t.query(internal.agent.queries.logs, { limit: 20, offset: 0 });
    const at = (minutes: number) => NOON + minutes * 60_000;
    expect(logs.map(({ quietSince }) => quietSince).toReversed()).toEqual([
      ...[undefined, undefined, at(5), at(5), at(5)],
      ...[undefined, at(25)],
    ]);
    for (const { quietSince, summary, detail } of logs.filter((log) => log.quietSince !== undefined)) {
      expect(summary).toContain(`Quiet since ${new Date(quietSince ?? 0).toISOString().slice(11, 16)}`);
      expect(detail.length).toBeLessThan(160);
    }
  });

  it("reads notes of high priority first, then the oldest events, and leaves the rest to later ticks", async () => {
    const t = setup();
    for (let i = 0; i < 30; i++) {
      vi.setSystemTime(NOON + i);
      await feed(t, `Event number ${i}.`);
    }
    await t.mutation(internal.tick.wake.wake, {
      note: "Urgent.",
      priority: "high",
      triggerTick: false,
    });
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    const contents = shown.situation.events.map((event) => event.content);
    expect(contents.slice(0, 2)).toEqual(["Urgent.", "Event number 0."]);
    expect(contents.length + shown.situation.waiting).toBe(31);
    await finishBy(t, tickId, shown);
    expect(await pendingEvents(t)).toBe(31 - contents.length);
  });
});

describe("a tick that asks the model", () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ["Date", "setInterval", "clearInterval"] }));

  it.each(["as its lease is renewed", "as it ends"])(
    "commits nothing if it lost its lease meanwhile, which it learns %s",
    async (learns) => {
      const t = setup({ LLM_API_KEY: "key" });
      await feed(t, "A ship came in.");
      const { proposal, ...words } = ANSWER;
      const { calls, ms, tokens, repaired } = MODEL;
      const value = { ...words, ...proposal, remark: null };
      let lose = (): void => undefined;
      const lost = new Promise<void>((resolve) => (lose = resolve));
      const asked = vi.spyOn(Chat, "chatCompletion").mockImplementation(async (_endpoint, _ask, options) => {
        await lost;
        if (learns === "as its lease is renewed") {
          vi.advanceTimersByTime(renewEveryMs("tick"));
          await until("the call to be given up", () => options?.signal?.aborted);
        }
        return { kind: "answered", value, ...ONE_CALL, tokens, calls, ms, repaired };
      });
      onTestFinished(() => asked.mockRestore());
      const timers = vi.getTimerCount();
      const tick = post(t, "/tick", undefined, { Authorization: `Bearer ${TICK_TOKEN}` });
      await until("the model to be asked", () => asked.mock.calls.length > 0);
      vi.setSystemTime(Date.now() + LEASE_MS);
      const second = await begun(t);
      lose();
      await expectFailure(await tick, 409, "TICK_IN_PROGRESS");
      expect(await logTotal(t)).toBe(0);
      expect(await pendingEvents(t)).toBe(1);
      expect(await renewed(t, second)).toBe(true);
      expect(vi.getTimerCount()).toBe(timers);
    },
  );

  it("releases its lease on an internal error, which does not count against the model", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    const asked = vi.spyOn(Chat, "chatCompletion").mockRejectedValueOnce(new Error("it is broken"));
    onTestFinished(() => asked.mockRestore());
    await feed(t, "A ship came in.");
    const tick = await post(t, "/tick", undefined, { Authorization: `Bearer ${TICK_TOKEN}` });
    await expectFailure(tick, 500, "INTERNAL_ERROR");
    expect(asked).toHaveBeenCalledOnce();
    const { checks } = await t.query(internal.service.functions.health, { now: Date.now() });
    expect(checks).toMatchObject({
      model: "ok",
      tick: "the last tick failed: an internal error",
      lock: "ok",
    });
    await begun(t);
  });
});

describe("a tick that fails", () => {
  it("throws its error even if the failure can't be recorded", async () => {
    vi.useRealTimers();
    const t = setup({ LLM_API_KEY: "key" });
    const spies = [
      vi.spyOn(Chat, "chatCompletion").mockRejectedValueOnce(new Error("it is broken")),
      vi.spyOn(Fail, "fail").mockRejectedValueOnce(new Error("the disk is full")),
    ];
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => {
      for (const spy of [...spies, warned]) spy.mockRestore();
    });
    await feed(t, "A ship came in.");
    await expect(t.action(internal.tick.run.runScheduled, { trigger: "schedule" })).rejects.toThrow(
      "it is broken",
    );
    expect(warned.mock.calls.flat().join()).toContain("the disk is full");
  });

  it("goes to the log if no caller waits for it", async () => {
    vi.useRealTimers();
    const t = setup({ LLM_API_KEY: "key", LLM_BASE_URL: "http://127.0.0.1:9" });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await feed(t, "The ferry to the island sank.");
    await t.action(internal.tick.run.runScheduled, { trigger: "schedule" });
    expect(warned.mock.calls.flat().join()).toMatch(
      /the tick failed, and its events wait .*could not be reached/,
    );
    warned.mockRestore();
  });

  it("writes only its own row, and its events stay pending", async () => {
    const t = setup();
    await feed(t, "A ship came in.");
    const before = await t.query(api.state.get, {});
    const tickId = await begun(t);
    await t.mutation(internal.tick.functions.fail, { tickId, reason: "HTTP 500", fault: "provider" });
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({
      outcome: "failed",
      error: "HTTP 500",
    });
    expect(await t.query(api.state.get, {})).toEqual(before);
    expect(await logTotal(t)).toBe(0);
    expect(await pendingEvents(t)).toBe(1);
  });

  it("does not count against the model if the cause was an internal error", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    await t.mutation(internal.tick.functions.fail, {
      tickId: await begun(t),
      reason: "too large",
      fault: "own",
    });
    const { checks } = await t.query(internal.service.functions.health, { now: NOON });
    expect(checks).toMatchObject({ model: "ok", tick: "the last tick failed: too large" });
  });

  it("degrades the service's health until a tick succeeds", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    await t.mutation(internal.tick.functions.fail, {
      tickId: await begun(t),
      reason: "HTTP 500",
      fault: "provider",
    });
    const sick = await t.query(internal.service.functions.health, { now: NOON });
    expect(sick).toMatchObject({
      status: "degraded",
      checks: { model: "HTTP 500", tick: "the last tick failed: HTTP 500" },
    });
    await finishBy(t, await begun(t));
    const well = await t.query(internal.service.functions.health, { now: NOON });
    expect(well).toMatchObject({
      status: "ok",
      tickCount: 1,
      lastTick: NOON,
      checks: { model: "ok", tick: "ok" },
    });
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { LEASE_MS } from "./model/lock";
import { setup } from "./test.setup";

const NOON = Date.UTC(2026, 5, 1, 12);

/** A model's answer, as the action hands it to `finish`. */
const ANSWER = {
  summary: "A quiet harbour and a question.",
  detail: "The harbour is quiet; somebody asked why.",
  artifacts: [{ type: "tweet" as const, content: "Quiet harbours ask loud questions." }],
  proposal: { valence: 0.9, arousal: 0.9, curiosity: 0.9, mood: "excited" as const, confidence: 1 },
  basedOn: [],
  memories: [],
  usedMemories: [],
  tokens: { input: 10, output: 5 },
  modelMs: 3,
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

type App = ReturnType<typeof setup>;

async function begun(t: App): Promise<Id<"ticks">> {
  const answer = await t.mutation(internal.ticks.begin, { trigger: "manual" });
  if (answer.kind !== "begun") throw new Error(`the tick is ${answer.kind}`);
  return answer.tickId;
}

const feed = (t: App, content: string) =>
  t.mutation(internal.events.feed, { type: "news", content, impact: "medium" });

const pendingEvents = (t: App) =>
  t.run(
    async (ctx) =>
      (await ctx.db.query("events").take(100)).filter((event) => event.consumedBy === null).length,
  );

const logTotal = async (t: App) => (await t.query(internal.logs.list, { limit: 1, offset: 0 })).total;

type Deliberation = NonNullable<(typeof internal.ticks.finish)["_args"]["deliberation"]>;

const finishBy = (
  t: App,
  tickId: Id<"ticks">,
  eventIds: Id<"events">[] = [],
  answer: Deliberation = ANSWER,
  memoryIds: Id<"memories">[] = [],
) => t.mutation(internal.ticks.finish, { tickId, eventIds, memoryIds, deliberation: answer, skipped: "" });

describe("the tick's lock", () => {
  it("lets one tick begin and tells the next when to come back", async () => {
    const t = setup();
    await begun(t);
    const second = await t.mutation(internal.ticks.begin, { trigger: "manual" });
    expect(second).toEqual({ kind: "busy", retryAfterMs: expect.any(Number) });
  });

  it("goes to another when its lease runs out, and the first then changes nothing", async () => {
    const t = setup();
    const first = await begun(t);
    vi.setSystemTime(NOON + LEASE_MS);
    const second = await begun(t);
    expect(await finishBy(t, first)).toEqual({ kind: "lost" });
    expect(await t.mutation(internal.ticks.renew, { tickId: first })).toBe(false);
    expect(await logTotal(t)).toBe(0);
    expect(await t.run((ctx) => ctx.db.get("ticks", first))).toMatchObject({ outcome: "lost" });
    expect(await finishBy(t, second)).toMatchObject({ kind: "done" });
    expect(await logTotal(t)).toBe(1);
  });

  it("stays with a tick that renews its lease", async () => {
    const t = setup();
    const tickId = await begun(t);
    vi.setSystemTime(NOON + LEASE_MS - 1);
    expect(await t.mutation(internal.ticks.renew, { tickId })).toBe(true);
    vi.setSystemTime(NOON + LEASE_MS + 1);
    expect(await t.mutation(internal.ticks.begin, { trigger: "wake" })).toMatchObject({ kind: "busy" });
  });

  it("is free at once after a tick finished, failed, or was left by an earlier run of the service", async () => {
    const t = setup();
    await finishBy(t, await begun(t));
    await t.mutation(internal.ticks.fail, { tickId: await begun(t), reason: "refused", byProvider: true });
    await begun(t);
    await t.mutation(internal.service.started, {});
    await begun(t);
  });

  it("is not taken twice by the cron's first run and the service's start", async () => {
    const t = setup();
    const start = await t.mutation(internal.ticks.begin, { trigger: "start" });
    if (start.kind !== "begun") throw new Error("the first tick did not begin");
    await finishBy(t, start.tickId);
    expect(await t.mutation(internal.ticks.begin, { trigger: "schedule" })).toEqual({ kind: "skipped" });
    vi.setSystemTime(NOON + 5 * 60_000);
    expect(await t.mutation(internal.ticks.begin, { trigger: "schedule" })).toMatchObject({ kind: "begun" });
  });
});

describe("a tick that finishes", () => {
  it("commits state, log, artifacts and consumed events together", async () => {
    const t = setup();
    await feed(t, "A ship came in.");
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: NOON });
    expect(gathered?.situation.events.map((event) => event.content)).toEqual(["A ship came in."]);
    const done = await finishBy(t, tickId, gathered?.eventIds);
    expect(done).toMatchObject({ kind: "done", summary: ANSWER.summary, artifacts: ANSWER.artifacts });
    expect(await t.query(api.state.get, {})).toMatchObject({ summary: ANSWER.summary, updatedAt: NOON });
    const { logs } = await t.query(internal.logs.list, { limit: 10, offset: 0 });
    expect(logs).toMatchObject([{ summary: ANSWER.summary, detail: ANSWER.detail, routine: "day" }]);
    const { artifacts } = await t.query(internal.artifacts.list, { limit: 10, offset: 0 });
    expect(artifacts).toMatchObject([{ tickId, type: "tweet", timestamp: NOON }]);
    expect(await pendingEvents(t)).toBe(0);
  });

  it("consumes only what it was shown: an event that came meanwhile waits", async () => {
    const t = setup();
    await feed(t, "Seen.");
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: NOON });
    await feed(t, "Not seen yet.");
    await finishBy(t, tickId, gathered?.eventIds);
    expect(await pendingEvents(t)).toBe(1);
  });

  it("keeps what the model proposed beside what the affect model made of it", async () => {
    const t = setup();
    const tickId = await begun(t);
    await finishBy(t, tickId);
    const row = await t.run((ctx) => ctx.db.get("ticks", tickId));
    expect(row).toMatchObject({ outcome: "succeeded", author: "model", proposed: ANSWER.proposal });
    // No proposal moves valence by more than 0.15 a tick.
    expect(row?.applied?.valence).toBeLessThan(0.3);
  });

  it("says why the model was not asked where the reflexes wrote it", async () => {
    const t = setup();
    const tickId = await begun(t);
    await t.mutation(internal.ticks.finish, {
      tickId,
      eventIds: [],
      memoryIds: [],
      deliberation: null,
      skipped: "all is quiet",
    });
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({
      author: "reflex",
      skipped: "all is quiet",
    });
    const { logs } = await t.query(internal.logs.list, { limit: 1, offset: 0 });
    expect(logs[0]?.detail.length).toBeGreaterThan(40);
  });

  it("takes notes of high priority first, then what waited longest, and leaves the rest for the next", async () => {
    const t = setup();
    for (let i = 0; i < 30; i++) {
      vi.setSystemTime(NOON + i);
      await feed(t, `Event number ${i}.`);
    }
    await t.mutation(internal.events.wake, { note: "Urgent.", priority: "high", triggerTick: false });
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: NOON + 100 });
    const contents = gathered?.situation.events.map((event) => event.content) ?? [];
    expect(contents.slice(0, 2)).toEqual(["Urgent.", "Event number 0."]);
    expect(contents.length + (gathered?.situation.waiting ?? 0)).toBe(31);
    await finishBy(t, tickId, gathered?.eventIds);
    expect(await pendingEvents(t)).toBe(31 - contents.length);
  });
});

describe("a tick that fails", () => {
  it("writes its own record and nothing else, and its events stay pending", async () => {
    const t = setup();
    await feed(t, "A ship came in.");
    const before = await t.query(api.state.get, {});
    const tickId = await begun(t);
    await t.mutation(internal.ticks.fail, { tickId, reason: "HTTP 500", byProvider: true });
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({
      outcome: "failed",
      error: "HTTP 500",
    });
    expect(await t.query(api.state.get, {})).toEqual(before);
    expect(await logTotal(t)).toBe(0);
    expect(await pendingEvents(t)).toBe(1);
  });

  it("shows in the service's health until one succeeds", async () => {
    const t = setup({ LLM_API_KEY: "key" });
    await t.mutation(internal.ticks.fail, { tickId: await begun(t), reason: "HTTP 500", byProvider: true });
    const sick = await t.query(internal.service.health, { now: NOON });
    expect(sick).toMatchObject({
      status: "degraded",
      checks: { model: "HTTP 500", tick: "the last tick failed: HTTP 500" },
    });
    await finishBy(t, await begun(t));
    const well = await t.query(internal.service.health, { now: NOON });
    expect(well).toMatchObject({
      status: "ok",
      tickCount: 1,
      lastTick: NOON,
      checks: { model: "ok", tick: "ok" },
    });
  });
});

describe("a tick's memory", () => {
  const told = (content: string) => ({ type: "semantic" as const, content, importance: 0.6, basedOn: [1] });

  const memories = async (t: App) =>
    (await t.query(internal.memories.list, { limit: 100, offset: 0 })).memories;

  /** Takes a tick to its end as the action does without a model. */
  async function reflexTick(t: App) {
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: Date.now() });
    if (gathered === null) throw new Error("the tick has no row");
    const { eventIds, memoryIds } = gathered;
    const finish = { tickId, eventIds, memoryIds, deliberation: null, skipped: "no model" };
    return { gathered, finish, done: await t.mutation(internal.ticks.finish, finish) };
  }

  it("keeps what the model learned, with where it came from", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora sails at nine from Monday on.");
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: NOON });
    const answer = { ...ANSWER, memories: [told("The ferry Aurora will sail at nine from Monday on.")] };
    await finishBy(t, tickId, gathered?.eventIds, answer);
    const [memory] = await memories(t);
    expect(memory).toMatchObject({
      type: "semantic",
      content: "The ferry Aurora will sail at nine from Monday on.",
      importance: 0.6,
      confidence: 0.8,
    });
    const { mood } = await t.query(api.state.get, {});
    expect(JSON.parse(memory?.metadata ?? "{}")).toMatchObject({
      source: "tick",
      context: "a news item",
      mood,
      routine: "day",
    });
    const row = await t.run((ctx) => ctx.db.get("ticks", tickId));
    expect(row).toMatchObject({ read: { events: 1, memories: 0 }, learned: [memory?._id] });
  });

  it("without a model is what came in, in its own words", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await t.mutation(internal.events.wake, {
      note: "Tell the harbour.",
      priority: "high",
      triggerTick: false,
    });
    await reflexTick(t);
    const kept = await memories(t);
    expect(kept.map(({ content }) => content)).toEqual([
      "In the news: The ferry Aurora is back in service.",
      "In a note: Tell the harbour.",
    ]);
    expect(kept.map(({ type }) => type)).toEqual(["episodic", "episodic"]);
    expect(kept.map(({ metadata }) => JSON.parse(metadata).context)).toEqual([
      "a news item",
      "an urgent note",
    ]);
  });

  it("hears the same news twice and remembers it once", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await reflexTick(t);
    vi.setSystemTime(NOON + 60 * 60_000);
    await feed(t, "The ferry Aurora is back in service.");
    const { gathered } = await reflexTick(t);
    expect(gathered.situation.memories).toHaveLength(1);
    expect(await memories(t)).toHaveLength(1);
  });

  it("is written once, even where the end of the tick is sent again", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    const { finish } = await reflexTick(t);
    expect(await t.mutation(internal.ticks.finish, finish)).toEqual({ kind: "lost" });
    expect(await memories(t)).toHaveLength(1);
  });

  it("calls to mind what bears on an event, says so, and keeps it present", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, {
      type: "semantic",
      content: "The ferry Aurora was taken out of service for repairs.",
    });
    await t.mutation(internal.memories.store, { type: "semantic", content: "Bread rises best overnight." });
    const before = await memories(t);
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry Aurora is back, repaired and repainted.");
    const { gathered, done } = await reflexTick(t);
    expect(gathered.situation.memories.map(({ content, own }) => [content, own])).toEqual([
      ["The ferry Aurora was taken out of service for repairs.", false],
    ]);
    expect(done).toMatchObject({
      kind: "done",
      detail: expect.stringContaining(
        "It calls to mind, from three hours ago: “The ferry Aurora was taken out of service for repairs.”",
      ),
    });
    const ferry = (kept: typeof before) => kept.find(({ content }) => content.includes("taken out"));
    const after = await memories(t);
    expect(ferry(after)?.lastAccessedAt).toBe(Date.now());
    expect(ferry(after)?.salience).toBeGreaterThan(ferry(before)?.salience ?? 1);
    expect(ferry(after)?.importance).toBe(ferry(before)?.importance);
  });

  it("says where an event does not agree with it", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, { type: "semantic", content: "The pier is open to visitors." });
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The pier is closed to visitors.");
    const { done } = await reflexTick(t);
    expect(done).toMatchObject({ detail: expect.stringContaining("does not agree with what I remember") });
  });

  it("touches what the model used, and nothing else", async () => {
    const t = setup();
    for (const content of ["The ferry sails at nine.", "The ferry has a new bell."])
      await t.mutation(internal.memories.store, { type: "semantic", content });
    vi.setSystemTime(NOON + 3 * 60 * 60_000);
    await feed(t, "The ferry sails at ten now.");
    const tickId = await begun(t);
    const gathered = await t.query(internal.ticks.gather, { tickId, now: Date.now() });
    const [used, unused] = gathered?.memoryIds ?? [];
    await finishBy(t, tickId, gathered?.eventIds, { ...ANSWER, usedMemories: [1] }, gathered?.memoryIds);
    const accessed = new Map((await memories(t)).map(({ _id, lastAccessedAt }) => [_id, lastAccessedAt]));
    expect(accessed.get(used ?? fail())).toBe(Date.now());
    expect(accessed.get(unused ?? fail())).toBeLessThan(Date.now());
  });

  it("in a quiet hour is of what mattered of late", async () => {
    const t = setup();
    await t.mutation(internal.memories.store, {
      type: "episodic",
      content: "Ada promised to mend the bell.",
      importance: 0.9,
    });
    await t.mutation(internal.memories.store, { type: "episodic", content: "It rained.", importance: 0.1 });
    await finishBy(t, await begun(t));
    vi.setSystemTime(NOON + 60 * 60_000);
    const { done } = await reflexTick(t);
    expect(done).toMatchObject({
      detail: expect.stringContaining(
        "What stays with me from an hour ago: “Ada promised to mend the bell.”",
      ),
    });
    expect(await memories(t)).toHaveLength(2);
  });

  it("is left alone by a tick that fails", async () => {
    const t = setup();
    await feed(t, "The ferry Aurora is back in service.");
    await t.mutation(internal.ticks.fail, { tickId: await begun(t), reason: "HTTP 500", byProvider: true });
    expect(await memories(t)).toEqual([]);
  });
});

function fail(): never {
  throw new Error("too few memories were recalled");
}

/** The cost of calls to the model: its count by day and purpose, the day's budget, the calls of one tick, and the breaker. */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { Fault, ModelServer } from "../../test/support/model-server";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { feed } from "../../test/functions/ticks";
import { internal } from "../_generated/api";
import { MAX_CALLS } from "../llm/session";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(async () => {
  await provider.reset();
  await provider.set([CITES_NOTHING]);
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

const CITES_NOTHING: Fault = { kind: "fills", value: { basedOn: [] } };
const DOWN: Fault = { kind: "status", status: 401 };

const app = (env: Record<string, string> = {}) =>
  setup({
    ...{ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel(), AUTONOMY: "off" },
    ...env,
  });
const asTicker = { Authorization: `Bearer ${TICK_TOKEN}` };
const tick = (t: App) => post(t, "/tick", {}, asTicker);
const seeds = ["The ferry was late.", "The ferry was full."].map((content) => ({ content, importance: 0.8 }));
const think = (t: App) => post(t, "/consciousness/process", { seeds }, asTicker);
const usage = async (t: App, query = "") => await (await t.fetch(`/usage${query}`)).json();
const modelCheck = async (t: App) =>
  (await t.query(internal.service.functions.health, { now: Date.now() })).checks.model;
const chatCalls = async () => (await provider.calls({ route: "chat" })).length;
const pending = (t: App) =>
  t.run(async (ctx) => (await ctx.db.query("events").take(100)).filter((e) => e.consumedBy === null).length);
const lastTick = (t: App) => t.run((ctx) => ctx.db.query("ticks").order("desc").first());

describe("GET /usage", () => {
  it("counts calls by purpose, a second attempt as a repair, and failed calls too", async () => {
    const t = app();
    await provider.set([{ kind: "says", text: "No.", times: 1 }, CITES_NOTHING]);
    expect((await tick(t)).status).toBe(200);
    await provider.set([DOWN]);
    expect((await think(t)).status).toBe(502);
    const { days, total, hasMore } = await usage(t);
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false });
    const [{ day, tokens, purposes }] = days;
    expect(day).toBe("2026-06-01");
    const { tick: ticks, repair, thought, ...others } = purposes;
    expect(ticks).toMatchObject({ calls: 1, input: expect.any(Number), output: expect.any(Number) });
    expect(repair.calls).toBe(1);
    expect(repair.input).toBeGreaterThan(ticks.input);
    expect(thought).toEqual({ calls: 1, input: 0, output: 0 });
    expect(tokens).toBe(ticks.input + ticks.output + repair.input + repair.output);
    expect(tokens).toBeGreaterThan(0);
    for (const spent of Object.values(others)) expect(spent).toEqual({ calls: 0, input: 0, output: 0 });
  });

  it("counts the tokens of embeddings apart from the model's", async () => {
    const t = app({
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: provider.baseUrl,
      EMBEDDING_MODEL: newModel(),
    });
    await post(t, "/memories/store", { type: "semantic", content: "Gannets circled." });
    const [{ tokens, purposes }] = (await usage(t)).days;
    expect(purposes.embedding.calls).toBe((await provider.calls({ route: "embeddings" })).length);
    expect(purposes.embedding.input).toBeGreaterThan(0);
    expect(tokens).toBe(0);
  });

  it("returns pages of days, newest first, within exclusive bounds", async () => {
    const t = app();
    for (let i = 0; i < 5; i += 1) {
      vi.setSystemTime(NOON + i * 24 * 60 * MINUTE);
      await tick(t);
    }
    const daysOf = (page: { days: { day: string }[] }) => page.days.map(({ day }) => Number(day.slice(-2)));
    const page = await usage(t, "?limit=2&offset=1");
    expect({ ...page, days: daysOf(page) }).toEqual({ days: [4, 3], total: 5, hasMore: true });
    const within = await usage(t, "?since=2026-06-01&until=2026-06-04");
    expect({ ...within, days: daysOf(within) }).toEqual({ days: [3, 2], total: 2, hasMore: false });
    const wrong = await t.fetch("/usage?since=2026-6-1");
    expect(await expectFailure(wrong, 400, "VALIDATION_ERROR")).toContain("2026-03-01");
  });
});

describe("a day's budget", () => {
  const BUDGET = "the day's token budget is spent";

  it("once spent, stops all calls to the model, and the health check says so", async () => {
    const t = app({ LLM_DAILY_TOKENS: "1" });
    expect(await modelCheck(t)).toBe("ok");
    expect((await tick(t)).status).toBe(200);
    expect(await modelCheck(t)).toMatch(/^budget: .*LLM_DAILY_TOKENS.*midnight/);
    const asked = await chatCalls();
    await feed(t, "A ship came in.");
    expect((await tick(t)).status).toBe(200);
    expect(await lastTick(t)).toMatchObject({ outcome: "succeeded", author: "reflex", skipped: BUDGET });
    expect(await pending(t)).toBe(0);
    expect((await think(t)).status).toBe(200);
    expect((await post(t, "/memories/reflect", {}, asTicker)).status).toBe(200);
    expect((await post(t, "/consciousness/reflect", {}, asTicker)).status).toBe(200);
    const { memoryId } = await (
      await post(t, "/memories/store", { type: "semantic", content: "A ship came in." })
    ).json();
    expect((await post(t, "/memories/link", { memoryId })).status).toBe(200);
    expect((await post(t, "/memories/consolidate", {}, asTicker)).status).toBe(200);
    expect(await chatCalls()).toBe(asked);
  });

  it.each([
    // The clock goes from 24:00 to 01:00: this day has no midnight.
    ["Africa/Cairo", "2026-04-23T21:59:59Z", "2026-04-23T22:00:00Z"],
    // The hour before midnight comes twice.
    ["America/Santiago", "2026-04-05T03:59:59Z", "2026-04-05T04:00:00Z"],
    // A day of 25 hours.
    ["Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
  ])("stays spent until midnight in %s, even if the clocks change", async (zone, before, midnight) => {
    const t = app({ LLM_DAILY_TOKENS: "1", AGENT_TIMEZONE: zone });
    vi.setSystemTime(Date.parse(midnight) - 23 * 60 * MINUTE);
    await tick(t);
    await provider.forgetCalls();
    vi.setSystemTime(Date.parse(before));
    await tick(t);
    expect(await chatCalls()).toBe(0);
    vi.setSystemTime(Date.parse(midnight));
    expect(await modelCheck(t)).toBe("ok");
    await tick(t);
    expect(await chatCalls()).toBe(1);
  });
});

describe("a tick", () => {
  const FORMATS = { kind: "refuse-format", formats: ["json_schema", "json_object"] } as const;
  const misbehaviour: readonly (readonly Fault[])[] = [
    [{ kind: "status", status: 503, headers: { "retry-after": "0" } }],
    [{ kind: "status", status: 429, headers: { "retry-after": "0" } }],
    [{ kind: "status", status: 400 }],
    [
      { kind: "status", status: 500, headers: { "retry-after": "0" }, times: 2 },
      { kind: "says", text: "No." },
    ],
    [{ kind: "hang-up" }],
    [{ kind: "truncated" }],
    [{ kind: "wrong-schema" }],
    [{ kind: "refusal" }],
    [{ kind: "no-choices" }],
    [{ ...FORMATS }, { kind: "says", text: "" }],
    [
      { ...FORMATS, times: 2 },
      { kind: "status", status: 503, headers: { "retry-after": "0" } },
    ],
    [
      { kind: "wrong-schema", times: 1 },
      { ...FORMATS, times: 1 },
      { kind: "hang-up", times: 2 },
      { kind: "says", text: "{}" },
    ],
  ];

  it.each(misbehaviour.map((faults) => [faults.map(({ kind }) => kind).join(", "), faults] as const))(
    "makes at most six calls, and counts each, when the model's faults are: %s",
    async (_, faults) => {
      const t = app();
      await feed(t, "A ship came in.");
      await provider.set(faults);
      expect((await tick(t)).status).toBe(502);
      const calls = await chatCalls();
      expect(calls).toBeLessThanOrEqual(MAX_CALLS);
      const { tick: asked, repair } = (await usage(t)).days[0].purposes;
      expect(asked.calls + repair.calls).toBe(calls);
      expect(await pending(t)).toBe(1);
    },
  );
});

describe("the breaker", () => {
  it("makes ticks fail without a call after three failures in a row, and loses no event", async () => {
    const t = app();
    await feed(t, "A ship came in.");
    await provider.set([DOWN]);
    for (let i = 0; i < 3; i += 1) await expectFailure(await tick(t), 502, "INTERNAL_ERROR");
    expect(await chatCalls()).toBe(3);
    const reason = "the key was refused (401): check LLM_API_KEY (3 failures in a row; asked again in 30 s)";
    expect(await modelCheck(t)).toBe(reason);
    for (let i = 0; i < 4; i += 1) await expectFailure(await tick(t), 502, "INTERNAL_ERROR");
    await expectFailure(await think(t), 502, "INTERNAL_ERROR");
    expect(await chatCalls()).toBe(3);
    expect(await lastTick(t)).toMatchObject({ outcome: "failed", error: reason });
    expect(await pending(t)).toBe(1);
  });

  it("allows one call after the pause, pauses longer if it fails, and closes if it is answered", async () => {
    const t = app();
    await provider.set([DOWN]);
    for (let i = 0; i < 3; i += 1) await think(t);
    vi.setSystemTime(NOON + 30_000);
    await provider.hold();
    const trial = think(t);
    await provider.seen(4, { route: "chat" });
    // While that call is under way, others are refused.
    expect((await think(t)).status).toBe(502);
    expect(await chatCalls()).toBe(4);
    await provider.release();
    expect((await trial).status).toBe(502);
    expect(await modelCheck(t)).toContain("(4 failures in a row; asked again in 60 s)");
    await provider.set([CITES_NOTHING]);
    vi.setSystemTime(NOON + 90_000);
    expect((await tick(t)).status).toBe(200);
    expect(await modelCheck(t)).toBe("ok");
    await provider.set([DOWN]);
    await think(t);
    await think(t);
    await provider.set([CITES_NOTHING]);
    expect((await think(t)).status).toBe(200);
  });

  it("is closed by a successful probe", async () => {
    const t = app();
    await provider.set([DOWN]);
    for (let i = 0; i < 3; i += 1) await think(t);
    await provider.set([CITES_NOTHING]);
    vi.setSystemTime(NOON + 30_000);
    await t.action(internal.llm.probe.probeProvider, {});
    expect(await modelCheck(t)).toBe("ok");
    expect((await usage(t)).days[0].purposes.probe.calls).toBe(1);
  });

  it("stays closed after unusable answers, because the prompt may be at fault", async () => {
    const t = app();
    await provider.set([{ kind: "says", text: "No." }]);
    for (let i = 0; i < 4; i += 1) await think(t);
    expect(await chatCalls()).toBe(8);
  });
});

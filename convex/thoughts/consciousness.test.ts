/** The consciousness endpoints without a model. */
import { describe, expect, it, vi } from "vitest";
import * as Reads from "./reads";
import { asTick, save, list, originOf, reflect } from "../../test/functions/consciousness";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

const process = async (t: App, body: unknown, headers: Record<string, string> = {}) => {
  const response = await post(t, "/consciousness/process", body, { ...asTick, ...headers });
  expect(response.status).toBe(200);
  return await response.json();
};
describe("POST /consciousness/process", () => {
  const seeds = [
    { content: "A storm closed the harbour of Kiel.", importance: 0.9 },
    { content: "Prices for fish in Kiel rose.", importance: 0.7, source: "market", entities: ["fish"] },
    { content: "A gull slept.", importance: 0.1 },
  ];

  it("makes a thought of the important seeds, and counts the others", async () => {
    const t = setup();
    const answer = await process(t, { seeds });
    expect(answer).toEqual({
      success: true,
      thought: expect.objectContaining({ seeds: [seeds[0]?.content, seeds[1]?.content], isBrilliant: false }),
      filtered: 1,
      processTime: expect.any(Number),
    });
    expect((await list(t)).thoughts).toEqual([answer.thought]);
  });

  it("gives a reason and writes nothing where one seed is left", async () => {
    const t = setup();
    expect(await process(t, { seeds, minImportance: 0.8 })).toEqual({
      success: true,
      thought: null,
      reason: expect.stringContaining("0.8"),
      filtered: 2,
      processTime: expect.any(Number),
    });
    expect(await list(t)).toMatchObject({ total: 0 });
  });

  it("with forceProcess uses one seed, or all where none is important enough", async () => {
    const t = setup();
    const one = await process(t, { seeds, minImportance: 0.8, forceProcess: true });
    expect(one).toMatchObject({ thought: { seeds: [seeds[0]?.content] }, filtered: 2 });
    const all = await process(t, { seeds, minImportance: 1, forceProcess: true });
    expect(all).toMatchObject({ thought: { seeds: seeds.map(({ content }) => content) }, filtered: 0 });
  });

  it("uses a seed of exactly the minimum importance, 0.3 by default", async () => {
    const t = setup();
    const two = [
      { content: "The ferry sails.", importance: 0.3 },
      { content: "The ferry is late.", importance: 0.29 },
    ];
    expect(await process(t, { seeds: two })).toMatchObject({ thought: null, filtered: 1 });
    expect(await process(t, { seeds: two, minImportance: 0.29 })).toMatchObject({ filtered: 0 });
  });

  it("works once under an Idempotency-Key", async () => {
    const t = setup();
    const key = { "Idempotency-Key": "think" };
    const first = await process(t, { seeds }, key);
    expect(await process(t, { seeds }, key)).toEqual(first);
    expect(await list(t)).toMatchObject({ total: 1 });
    const other = await post(t, "/consciousness/process", { seeds: seeds.slice(1) }, { ...asTick, ...key });
    await expectFailure(other, 422, "VALIDATION_ERROR");
  });

  it.each(["/consciousness/process", "/consciousness/reflect"])(
    "%s answers the same bytes under an Idempotency-Key, concurrently or later",
    async (path) => {
      const t = setup();
      await process(t, { seeds });
      await process(t, { seeds: [...seeds].reverse(), forceProcess: true });
      const body = path.endsWith("reflect") ? {} : { seeds };
      const send = async () => {
        const response = await post(t, path, body, { ...asTick, "Idempotency-Key": "twice" });
        return await response.text();
      };
      const [first, second] = await Promise.all([send(), send()]);
      expect(second).toBe(first);
      expect(await send()).toBe(first);
    },
  );

  it.each([
    ["no seeds", {}],
    ["an empty list", { origin: originOf([]) }],
    ["a hundred and one", { seeds: Array.from({ length: 101 }, () => seeds[0]) }],
    ["a blank seed", { seeds: [{ content: " ", importance: 0.5 }] }],
    ["a seed of 4,097 characters", { seeds: [{ content: "x".repeat(4_097), importance: 0.5 }] }],
    ["a seed without importance", { seeds: [{ content: "x" }] }],
    ["importance above 1", { seeds: [{ content: "x", importance: 1.1 }] }],
    ["33 entities", { seeds: [{ content: "x", importance: 1, entities: Array(33).fill("y") }] }],
    ["an entity that is no text", { seeds: [{ content: "x", importance: 1, entities: [1] }] }],
    ["an unknown field", { seeds, mood: "calm" }],
    ["an unknown field of a seed", { seeds: [{ content: "x", importance: 1, own: true }] }],
    ["a minimum above 1", { seeds, minImportance: 2 }],
  ])("refuses %s, and writes nothing", async (_, body) => {
    const t = setup();
    await expectFailure(await post(t, "/consciousness/process", body, asTick), 400, "VALIDATION_ERROR");
    expect(await list(t)).toMatchObject({ total: 0 });
  });

  it("needs the tick token", async () => {
    const t = setup();
    await expectFailure(await post(t, "/consciousness/process", { seeds }), 401, "UNAUTHORIZED");
    await expectFailure(await post(t, "/consciousness/reflect", {}), 401, "UNAUTHORIZED");
  });
});

describe("POST /consciousness/reflect", () => {
  it("says once that there is nothing to look back on", async () => {
    const t = setup();
    const { reflection } = await reflect(t, { lookback: "1h" });
    expect(reflection).toEqual({
      _id: expect.any(String),
      content: expect.stringContaining("no thought"),
      tone: "reflective",
      confidence: 0,
      isBrilliant: false,
      basedOn: { thoughtsAnalyzed: 0, timespan: "1 hour", dominantThemes: [] },
      timestamp: expect.any(Number),
    });
    expect((await reflect(t, { lookback: "1h" })).reflection).toEqual(reflection);
    expect(await list(t)).toMatchObject({ total: 1 });
  });

  it("finds the thoughts on a focus that only the names given with their seeds tell", async () => {
    const t = setup();
    const seeds = ["Red dust covers the panels.", "The rover drives on."].map((content, i) => ({
      content,
      importance: 0.8,
      entities: i === 0 ? ["Mars"] : [],
    }));
    expect((await post(t, "/consciousness/process", { seeds }, asTick)).status).toBe(200);
    await save(t, "I thought of the harbour.");
    const { reflection } = await reflect(t, { focus: "Mars" });
    expect(reflection.basedOn.thoughtsAnalyzed).toBe(1);
    expect(reflection.content).toContain("Red dust covers the panels.");
  });

  it("reflects on thoughts, never on reflections", async () => {
    const t = setup();
    await save(t, "Weather decides what a harbour earns.");
    await save(t, "Gulls sleep late while Kiel works.");
    const first = await reflect(t);
    expect(first.reflection.basedOn).toMatchObject({ thoughtsAnalyzed: 2, timespan: "24 hours" });
    expect(first.reflection).not.toHaveProperty("seeds");
    await save(t, "Kiel counts its fish.");
    expect((await reflect(t)).reflection.basedOn.thoughtsAnalyzed).toBe(3);
  });

  it("respects the lookback and the focus", async () => {
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ["Date"] });
    try {
      const t = setup();
      await save(t, "Weather decides what a harbour earns.");
      await save(t, "Harbour walls outlast their builders.", { origin: originOf([]) });
      vi.setSystemTime(1_000_000_000 + 2 * 60 * 60 * 1000);
      await save(t, "Poems pay badly.", { origin: originOf(["A poem sold.", "Ada writes poems."]) });
      expect((await reflect(t, { lookback: "1h" })).reflection.basedOn.thoughtsAnalyzed).toBe(1);
      expect((await reflect(t, { lookback: "24h" })).reflection.basedOn.thoughtsAnalyzed).toBe(3);
      const focused = await reflect(t, { lookback: "7d", focus: "harbour" });
      expect(focused.reflection.basedOn).toMatchObject({ thoughtsAnalyzed: 2, timespan: "7 days" });
    } finally {
      vi.useRealTimers();
    }
  });
});

large("listing thoughts reads no more when there are many", async () => {
  const t = setup();
  const reads = async () =>
    await t.run(async (ctx) => {
      await Reads.page(ctx, { list: Reads.LIST, limit: 5, offset: 2 });
      return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    });
  for (let i = 0; i < 10; i++) await save(t, `Thought ${i}.`, { origin: originOf([]) });
  const few = await reads();
  for (let i = 10; i < 70; i++) await save(t, `Thought ${i}.`, { origin: originOf([]) });
  expect(await reads()).toBeLessThanOrEqual(few + 2);
});

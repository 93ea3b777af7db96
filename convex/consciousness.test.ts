/** The consciousness layer over its functions and endpoints, keyless: thoughts made, listed, counted, looked back on. */
import { describe, expect, it, vi } from "vitest";
import { api, internal } from "./_generated/api";
import * as Sequence from "./model/sequence";
import { expectFailure, post, type App } from "./test.requests";
import { setup, TICK_TOKEN } from "./test.setup";

// The first test loads the whole app, on machines that are shared.
vi.setConfig({ testTimeout: 30_000 });

type Made = Parameters<typeof keepOf>[1];
const seedOf = (content: string, importance = 0.7, entities: string[] = []) => ({
  content,
  importance,
  entities,
  source: null,
  own: false,
  weight: importance,
});
const HARBOUR = [
  seedOf("A storm closed the harbour.", 0.8, ["Kiel"]),
  seedOf("Prices for fish rose by 12 percent.", 0.7, ["Kiel"]),
  seedOf("Maria repaints her boat.", 0.7, ["Maria"]),
];

const keepOf = (
  t: App,
  thought: {
    content: string;
    tone?: "curious" | "concerned";
    confidence?: number;
    seeds?: ReturnType<typeof seedOf>[];
  },
) =>
  t.mutation(internal.thoughts.keep, {
    made: {
      content: thought.content,
      tone: thought.tone ?? "curious",
      confidence: thought.confidence ?? 0.8,
    },
    writer: "model",
    seeds: thought.seeds ?? HARBOUR,
    embedding: null,
    answer: { filtered: 0, processTime: 1 },
  });
const keep = (t: App, content: string, changes: Omit<Made, "content"> = {}) =>
  keepOf(t, { content, ...changes });

const list = (t: App, filter: Partial<(typeof internal.thoughts.list)["_args"]> = {}) =>
  t.query(internal.thoughts.list, { limit: 100, offset: 0, ...filter });
const contents = ({ thoughts }: { thoughts: { content: string }[] }) =>
  thoughts.map(({ content }) => content);

const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
const process = async (t: App, body: unknown, headers: Record<string, string> = {}) => {
  const response = await post(t, "/consciousness/process", body, { ...asTick, ...headers });
  expect(response.status).toBe(200);
  return await response.json();
};
const reflect = async (t: App, body: unknown = {}) => {
  const response = await post(t, "/consciousness/reflect", body, asTick);
  expect(response.status).toBe(200);
  return await response.json();
};

describe("the live queries", () => {
  it("are empty arrays before the first thought", async () => {
    const t = setup();
    expect(await t.query(api.consciousness.recentThoughts, {})).toEqual([]);
    expect(await t.query(api.consciousness.brilliantMoments, { limit: 1 })).toEqual([]);
  });

  it("give the newest first, as many as asked, the brilliant ones apart", async () => {
    const t = setup();
    await keep(t, "Weather decides what a harbour earns.");
    await keep(t, "Nobody told me why the paint matters.", { confidence: 0.4 });
    await keep(t, "Boats wait while gulls grow rich.");
    const recent = await t.query(api.consciousness.recentThoughts, { limit: 2 });
    expect(recent.map(({ content }) => content)).toEqual([
      "Boats wait while gulls grow rich.",
      "Nobody told me why the paint matters.",
    ]);
    const brilliant = await t.query(api.consciousness.brilliantMoments, {});
    expect(brilliant.map(({ content }) => content)).toEqual([
      "Boats wait while gulls grow rich.",
      "Weather decides what a harbour earns.",
    ]);
  });

  it.each([0, 101, 1.5, -1])("refuse a limit of %s", async (limit) => {
    const t = setup();
    await expect(t.query(api.consciousness.recentThoughts, { limit })).rejects.toThrowError(/1 to 100/);
  });
});

describe("a thought that is kept", () => {
  it("is seen as the contract says, brilliance factors only on brilliant ones", async () => {
    const t = setup();
    const brilliant = await keep(t, "Weather decides what a harbour earns.");
    expect(brilliant).toEqual({
      _id: expect.any(String),
      content: "Weather decides what a harbour earns.",
      seeds: HARBOUR.map(({ content }) => content),
      tone: "curious",
      confidence: 0.8,
      isBrilliant: true,
      brillianceFactors: {
        seedCount: 3,
        avgSeedImportance: expect.closeTo(0.7333, 3),
        commonEntities: ["Kiel"],
        novelty: expect.any(Number),
      },
      timestamp: expect.any(Number),
    });
    const dull = await keep(t, "Gulls sleep late.", { seeds: HARBOUR.slice(0, 2) });
    expect(dull).toMatchObject({ isBrilliant: false });
    expect(dull).not.toHaveProperty("brillianceFactors");
  });

  it("is less new the more it resembles an earlier thought, or what it was made of", async () => {
    const t = setup();
    const words = "Weather decides what a harbour earns.";
    expect((await keep(t, words)).isBrilliant).toBe(true);
    expect((await keep(t, words)).isBrilliant).toBe(false);
    expect((await keep(t, HARBOUR[1]?.content ?? "")).isBrilliant).toBe(false);
  });

  it("has a moment of its own, later than any before, though the clock stands still", async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
    try {
      const t = setup();
      for (const content of ["One wave.", "Two gulls.", "Three boats."]) await keep(t, content);
      expect((await list(t)).thoughts.map(({ timestamp }) => timestamp)).toEqual([
        1_000_002, 1_000_001, 1_000_000,
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("can be found by its words", async () => {
    const t = setup();
    const { _id } = await keep(t, "Weather decides what a harbour earns.", { tone: "concerned" });
    const texts = await t.run((ctx) =>
      ctx.db
        .query("texts")
        .withIndex("by_owner", (q) => q.eq("owner", _id))
        .collect(),
    );
    expect(texts).toMatchObject([{ space: "thought", facet: "concerned", place: 0 }]);
  });

  it("keeps a hundred long seeds within bounds, those that fit whole", async () => {
    const t = setup();
    const seeds = [seedOf("Short."), ...Array.from({ length: 99 }, (_, i) => seedOf(`${i}🌊`.repeat(1_300)))];
    const { seeds: kept = [] } = await keep(t, "Waves upon waves.", { seeds });
    expect(kept).toHaveLength(100);
    expect(kept[0]).toBe("Short.");
    expect(kept[1]).toMatch(/…$/u);
    expect(kept.reduce((sum, seed) => sum + [...seed].length, 0)).toBeLessThanOrEqual(24_000);
  });
});

describe("a brilliant thought", () => {
  it("becomes one memory, in the agent's own words, with what it was about", async () => {
    const t = setup();
    const { _id, content } = await keep(t, "Weather decides what a harbour earns.");
    await keep(t, "Gulls sleep late.", { confidence: 0.2 });
    const { memories } = await t.query(internal.memories.list, { limit: 10, offset: 0 });
    expect(memories).toMatchObject([{ type: "semantic", content, confidence: 0.8 }]);
    expect(JSON.parse(memories[0]?.metadata ?? "")).toEqual({
      source: "thought",
      thoughtId: _id,
      entities: ["Kiel"],
    });
    const authors = await t.run(async (ctx) =>
      (await ctx.db.query("memories").take(10)).map(({ author }) => author),
    );
    expect(authors).toEqual(["self"]);
  });
});

describe("the lists", () => {
  it("narrow by tone, time and confidence, with exact totals", async () => {
    const t = setup();
    const sure = [0.2, 0.4, 0.6, 0.8];
    const kept = [];
    for (const [i, confidence] of sure.entries())
      kept.push(
        await keep(t, `Thought of number ${i} about ${"abcd"[i]}.`, {
          confidence,
          tone: i % 2 === 0 ? "curious" : "concerned",
        }),
      );
    expect(contents(await list(t, { tone: "concerned" }))).toHaveLength(2);
    expect(await list(t, { minConfidence: 0.6, limit: 1 })).toMatchObject({ total: 2, hasMore: true });
    expect(await list(t, { since: kept[1]?.timestamp ?? 0 })).toMatchObject({ total: 2, hasMore: false });
    expect(await list(t, { tone: "curious", minConfidence: 0.5 })).toMatchObject({ total: 1 });
    expect(contents(await list(t, { offset: 3 }))).toEqual([kept[0]?.content]);
  });

  it("are served with the contract's parameters and no others", async () => {
    const t = setup();
    await keep(t, "Weather decides what a harbour earns.");
    const thoughts = await (await t.fetch("/consciousness/thoughts?tone=curious&minConfidence=0.8")).json();
    expect(thoughts).toMatchObject({ thoughts: [{ isBrilliant: true }], total: 1, hasMore: false });
    const brilliant = await (await t.fetch("/consciousness/brilliant?offset=1")).json();
    expect(brilliant).toEqual({ thoughts: [], total: 1 });
    for (const query of ["thoughts?tone=happy", "thoughts?limit=101", "brilliant?tone=curious", "stats?x=1"])
      await expectFailure(await t.fetch(`/consciousness/${query}`), 400, "VALIDATION_ERROR");
  });
});

describe("the figures", () => {
  it("are zero before the first thought", async () => {
    const t = setup();
    expect(await (await t.fetch("/consciousness/stats")).json()).toEqual({
      totalThoughts: 0,
      brilliantCount: 0,
      brillianceRate: 0,
      toneDistribution: { curious: 0, excited: 0, concerned: 0, neutral: 0, reflective: 0 },
      avgConfidence: 0,
      avgSeedsPerThought: 0,
      lastThought: 0,
      thoughtsLast24h: 0,
      brilliantLast24h: 0,
    });
  });

  it("count every thought, reflections but for seeds, and move with the clock", async () => {
    const t = setup();
    await keep(t, "Weather decides what a harbour earns.");
    await keep(t, "Gulls sleep late.", { tone: "concerned", confidence: 0.4, seeds: HARBOUR.slice(0, 2) });
    const { reflection } = await reflect(t);
    const now = reflection.timestamp;
    const stats = await t.query(internal.thoughts.stats, { now });
    expect(stats).toMatchObject({
      totalThoughts: 3,
      brilliantCount: 1,
      brillianceRate: 0.333333,
      avgConfidence: expect.closeTo((0.8 + 0.4 + reflection.confidence) / 3, 5),
      avgSeedsPerThought: 2.5,
      lastThought: now,
      thoughtsLast24h: 3,
      brilliantLast24h: 1,
    });
    expect(Object.values(stats.toneDistribution).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
    const tomorrow = { now: now + 24 * 60 * 60 * 1000 };
    expect(await t.query(internal.thoughts.stats, tomorrow)).toMatchObject({
      totalThoughts: 3,
      thoughtsLast24h: 0,
      brilliantLast24h: 0,
    });
  });
});

describe("POST /consciousness/process", () => {
  const seeds = [
    { content: "A storm closed the harbour of Kiel.", importance: 0.9 },
    { content: "Prices for fish in Kiel rose.", importance: 0.7, source: "market", entities: ["fish"] },
    { content: "A gull slept.", importance: 0.1 },
  ];

  it("makes a thought of the seeds that matter, and counts the others", async () => {
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

  it("says why there is none where one seed is left, and writes nothing", async () => {
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

  it("thinks of one seed by force, and with none left of all of them", async () => {
    const t = setup();
    const one = await process(t, { seeds, minImportance: 0.8, forceProcess: true });
    expect(one).toMatchObject({ thought: { seeds: [seeds[0]?.content] }, filtered: 2 });
    const all = await process(t, { seeds, minImportance: 1, forceProcess: true });
    expect(all).toMatchObject({ thought: { seeds: seeds.map(({ content }) => content) }, filtered: 0 });
  });

  it("keeps a seed of exactly the least importance, by default 0.3", async () => {
    const t = setup();
    const two = [
      { content: "The ferry sails.", importance: 0.3 },
      { content: "The ferry is late.", importance: 0.29 },
    ];
    expect(await process(t, { seeds: two })).toMatchObject({ thought: null, filtered: 1 });
    expect(await process(t, { seeds: two, minImportance: 0.29 })).toMatchObject({ filtered: 0 });
  });

  it("does its work once under a key", async () => {
    const t = setup();
    const key = { "Idempotency-Key": "think" };
    const first = await process(t, { seeds }, key);
    expect(await process(t, { seeds }, key)).toEqual(first);
    expect(await list(t)).toMatchObject({ total: 1 });
    const other = await post(t, "/consciousness/process", { seeds: seeds.slice(1) }, { ...asTick, ...key });
    await expectFailure(other, 422, "VALIDATION_ERROR");
  });

  it.each([
    ["no seeds", {}],
    ["an empty list", { seeds: [] }],
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

  it("is for the tick token", async () => {
    const t = setup();
    await expectFailure(await post(t, "/consciousness/process", { seeds }), 401, "UNAUTHORIZED");
    await expectFailure(await post(t, "/consciousness/reflect", {}), 401, "UNAUTHORIZED");
  });
});

describe("POST /consciousness/reflect", () => {
  it("says so where there is nothing to look back on, once", async () => {
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

  it("looks back on thoughts, never on reflections", async () => {
    const t = setup();
    await keep(t, "Weather decides what a harbour earns.");
    await keep(t, "Gulls sleep late while Kiel works.");
    const first = await reflect(t);
    expect(first.reflection.basedOn).toMatchObject({ thoughtsAnalyzed: 2, timespan: "24 hours" });
    expect(first.reflection).not.toHaveProperty("seeds");
    await keep(t, "Kiel counts its fish.");
    expect((await reflect(t)).reflection.basedOn.thoughtsAnalyzed).toBe(3);
  });

  it("looks back no further than asked, and only on the focus", async () => {
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ["Date"] });
    try {
      const t = setup();
      await keep(t, "Weather decides what a harbour earns.");
      await keep(t, "Harbour walls outlast their builders.", { seeds: [] });
      vi.setSystemTime(1_000_000_000 + 2 * 60 * 60 * 1000);
      await keep(t, "Poems pay badly.", { seeds: [seedOf("A poem sold."), seedOf("Ada writes poems.")] });
      expect((await reflect(t, { lookback: "1h" })).reflection.basedOn.thoughtsAnalyzed).toBe(1);
      expect((await reflect(t, { lookback: "24h" })).reflection.basedOn.thoughtsAnalyzed).toBe(3);
      const focused = await reflect(t, { lookback: "7d", focus: "harbour" });
      expect(focused.reflection.basedOn).toMatchObject({ thoughtsAnalyzed: 2, timespan: "7 days" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("reading thoughts", () => {
  it("costs no more when there are many", async () => {
    const t = setup();
    const reads = async () =>
      await t.run(async (ctx) => {
        await Sequence.page(ctx, { name: "thoughts", sizes: Sequence.SIZES }, { limit: 5, offset: 2 });
        return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
      });
    for (let i = 0; i < 10; i++) await keep(t, `Thought ${i}.`, { seeds: [] });
    const few = await reads();
    for (let i = 10; i < 90; i++) await keep(t, `Thought ${i}.`, { seeds: [] });
    expect(await reads()).toBeLessThanOrEqual(few + 2);
  });
});

/** Saved thoughts, their lists and figures, and the live queries. */
import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { HARBOUR, save, list, originOf, reflect } from "../../test/functions/consciousness";
import { expectFailure } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";

const contents = ({ thoughts }: { thoughts: { content: string }[] }) =>
  thoughts.map(({ content }) => content);

describe("the live queries", () => {
  it("are empty arrays before the first thought", async () => {
    const t = setup();
    expect(await t.query(api.consciousness.recentThoughts, {})).toEqual([]);
    expect(await t.query(api.consciousness.brilliantMoments, { limit: 1 })).toEqual([]);
  });

  it("return the newest first, up to the limit, and brilliant ones separately", async () => {
    const t = setup();
    await save(t, "Weather decides what a harbour earns.");
    await save(t, "Nobody told me why the paint matters.", { confidence: 0.4 });
    await save(t, "Boats wait while gulls grow rich.");
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
    expect(await t.query(api.consciousness.recentThoughts, { limit: 100 })).toHaveLength(3);
  });

  it.each([0, 101, 1.5, -1])("refuse a limit of %s", async (limit) => {
    const t = setup();
    await expect(t.query(api.consciousness.recentThoughts, { limit })).rejects.toThrowError(/1 to 100/);
  });
});

describe("a saved thought", () => {
  it("has the fields of the contract, and factors only if it is brilliant", async () => {
    const t = setup();
    const brilliant = await save(t, "Weather decides what a harbour earns.");
    expect(brilliant).toEqual({
      _id: expect.any(String),
      content: "Weather decides what a harbour earns.",
      seeds: HARBOUR,
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
    const dull = await save(t, "Gulls sleep late.", { origin: originOf(HARBOUR.slice(0, 2)) });
    expect(dull).toMatchObject({ isBrilliant: false });
    expect(dull).not.toHaveProperty("brillianceFactors");
  });

  it("is not brilliant if it resembles an earlier thought or one of its seeds", async () => {
    const t = setup();
    const words = "Weather decides what a harbour earns.";
    expect((await save(t, words)).isBrilliant).toBe(true);
    expect((await save(t, words)).isBrilliant).toBe(false);
    const said = { ...originOf(), seedSimilarity: 0.51 };
    expect((await save(t, "Fish costs more.", { origin: said })).isBrilliant).toBe(false);
  });

  it("has a unique rising timestamp, even when the clock stands still", async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
    try {
      const t = setup();
      for (const content of ["One wave.", "Two gulls.", "Three boats."]) await save(t, content);
      expect((await list(t)).thoughts.map(({ timestamp }) => timestamp)).toEqual([
        1_000_002, 1_000_001, 1_000_000,
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("has a search document", async () => {
    const t = setup();
    const { _id } = await save(t, "Weather decides what a harbour earns.", { tone: "concerned" });
    const texts = await t.run((ctx) =>
      ctx.db
        .query("searchDocuments")
        .withIndex("by_owner", (q) => q.eq("owner", _id))
        .collect(),
    );
    expect(texts).toMatchObject([{ space: "thought", facet: "concerned", place: 0 }]);
  });

  it("shortens a hundred long seeds to the limit, but not the short ones", async () => {
    const t = setup();
    const seeds = ["Short.", ...Array.from({ length: 99 }, (_, i) => `${i}🌊`.repeat(1_300))];
    const sources = Array.from({ length: 40 }, (_, i) => `source ${i}`);
    const origin = { ...originOf(seeds, [0.7]), sources };
    const { _id, seeds: stored = [] } = await save(t, "Waves upon waves.", { origin });
    expect(stored).toHaveLength(100);
    expect(stored[0]).toBe("Short.");
    expect(stored[1]).toMatch(/…$/u);
    const length = stored.reduce((sum, seed) => sum + [...seed].length, 0);
    expect(length).toBeLessThanOrEqual(24_000);
    expect(length).toBeGreaterThan(23_800);
    expect((await t.run((ctx) => ctx.db.get("thoughts", _id)))?.sources).toHaveLength(16);
  });
});

describe("a brilliant thought", () => {
  it("becomes one memory by the agent, with its common entities", async () => {
    const t = setup();
    const { _id, content } = await save(t, "Weather decides what a harbour earns.");
    await save(t, "Gulls sleep late.", { confidence: 0.2 });
    const { memories } = await t.query(internal.memories.queries.list, { limit: 10, offset: 0 });
    expect(memories).toMatchObject([
      { type: "semantic", content, importance: expect.closeTo(0.7333, 3), confidence: 0.8 },
    ]);
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

describe("the vector of a thought", () => {
  it("is saved for the thought and for its memory", async () => {
    const t = setup({ EMBEDDING_API_KEY: "any", EMBEDDING_MODEL: "plain" });
    await save(t, "Weather decides what a harbour earns.", { embedding: { model: "plain", vector: [0, 1] } });
    const texts = await t.run((ctx) => ctx.db.query("searchDocuments").collect());
    expect(texts.map(({ space, embeddedBy }) => ({ space, embeddedBy }))).toEqual([
      { space: "thought", embeddedBy: "plain" },
      { space: "memory", embeddedBy: "plain" },
    ]);
    expect(await t.run((ctx) => ctx.db.query("embeddingQueue").first())).toBeNull();
  });
});

describe("the lists", () => {
  it("filter by tone, time and confidence, with exact totals", async () => {
    const t = setup();
    const sure = [0.2, 0.4, 0.6, 0.8];
    const saved = [];
    for (const [i, confidence] of sure.entries())
      saved.push(
        await save(t, `Thought of number ${i} about ${"abcd"[i]}.`, {
          confidence,
          tone: i % 2 === 0 ? "curious" : "concerned",
        }),
      );
    expect(contents(await list(t, { tone: "concerned" }))).toHaveLength(2);
    expect(await list(t, { minConfidence: 0.6, limit: 1 })).toMatchObject({ total: 2, hasMore: true });
    expect(await list(t, { since: saved[1]?.timestamp ?? 0 })).toMatchObject({ total: 2, hasMore: false });
    expect(await list(t, { tone: "curious", minConfidence: 0.5 })).toMatchObject({ total: 1 });
    expect(contents(await list(t, { offset: 3 }))).toEqual([saved[0]?.content]);
  });

  it("accept the parameters of the contract and no others", async () => {
    const t = setup();
    await save(t, "Weather decides what a harbour earns.");
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

  it("count every thought, seeds without reflections, and the last day by the clock", async () => {
    const t = setup();
    await save(t, "Weather decides what a harbour earns.");
    await save(t, "Gulls sleep late.", {
      tone: "concerned",
      confidence: 0.4,
      origin: originOf(HARBOUR.slice(0, 2)),
    });
    const { reflection } = await reflect(t);
    const now = reflection.timestamp;
    const stats = await t.query(internal.thoughts.queries.stats, { now });
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
    const DAY_MS = 24 * 60 * 60 * 1000;
    const almostTomorrow = { now: now + DAY_MS - 1 };
    expect(await t.query(internal.thoughts.queries.stats, almostTomorrow)).toMatchObject({
      thoughtsLast24h: 1,
    });
    const tomorrow = { now: now + DAY_MS };
    expect(await t.query(internal.thoughts.queries.stats, tomorrow)).toMatchObject({
      totalThoughts: 3,
      thoughtsLast24h: 0,
      brilliantLast24h: 0,
    });
  });
});

/** Searching memories over HTTP, without an embedding provider. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { App } from "../../test/functions/requests";
import { HOUR, tell } from "../../test/functions/search";
import { setup } from "../../test/functions/setup";

/** The answer of `GET /memories/search`. */
async function get(t: App, parameters: Record<string, string>) {
  const response = await t.fetch(`/memories/search?${new URLSearchParams(parameters).toString()}`);
  return { status: response.status, body: await response.json() };
}

describe("GET /memories/search", () => {
  it("answers with the query as sent, its time, and public memories", async () => {
    const t = setup();
    await tell(t, [{ content: "The pier." }]);
    const { status, body } = await get(t, { q: " The  pier! " });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [{ memory: expect.any(Object), similarity: 1, relevanceScore: expect.any(Number) }],
      query: " The  pier! ",
      searchTime: expect.any(Number),
      belowThreshold: 0,
    });
    expect(body.results[0].memory).toMatchObject({ content: "The pier.", metadata: {} });
    expect(body.searchTime).toBeGreaterThanOrEqual(0);
  });

  it("has a searchTime of 0 if the clock is set back meanwhile", async () => {
    const t = setup();
    await tell(t, [{ content: "The pier." }]);
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now -= 1_000));
    onTestFinished(() => void clock.mockRestore());
    expect((await get(t, { q: "pier" })).body.searchTime).toBe(0);
  });

  it("explains each relevance by parts that add up to it", async () => {
    const t = setup();
    await tell(t, ["What does the daughter play?", "The cello.", "Bread, and the daughter."]);
    const { body } = await get(t, { q: "daughter play", threshold: "0", explain: "true" });
    expect(body.results.length).toBe(3);
    for (const { parts, relevanceScore, similarity, memory } of body.results) {
      const sum = ["similarity", "context", "recency", "importance", "salience"].reduce(
        (total, name) => total + parts[name].value * parts[name].weight,
        0,
      );
      expect(relevanceScore).toBeCloseTo(sum, 14);
      expect(parts.similarity.value).toBe(similarity);
      expect(parts.importance.value).toBe(memory.importance);
      // The salience has decayed since it was last written.
      expect(parts.salience.value).toBeGreaterThan(0);
      expect(parts.salience.value).toBeLessThanOrEqual(memory.salience);
    }
  });

  it.each([
    [{}, "q"],
    [{ q: "  " }, "q"],
    [{ q: "x".repeat(1025) }, "q"],
    [{ q: "x", limit: "0" }, "limit"],
    [{ q: "x", limit: "101" }, "limit"],
    [{ q: "x", offset: "-1" }, "offset"],
    [{ q: "x", type: "dream" }, "type"],
    [{ q: "x", threshold: "1.1" }, "threshold"],
    [{ q: "x", recency: "2h" }, "recency"],
    [{ q: "x", explain: "yes" }, "explain"],
    [{ q: "x", query: "x" }, "query"],
  ])("refuses %j and names the parameter", async (parameters, name) => {
    const { status, body } = await get(setup(), parameters);
    expect(status).toBe(400);
    expect(body.code).toBe("VALIDATION_ERROR");
    expect(body.error).toContain(name);
  });

  it("accepts a query of 1,024 characters of two UTF-16 units each", async () => {
    const { status, body } = await get(setup(), { q: "𝛑".repeat(1024) });
    expect({ status, results: body.results }).toEqual({ status: 200, results: [] });
  });
});

describe("pages of a search", () => {
  it("repeat and omit nothing among the first 32 results, and go on beyond them", async () => {
    const t = setup();
    await tell(
      t,
      Array.from({ length: 80 }, (_, i) => `${"The pier ".repeat(1 + (i % 3))}was painted, part ${i}.`),
    );
    const found = async (page: { limit: string; offset?: string }): Promise<string[]> => {
      const { body } = await get(t, { q: "Who painted the pier?", threshold: "0", ...page });
      return body.results.map(({ memory }: { memory: { content: string } }) => memory.content);
    };
    const pages = await Promise.all(["0", "8", "16", "24"].map((offset) => found({ limit: "8", offset })));
    expect(pages.flat()).toEqual(await found({ limit: "32" }));
    expect(new Set(await found({ limit: "100" })).size).toBe(80);
  });
});

describe("a search over HTTP", () => {
  const activation = (t: App) => t.run(async (ctx) => await ctx.db.query("memoryActivation").take(10));

  it("raises the salience of what it returns, and of nothing else", async () => {
    const t = setup();
    const at = Date.now() - HOUR;
    const [found] = await tell(t, [
      { content: "The pier.", at },
      { content: "Bread and butter.", at },
    ]);
    const before = await activation(t);
    await get(t, { q: "pier" });
    await t.finishInProgressScheduledFunctions();
    await expect
      .poll(async () => (await activation(t)).find(({ memoryId }) => memoryId === found)?.lastAccessedAt)
      .toBeGreaterThan(before.find(({ memoryId }) => memoryId === found)?.lastAccessedAt ?? Infinity);
    const after = await activation(t);
    for (const row of after) {
      const earlier = before.find(({ _id }) => _id === row._id);
      if (row.memoryId === found) expect(row.salience).toBeGreaterThan(earlier?.salience ?? 1);
      else expect(row).toEqual(earlier);
      expect(row.importance).toBe(earlier?.importance);
    }
  });

  it("writes nothing when it is repeated within a minute", async () => {
    const t = setup();
    await tell(t, [{ content: "The pier.", at: Date.now() - HOUR }]);
    const touches = () => t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").take(10));
    await get(t, { q: "pier" });
    await t.finishInProgressScheduledFunctions();
    await expect
      .poll(async () => (await activation(t))[0]?.lastAccessedAt)
      .toBeGreaterThan(Date.now() - HOUR);
    const before = await touches();
    await get(t, { q: "pier" });
    expect(await touches()).toEqual(before);
  });
});

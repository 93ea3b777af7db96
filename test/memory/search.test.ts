/** Searching memories, end to end: the real service, real HTTP, and an embedding provider in a process of its own. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { canLimit, limitFiles } from "../support/disk";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

const share = z.number().min(0).max(1);
const memory = z.looseObject({
  _id: z.string(),
  type: z.string(),
  content: z.string(),
  importance: share,
  salience: share,
  createdAt: z.number(),
  lastAccessedAt: z.number(),
});
const part = z.strictObject({ value: share, weight: share, contribution: share });
const parts = z.strictObject({
  similarity: part,
  context: part,
  recency: part,
  importance: part,
  salience: part,
});
const answer = z.strictObject({
  results: z.array(
    z.strictObject({ memory, similarity: share, relevanceScore: share, parts: parts.optional() }),
  ),
  query: z.string(),
  searchTime: z.number().nonnegative(),
  belowThreshold: z.int().nonnegative(),
});
const page = z.strictObject({ memories: z.array(memory), total: z.number(), hasMore: z.boolean() });
const stored = z.looseObject({ success: z.literal(true), memoryId: z.string() });
type Found = z.infer<typeof answer>;

async function store(service: Service, content: string, type = "semantic"): Promise<string> {
  const answered = await service.post("/memories/store", { type, content }, { token: service.tokens.write });
  return answered.as(stored).memoryId;
}

async function search(service: Service, q: string, parameters: Record<string, string> = {}): Promise<Found> {
  const query = new URLSearchParams({ q, ...parameters }).toString();
  return (await service.get(`/memories/search?${query}`)).as(answer);
}

async function list(service: Service, parameters: Record<string, string>) {
  return (await service.get(`/memories?${new URLSearchParams(parameters).toString()}`)).as(page);
}

const contents = ({ results }: Found) => results.map(({ memory: { content } }) => content);

describe("by words", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });

  test("a memory is found right after it was stored, each of many stored at once", async () => {
    const names = [
      "Aurelia",
      "Benedikt",
      "Cosima",
      "Dagobert",
      "Emerentia",
      "Frodewin",
      "Gundula",
      "Hartmut",
    ];
    await Promise.all(
      names.map(async (name) => {
        const id = await store(service, `${name} keeps bees behind the lighthouse.`);
        const { results } = await search(service, `What does ${name} keep?`);
        expect(results[0]?.memory._id).toBe(id);
      }),
    );
  });

  test.each(["🐝🐝🐝", "?!?", "— … —", "\u202Eright to left", "a\u0000b", "日本語のテキスト", "ß"])(
    "%j is found by itself, as similar as can be",
    async (content) => {
      const id = await store(service, content);
      const { results, query } = await search(service, content);
      expect(query).toBe(content);
      expect(results.find(({ memory: { _id } }) => _id === id)?.similarity).toBe(1);
    },
  );

  test.each([
    '"',
    '" OR "',
    "bees AND",
    "NEAR(bees)",
    "bees*",
    "* NOT *",
    "terms : bees",
    "'); --",
    "%",
    "\\",
  ])("%j is a query, not an operator", async (q) => {
    const { results } = await search(service, q, { threshold: "0" });
    expect(results.filter(({ memory: found }) => found.content === "")).toEqual([]);
  });

  test("a search explains each relevance, and is ordered by it", async () => {
    const { results } = await search(service, "Who keeps bees?", {
      threshold: "0",
      explain: "true",
      limit: "50",
    });
    expect(results.length).toBeGreaterThan(5);
    for (const { parts: of, relevanceScore } of results) {
      const values = Object.values(parts.parse(of));
      const sum = values.reduce((total, { value, weight }) => total + value * weight, 0);
      expect(relevanceScore).toBeCloseTo(sum, 12);
    }
    const scores = results.map(({ relevanceScore }) => relevanceScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test("the threshold is inclusive, and what it drops is counted", async () => {
    const all = await search(service, "Who keeps bees?", { threshold: "0", limit: "100" });
    const least = Math.min(...all.results.map(({ similarity }) => similarity).filter((of) => of > 0.001));
    const at = await search(service, "Who keeps bees?", { threshold: String(least), limit: "100" });
    expect(at.results.map(({ similarity }) => similarity)).toContain(least);
    const above = await search(service, "Who keeps bees?", {
      threshold: String(Math.min(1, least + 1e-9)),
      limit: "100",
    });
    expect(above.belowThreshold).toBeGreaterThan(at.belowThreshold);
  });

  test("a search raises the salience of what it returns, not its importance", async () => {
    const id = await store(service, "The tinker mends kettles on Tuesdays.");
    const [found] = (await search(service, "tinker kettles")).results;
    expect(found?.memory._id).toBe(id);
    const touched = await until("the touch", async () => {
      const { memories } = await list(service, { query: "tinker mends kettles" });
      const now = memories.find(({ _id }) => _id === id);
      return now !== undefined && now.lastAccessedAt > now.createdAt ? now : null;
    });
    expect(touched.salience).toBeGreaterThanOrEqual(found?.memory.salience ?? 1);
    expect(touched.importance).toBe(found?.memory.importance);
  });

  test("what searches recall together is written together", async () => {
    const questions = ["The glazier cuts panes.", "The cooper bends staves."];
    for (const text of questions) await store(service, text);
    await Promise.all(questions.map((text) => search(service, text, { limit: "1" })));
    const times = await until("both touches", async () => {
      const { memories } = await list(service, { limit: "20" });
      const told = memories.filter(({ content }) => questions.includes(content));
      const touched = told.filter(({ lastAccessedAt, createdAt }) => lastAccessedAt > createdAt);
      return touched.length === 2 ? touched.map(({ lastAccessedAt }) => lastAccessedAt) : null;
    });
    expect(times[0]).toBe(times[1]);
  });

  test("a list by a query is in the order of search, page by page", async () => {
    const found = await search(service, "bees lighthouse", { threshold: "0.2", limit: "100" });
    const first = await list(service, { query: "bees lighthouse", threshold: "0.2", limit: "3" });
    const second = await list(service, {
      query: "bees lighthouse",
      threshold: "0.2",
      limit: "100",
      offset: "3",
    });
    expect(first).toMatchObject({ total: found.results.length, hasMore: true });
    expect(second.hasMore).toBe(false);
    expect([...first.memories, ...second.memories].map(({ content }) => content).sort()).toEqual(
      contents(found).sort(),
    );
  });

  test("a type or a window is an exact filter", async () => {
    const id = await store(service, "The bees swarmed over the lighthouse.", "episodic");
    const byType = await search(service, "bees", { threshold: "0", type: "episodic" });
    expect(byType.results.map(({ memory: { _id } }) => _id)).toEqual([id]);
    expect((await search(service, "bees", { recency: "1h" })).results.length).toBeGreaterThan(0);
    const { createdAt } = byType.results[0]?.memory ?? { createdAt: NaN };
    const since = await list(service, { query: "bees", threshold: "0", since: String(createdAt - 1) });
    expect(since.memories.map(({ _id }) => _id)).toContain(id);
    const after = await list(service, { query: "bees", threshold: "0", since: String(createdAt) });
    expect(after.memories.map(({ _id }) => _id)).not.toContain(id);
  });

  test.runIf(canLimit())("a full disk stops no search, and is reported by GET /health", async () => {
    const full = await startService({ env: { RATE_LIMIT_READ: "1000" } });
    await store(full, "The tinker mends kettles.");
    // Not even at the beginning of the log, which was merged meanwhile, is there room.
    limitFiles(full, 0);
    const memory = { type: "semantic", content: "One more." };
    const refused = await full.post("/memories/store", memory, { token: full.tokens.write });
    expect(refused.status).toBeGreaterThanOrEqual(500);
    for (let i = 0; i < 3; i++) {
      expect(contents(await search(full, "tinker kettles"))).toEqual(["The tinker mends kettles."]);
    }
    await until("the line of the log", () => full.output().includes("were not touched"));
    expect((await full.get("/health")).json).toMatchObject({
      status: "degraded",
      checks: { tick: "nothing can be written" },
    });
  });
});

describe("with an embedding provider", () => {
  let provider: ModelServer;
  let service: Service;
  beforeAll(async () => {
    provider = await modelServer();
    service = await startService({
      env: { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: provider.baseUrl, EMBEDDING_MODEL: "stub" },
    });
  });
  beforeEach(() => provider.reset());

  test("a memory is found at once, and a query is embedded once", async () => {
    const id = await store(service, "The cooper shapes staves for barrels.");
    const first = await search(service, "Who shapes the staves?");
    expect(first.results[0]?.memory._id).toBe(id);
    await until("the vector to be kept", async () => {
      await provider.forgetCalls();
      await search(service, "Who shapes the staves?");
      return (await provider.calls({ route: "embeddings" })).length === 0;
    });
  });

  test("a misspelt query without a common word is answered by its vector", async () => {
    const id = await store(service, "Lighthousekeeping");
    const { results } = await search(service, "Lighthousekeepers", { threshold: "0.2" });
    expect(results[0]?.memory._id).toBe(id);
  });

  test("a failing provider makes a search neither fail nor wait, and after its recovery meaning counts", async () => {
    await store(service, "The farrier shoes the grey mare.");
    await provider.set([{ on: "embeddings", kind: "status", status: 500 }]);
    expect(contents(await search(service, "the farrier of the mare"))).toContain(
      "The farrier shoes the grey mare.",
    );
    await provider.forgetCalls();
    const { searchTime, results } = await search(service, "a mare and her farrier");
    expect(results).not.toEqual([]);
    expect(searchTime).toBeLessThan(2_000);
    await provider.set([]);
    await until(
      "the recovery",
      async () => {
        await search(service, `farriers of late ${Math.random()}`);
        return (await provider.calls({ route: "embeddings", containing: "farriers of late" })).length > 0;
      },
      { deadlineMs: 60_000 },
    );
  });
});

/** Searching by words and meaning over real HTTP, while the provider answers, is slow, fails or changes. */
import { describe, expect, it, vi } from "vitest";
import { until } from "../../test/support/until";
import { internal } from "../_generated/api";
import { currentSettings } from "../lib/currentSettings";
import { vectorBytes, vectorOf } from "../../mind/ranking/packedVectors";
import { similarityOf } from "../../mind/ranking/similarity";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as NewMemory from "./newMemory";
import { vectorHitsFor } from "../search/vectorSearch";
import * as Vectors from "../embeddings/vectors";
import { DOWN, model, provider, withKey, withProvider } from "../../test/functions/embedding";
import { post, type App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";
import { UNSEARCHABLE, axis, know, near } from "../../test/functions/vectors";

withProvider();

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

async function store(t: App, content: string, type = "semantic"): Promise<void> {
  expect((await post(t, "/memories/store", { type, content })).status).toBe(200);
}

interface Answer {
  readonly results: {
    readonly memory: { readonly content: string };
    readonly similarity: number;
    readonly relevanceScore: number;
    readonly parts?: Readonly<Record<string, { readonly weight: number; readonly contribution: number }>>;
  }[];
  readonly belowThreshold: number;
}

async function search(t: App, q: string, parameters: Record<string, string> = {}): Promise<Answer> {
  const response = await t.fetch(
    `/memories/search?${new URLSearchParams({ q, threshold: "0", ...parameters }).toString()}`,
  );
  expect(response.status).toBe(200);
  return await response.json();
}

const contents = ({ results }: Answer) => results.map(({ memory }) => memory.content);
const embedded = (text: string) => provider.calls({ route: "embeddings", containing: text });

/** Stores memories with vectors chosen for the test, at given times. */
async function tell(
  t: App,
  memories: readonly {
    content: string;
    vector?: number[];
    at: number;
    type?: "semantic" | "episodic";
    by?: string;
  }[],
): Promise<void> {
  await t.run(async (ctx) => {
    for (const { content, vector, at, type = "semantic", by = model } of memories) {
      const settings = currentSettings();
      const told = { type, content, confidence: 0.8, author: "world" as const };
      const { documentId } = await NewMemory.createMemory(ctx, at, settings, told);
      if (vector === undefined) continue;
      const endpoint = settings.embedding ?? { apiKey: "any", baseUrl: provider.baseUrl, model: by };
      const ofModel = { ...settings, embedding: { ...endpoint, model: by } };
      await Vectors.put(ctx, ofModel, by, [{ documentId, vector }]);
    }
  });
}

/** A model in which unrelated texts have a cosine of 0.75, with a related and an unrelated memory. */
async function withHighBaseline(): Promise<App> {
  const t = setup(withKey());
  await t.run((ctx) => ProviderHealth.update(ctx, { model, baselineCosine: 0.75 }));
  const at = Date.now() - HOUR;
  await tell(t, [
    { content: "Gannets circled the bay.", vector: near(0, 0.97), at },
    { content: "Bread and butter.", vector: near(0, 0.75), at: at + 1 },
  ]);
  return t;
}

describe("memory with vectors", () => {
  it("finds a text of the same meaning without a common word", async () => {
    const t = setup(withKey());
    const at = Date.now() - HOUR;
    await tell(t, [
      { content: "Gannets circled the bay.", vector: near(0, 0.95), at },
      { content: "Bread and butter.", vector: axis(7), at: at + 1 },
    ]);
    await know(t, model, "sea birds", axis(0));
    const found = await search(t, "sea birds", { threshold: "0.6" });
    expect(contents(found)).toEqual(["Gannets circled the bay."]);
    expect(await embedded("sea birds")).toEqual([]);
  });

  it("finds nothing at the baseline cosine of the model", async () => {
    const t = await withHighBaseline();
    await know(t, model, "sea birds", axis(0));
    expect(contents(await search(t, "sea birds", { threshold: "0.35" }))).toEqual([
      "Gannets circled the bay.",
    ]);
  });

  it("links nothing at the baseline cosine of the model", async () => {
    const t = await withHighBaseline();
    await tell(t, [{ content: "Sea birds wheeled over water.", vector: axis(0), at: Date.now() }]);
    const { memories } = (await (await t.fetch("/memories")).json()) as { memories: { _id: string }[] };
    const linked = await post(t, "/memories/link", { memoryId: memories[0]?._id });
    const { linksCreated } = (await linked.json()) as { linksCreated: { targetId: string }[] };
    expect(linksCreated.map(({ targetId }) => targetId)).toEqual([memories[2]?._id]);
  });

  large("gives a memory the same similarity whether words, vectors or adjacency find it", async () => {
    const t = setup(withKey());
    const at = Date.now() - 2 * DAY;
    // Nearer to the query than the text found by words, and more of them than a vector search returns.
    await tell(
      t,
      Array.from({ length: 66 }, (_, i) => ({ content: `Gannets ${i}.`, vector: near(0, 0.9), at: at + i })),
    );
    await tell(t, [
      { content: "The sea is calm.", vector: near(0, 0.4), at: at + DAY },
      { content: "Nothing else.", vector: near(0, 0.3), at: at + DAY + 1 },
    ]);
    await know(t, model, "sea", axis(0));
    const all = await search(t, "sea", { limit: "100" });
    const similarity = (content: string) =>
      all.results.find(({ memory }) => memory.content === content)?.similarity ?? -1;
    expect(similarity("Nothing else.")).toBeCloseTo(similarityOf(0, 0.3), 3);
    expect(similarity("Gannets 3.")).toBeCloseTo(similarityOf(0, 0.9), 3);
    const alone = setup(withKey());
    await tell(alone, [{ content: "The sea is calm.", vector: near(0, 0.4), at }]);
    await know(alone, model, "sea", axis(0));
    expect(similarity("The sea is calm.")).toBeGreaterThan(0.6);
    expect((await search(alone, "sea")).results[0]?.similarity).toBeGreaterThan(0.6);
  });

  it("compares nothing with vectors of another model", async () => {
    const t = setup(withKey());
    const at = Date.now() - HOUR;
    await tell(t, [
      { content: "Gannets circled the bay.", vector: axis(0), at, by: "model of old" },
      { content: "The harbour.", vector: axis(0), at: at + HOUR / 2 + 1 },
    ]);
    await know(t, model, "sea birds", axis(0));
    expect(contents(await search(t, "sea birds", { threshold: "0.5" }))).toEqual(["The harbour."]);
    const byWords = await search(t, "gannets");
    expect(byWords.results[0]?.memory.content).toBe("Gannets circled the bay.");
  });

  it.each([
    ["1h", HOUR],
    ["24h", DAY],
    ["7d", 7 * DAY],
    ["30d", 30 * DAY],
  ] as const)(
    "finds only memories of the window of %s and of the type, whatever is nearer outside",
    async (recency, ms) => {
      const t = setup(withKey());
      // The clock moves while the test runs, so the exact edge is tested elsewhere.
      const edge = Date.now() - ms;
      await tell(
        t,
        Array.from({ length: 66 }, (_, i) => ({
          content: `Before ${i}.`,
          vector: axis(0),
          at: edge - 1000 + i,
        })),
      );
      await tell(t, [
        { content: "Within, of the other type.", vector: near(0, 0.9), at: edge + ms / 2, type: "episodic" },
        { content: "Within.", vector: near(0, 0.8), at: edge + ms / 2 + 1 },
      ]);
      await know(t, model, "sea birds", axis(0));
      const found = await search(t, "sea birds", { recency, type: "semantic" });
      expect(contents(found)).toEqual(["Within."]);
    },
  );

  it("searches the first day of a window apart from the others", async () => {
    const t = setup(withKey());
    const now = Date.now();
    await tell(t, [
      { content: "Long before.", vector: axis(0), at: now - 5 * DAY },
      { content: "On the first day.", vector: axis(0), at: now - 3 * DAY },
      { content: "Of late.", vector: axis(0), at: now - DAY },
      { content: "Of late, of the other type.", vector: axis(0), at: now - DAY + 1, type: "episodic" },
    ]);
    await know(t, model, "sea birds", axis(0));
    const nearest = async (filter: { scopes?: string[]; facet?: string; since?: number }) => {
      const found = await t.action((ctx) =>
        vectorHitsFor(ctx, { space: "memory", query: "sea birds", ...filter }),
      );
      const counts = found?.hits.map((hits) => hits.length);
      return { model: found?.model, counts };
    };
    expect(await nearest({})).toEqual({ model, counts: [4] });
    const own = { scopes: [""], since: now - 3 * DAY };
    expect(await nearest(own)).toEqual({ model, counts: [2, 1] });
    expect(await nearest({ ...own, scopes: ["ana", ""] })).toEqual({ model, counts: [2, 1] });
    expect(await nearest({ ...own, scopes: ["ana"] })).toEqual({ model, counts: [0, 0] });
    expect(await nearest({ ...own, facet: "semantic" })).toEqual({ model, counts: [1, 1] });
    expect(await nearest({ ...own, since: now - 400 * DAY, facet: "episodic" })).toEqual({
      model,
      counts: [1],
    });
  });

  it("embeds a repeated query once, and again for another model", async () => {
    const t = setup(withKey());
    await store(t, "The pier.");
    await search(t, "jetty");
    await until("the vector to be cached", () =>
      t.run(async (ctx) => (await ctx.db.query("queryVectors").first()) !== null),
    );
    await search(t, "jetty");
    expect(await embedded("jetty")).toHaveLength(1);
    vi.stubEnv("EMBEDDING_MODEL", `${model}-b`);
    await search(t, "jetty");
    expect(await embedded("jetty")).toHaveLength(2);
  });
});

describe("a search while vectors can't be searched", () => {
  it("finds by words", async () => {
    const t = setup(withKey());
    await store(t, "The pier.");
    await know(t, model, "pier", UNSEARCHABLE);
    expect(contents(await search(t, "pier"))).toEqual(["The pier."]);
  });
});

describe("a search while the provider fails", () => {
  it("still finds by words, and waits for the provider only once", async () => {
    const t = setup(withKey());
    await store(t, "The pier.");
    await provider.set([DOWN]);
    expect(contents(await search(t, "pier"))).toEqual(["The pier."]);
    expect(contents(await search(t, "the long pier"))).toEqual(["The pier."]);
    expect(await provider.calls({ containing: "the long pier" })).toEqual([]);
    expect(await provider.calls({ containing: "pier" })).not.toEqual([]);
  });

  it("finds by meaning if the query's vector is cached", async () => {
    const t = setup(withKey());
    await tell(t, [{ content: "Gannets circled the bay.", vector: axis(0), at: Date.now() - HOUR }]);
    await know(t, model, "sea birds", axis(0));
    await provider.set([DOWN]);
    await search(t, "anything else");
    expect(contents(await search(t, "sea birds", { threshold: "0.6" }))).toEqual([
      "Gannets circled the bay.",
    ]);
  });

  it("answers within seconds if the provider hangs", async () => {
    const t = setup(withKey());
    await store(t, "The pier.");
    await provider.hold();
    const startedAt = performance.now();
    expect(contents(await search(t, "pier"))).toEqual(["The pier."]);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await provider.release();
  });

  it("finds memories with vectors by words once no provider is configured", async () => {
    const t = setup(withKey());
    await store(t, "The pier.");
    vi.stubEnv("EMBEDDING_API_KEY", "");
    const [result] = (await search(t, "the pier")).results;
    expect(result).toMatchObject({ similarity: 1, memory: { content: "The pier." } });
  });
});

describe("cached query vectors", () => {
  const rows = (t: App) => t.run(async (ctx) => await ctx.db.query("queryVectors").take(10));

  const put = (t: App, key: string, n: number) =>
    t.mutation(internal.search.queryVectors.put, { key, vector: vectorBytes([n]) });
  const found = async (t: App, key: string): Promise<number[] | null> => {
    const vector = await t.query(internal.search.queryVectors.get, { key });
    return vector === null ? null : vectorOf(vector);
  };

  it("are replaced by a newer one in the same slot, and deleted after a week", async () => {
    const t = setup();
    const [first, second] = ["00000001".padEnd(64, "a"), "00000401".padEnd(64, "b")];
    await put(t, first, 1);
    expect(await found(t, first)).toEqual([1]);
    await put(t, second, 2);
    expect(await found(t, first)).toBeNull();
    expect(await found(t, second)).toEqual([2]);
    await t.mutation(internal.registry.sweeper.sweep, {});
    expect(await rows(t)).toHaveLength(1);
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("queryVectors").take(10))
        await ctx.db.patch("queryVectors", _id, { createdAt: Date.now() - 8 * DAY });
    });
    await t.mutation(internal.registry.sweeper.sweep, {});
    expect(await rows(t)).toEqual([]);
  });
});

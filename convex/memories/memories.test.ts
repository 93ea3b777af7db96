/** Storing and listing memories without an embedding provider. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { MEMORY_TYPES, type MemoryType } from "../../mind/enums";
import { store } from "../../test/functions/memories";
import { post, type App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { large, setup } from "../../test/functions/setup";

const list = async (t: App, filter: Partial<Parameters<typeof listOf>[1]> = {}) => listOf(t, filter);
function listOf(
  t: App,
  filter: {
    limit?: number;
    offset?: number;
    type?: MemoryType;
    minImportance?: number;
    since?: number;
  },
) {
  return t.query(internal.memories.queries.list, { limit: 100, offset: 0, ...filter });
}

const contents = (page: { memories: { content: string }[] }) => page.memories.map(({ content }) => content);

describe("a stored memory", () => {
  it("gets the same importance and sentiment each time", async () => {
    const content = "I promised Maria that I will never sell my grandmother's house in Lisbon.";
    const [one, other] = [setup(), setup()];
    const sentiments = [
      (await store(one, { content })).sentiment,
      (await store(other, { content })).sentiment,
    ];
    const [first] = (await list(one)).memories;
    const [second] = (await list(other)).memories;
    expect(sentiments[0]).toEqual(sentiments[1]);
    expect(first?.importance).toBe(second?.importance);
    expect(first?.salience).toBe(second?.salience);
    const dull = setup();
    await store(dull, { content: "It is a thing." });
    expect(first?.importance).toBeGreaterThan((await list(dull)).memories[0]?.importance ?? 1);
  });

  it("gets the estimate of an earlier equal text, whatever importance callers gave or memories were stored since", async () => {
    const t = setup();
    const content = "Ruth repaired the kiln and fired forty bowls on Sunday.";
    await store(t, { content, importance: 0.9 });
    await store(t, { content });
    await store(t, { content: "Ruth fired the kiln again and repaired the bowls." });
    await store(t, { content });
    const [last, , first] = (await list(t)).memories;
    expect(last?.content).toBe(first?.content);
    expect(last?.importance).toBe(first?.importance);
    expect(last?.salience).toBe(first?.salience);
  });

  it("has reflectionType and basedOn only as a reflection", async () => {
    const t = setup();
    for (const type of MEMORY_TYPES)
      await store(t, { type, content: `As ${type}, the pier has twelve planks.` });
    const search = await (await t.fetch("/memories/search?q=pier%20planks&threshold=0")).json();
    const searched = search.results.map(({ memory }: { memory: { _id: string } }) => memory);
    const listed = (await (await t.fetch("/memories")).json()).memories;
    const linked = await Promise.all(
      listed.map(
        async ({ _id }: { _id: string }) =>
          (await (await t.fetch(`/memories/linked?id=${_id}`)).json()).memory,
      ),
    );
    for (const memories of [searched, listed, linked]) {
      expect(memories).toHaveLength(MEMORY_TYPES.length);
      for (const memory of memories) {
        const expected = memory.type === "reflection" ? { reflectionType: "knowledge", basedOn: [] } : {};
        const { reflectionType, basedOn } = memory;
        expect(JSON.parse(JSON.stringify({ reflectionType, basedOn }))).toEqual(expected);
      }
    }
  });

  it("keeps the caller's values", async () => {
    const t = setup();
    await store(t, { type: "emotional", importance: 0.25, salience: 0.125, confidence: 1 });
    expect((await list(t)).memories[0]).toMatchObject({
      type: "emotional",
      importance: 0.25,
      salience: 0.125,
      confidence: 1,
      unique: true,
    });
  });

  it("lists the names in it, unless the caller gave entities", async () => {
    const t = setup();
    await store(t, { content: "We met Maria Lopez in Lisbon.", metadata: '{"context":"trip"}' });
    await store(t, { content: "We met Maria Lopez in Porto.", metadata: '{"entities":["my own"]}' });
    const [named, found] = (await list(t)).memories.map(({ metadata }) => JSON.parse(metadata));
    expect(found.context).toBe("trip");
    expect(found.entities).toContain("Lisbon");
    expect(named).toEqual({ entities: ["my own"] });
  });

  it("has a neutral sentiment and the language other for a text that is not English", async () => {
    const t = setup();
    await store(t, { content: "Die Sonne scheint, und das Meer ist hell." });
    await store(t, { content: "The sun is shining on a bright sea." });
    const [english, german] = (await list(t)).memories;
    expect(JSON.parse(german?.metadata ?? "").language).toBe("other");
    expect(german?.sentiment).toEqual({ score: 0, label: "neutral" });
    expect(JSON.parse(english?.metadata ?? "").language).toBeUndefined();
    expect(english?.sentiment.label).toBe("positive");
  });

  it("is unique unless an earlier one has equal text", async () => {
    const t = setup();
    await store(t);
    await store(t, { content: "  the PIER was repainted in May  " });
    expect((await list(t)).memories.map(({ unique }) => unique)).toEqual([false, true]);
  });

  it("is stored without waiting if no provider is configured", async () => {
    const t = setup();
    const response = await post(t, "/memories/store", { type: "episodic", content: "Gulls at noon." });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      memoryId: expect.any(String),
      embedding: false,
      sentiment: { score: expect.any(Number), label: "neutral" },
    });
  });

  it("is stored once under one idempotency key", async () => {
    const t = setup();
    const send = async () =>
      (
        await post(t, "/memories/store", { type: "episodic", content: "Once." }, { "Idempotency-Key": "k" })
      ).json();
    expect(await send()).toEqual(await send());
    expect((await list(t)).total).toBe(1);
  });
});

describe("the list of memories", () => {
  large("is newest first, with pages that neither overlap nor leave gaps", async () => {
    const t = setup();
    const told = Array.from({ length: 130 }, (_, i) => `Memory number ${i}.`);
    for (const from of [0, 65]) await tell(t, told.slice(from, from + 65));
    const pages = [
      await list(t, { limit: 64 }),
      await list(t, { offset: 64, limit: 64 }),
      await list(t, { offset: 128, limit: 64 }),
    ];
    expect(pages.flatMap(contents)).toEqual(told.toReversed());
    expect(pages.map(({ total, hasMore }) => [total, hasMore])).toEqual([
      [130, true],
      [130, true],
      [130, false],
    ]);
    expect(await list(t, { offset: 130 })).toEqual({ memories: [], total: 130, hasMore: false });
  });

  it("with a query has the hits of a search, in the same order", async () => {
    const t = setup();
    for (const content of ["Gannets on the pier.", "Rent is due.", "The gannets left the pier."])
      await store(t, { content, importance: content.startsWith("The") ? 0.9 : 0.2 });
    const ask = async (more: string) =>
      (await t.fetch(`/memories?query=gannets+on+the+pier&threshold=0.1&${more}`)).json();
    const [first, second] = [await ask("limit=1"), await ask("limit=1&offset=1")];
    expect(first).toMatchObject({ total: 2, hasMore: true });
    expect(second).toMatchObject({ total: 2, hasMore: false });
    expect(contents(first).concat(contents(second)).toSorted()).toEqual([
      "Gannets on the pier.",
      "The gannets left the pier.",
    ]);
    expect(contents(await ask("minImportance=0.5"))).toEqual(["The gannets left the pier."]);
  });

  it("refuses a threshold without a query", async () => {
    const response = await setup().fetch("/memories?threshold=0.5");
    expect(response.status).toBe(400);
    expect((await response.json()).error).toContain("threshold");
  });

  large("equals a scan of all memories for any filter", async () => {
    const t = setup();
    const memories = Array.from({ length: 90 }, (_, i) => ({
      content: `Memory ${i}`,
      type: MEMORY_TYPES[(i * 7) % MEMORY_TYPES.length] ?? "episodic",
      importance: ((i * 37) % 101) / 100,
    }));
    await tell(t, memories);
    const all = (await list(t)).memories;
    const filters = fc.record(
      {
        type: fc.constantFrom(...MEMORY_TYPES),
        minImportance: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
        since: fc.nat({ max: 89 }).map((i) => all[i]?.createdAt ?? 0),
        limit: fc.integer({ min: 1, max: 100 }),
        offset: fc.nat({ max: 40 }),
      },
      { requiredKeys: ["limit", "offset"] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async ({ limit, offset, ...filter }) => {
        const { type, minImportance = 0, since = 0 } = filter;
        const fitting = all.filter(
          (memory) =>
            (type === undefined || memory.type === type) &&
            memory.importance >= minImportance &&
            memory.createdAt > since,
        );
        const page = await list(t, { ...filter, limit, offset });
        expect(page.memories).toEqual(fitting.slice(offset, offset + limit));
        expect(page.total).toBe(fitting.length);
        expect(page.hasMore).toBe(offset + page.memories.length < fitting.length);
      }),
      { numRuns: 40 },
    );
  });
});

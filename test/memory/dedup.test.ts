/** Storing the same text again in the real service: one memory, also for concurrent calls. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { readTable } from "../support/database";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";

const fresh = z.strictObject({
  success: z.literal(true),
  memoryId: z.string(),
  deduplicated: z.literal(false),
  unique: z.literal(true),
});
const merged = z.strictObject({
  success: z.literal(true),
  memoryId: z.string(),
  deduplicated: z.literal(true),
  unique: z.literal(false),
  similarity: z.number().min(0).max(1),
  action: z.literal("merged"),
});
const outcome = z.union([fresh, merged]);
const page = z.object({
  memories: z.array(
    z.object({
      _id: z.string(),
      content: z.string(),
      importance: z.number(),
      confidence: z.number(),
      metadata: z.record(z.string(), z.unknown()),
    }),
  ),
  total: z.number(),
});

interface Fields {
  readonly type?: string;
  readonly importance?: number;
  readonly confidence?: number;
  readonly metadata?: object;
}

function post(service: Service, content: string, fields: Fields = {}, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  const options = { token: service.tokens.write, headers };
  return service.post("/memories/store-dedup", { type: "semantic", content, ...fields }, options);
}
const store = async (service: Service, content: string, fields?: Fields, key?: string) =>
  (await post(service, content, fields, key)).as(outcome);
const memories = async (service: Service) => (await service.get("/memories?limit=100")).as(page);

describe("keyless", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });

  test("twenty equal concurrent calls store one memory and merge nineteen", async () => {
    const before = (await memories(service)).total;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        store(service, "The gannets are back on the rock.", { metadata: { call: i } }),
      ),
    );
    expect(new Set(answers.map(({ memoryId }) => memoryId)).size).toBe(1);
    expect(answers.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    const { memories: all, total } = await memories(service);
    expect(total).toBe(before + 1);
    const kept = all.find(({ _id }) => _id === answers[0]?.memoryId)?.metadata;
    const { call: calls } = z.object({ call: z.array(z.number()) }).parse(kept?.["merged"]);
    expect([kept?.["call"], ...calls].map(Number).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
  });

  test("near-equal concurrent calls store one memory", async () => {
    const wordings = ["opens", "will open"].map(
      (verb) => `The library in the old harbour ${verb} its new reading room this summer.`,
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => store(service, wordings[i % 2] ?? "")),
    );
    expect(new Set(answers.map(({ memoryId }) => memoryId)).size).toBe(1);
  });

  test("a merge keeps the text, unites the metadata and keeps the higher figures", async () => {
    const first = await store(service, "The tide turns at noon.", {
      importance: 0.3,
      confidence: 0.9,
      metadata: { source: "almanac" },
    });
    const again = await store(service, "the tide turns at NOON", {
      type: "episodic",
      importance: 0.6,
      confidence: 0.5,
      metadata: { source: "harbour master", context: "a call" },
    });
    expect(again).toMatchObject({ memoryId: first.memoryId, action: "merged", similarity: 1 });
    const { memories: all } = await memories(service);
    expect(all.find(({ _id }) => _id === first.memoryId)).toMatchObject({
      content: "The tide turns at noon.",
      importance: 0.6,
      confidence: 0.9,
      metadata: { source: "almanac", context: "a call", merged: { source: ["harbour master"] } },
    });
  });

  test.each([
    ["I like tea", "I do not like tea"],
    ["The rent of the boathouse is 450 euros", "The rent of the boathouse is 540 euros"],
  ])("%j and %j are two memories", async (one, other) => {
    expect((await store(service, one)).deduplicated).toBe(false);
    expect((await store(service, other)).deduplicated).toBe(false);
  });

  test("texts of very many words are compared within a transaction's limits", async () => {
    const letters = "abcdefghijklmnop";
    const word = (n: number) => [n >> 8, (n >> 4) & 15, n & 15].map((i) => letters[i] ?? "").join("") + "zu";
    const sentence = (from: number) => `${Array.from({ length: 20 }, (_, i) => word(from + i)).join(" ")}.`;
    const text = (from: number) => Array.from({ length: 100 }, (_, i) => sentence(from + 20 * i)).join(" ");
    const first = await store(service, text(0));
    expect((await store(service, text(1_000))).deduplicated).toBe(false);
    expect(await store(service, text(0).slice(word(0).length + 1))).toMatchObject({
      memoryId: first.memoryId,
      deduplicated: true,
    });
    const link = { memoryId: first.memoryId };
    expect((await service.post("/memories/link", link, { token: service.tokens.write })).status).toBe(200);
  });

  test("an Idempotency-Key repeats the first answer and refuses another body", async () => {
    const first = await store(service, "The lamp was mended.", {}, "lamp");
    expect(await store(service, "The lamp was mended.", {}, "lamp")).toEqual(first);
    expect((await store(service, "The lamp was mended.")).deduplicated).toBe(true);
    expect((await post(service, "The lamp is broken.", {}, "lamp")).status).toBe(422);
  });

  test("requires a token and a valid body", async () => {
    const body = { type: "semantic", content: "Nobody may." };
    expect((await service.post("/memories/store-dedup", body)).status).toBe(401);
    for (const wrong of [{ importance: 2 }, { type: "dream" }, { metadata: [] }, { threshold: 0.5 }]) {
      const answer = await service.post(
        "/memories/store-dedup",
        { ...body, ...wrong },
        { token: service.tokens.write },
      );
      expect(answer.status).toBe(400);
    }
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

  test("a new memory takes one embedding call, and an equal text none", async () => {
    expect((await store(service, "The ferry is late again.")).deduplicated).toBe(false);
    expect((await store(service, "the ferry is late again")).deduplicated).toBe(true);
    const calls = await provider.calls({ route: "embeddings" });
    expect(calls.filter(({ text }) => text.toLowerCase().includes("ferry"))).toHaveLength(1);
  });

  test("a failing provider delays nothing, and equal texts still merge", async () => {
    await provider.set([{ on: "embeddings", kind: "status", status: 503 }]);
    expect((await store(service, "The slipway is icy today.")).deduplicated).toBe(false);
    expect((await store(service, "The slipway is icy today!")).deduplicated).toBe(true);
  });

  test("every vector is stored with its text", async () => {
    await service.stop();
    const texts = readTable(service.dataDir, "searchDocuments", z.object({ embeddedBy: z.string() }));
    const vectors = readTable(service.dataDir, "vectors", z.object({ model: z.string() }));
    expect(vectors).toHaveLength(texts.filter(({ embeddedBy }) => embeddedBy === "stub").length);
  });
});

/** Storing memories in the real service: no failure of the embedding provider loses or delays one. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "../support/database";
import { modelServer } from "../support/model";
import type { Fault, ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

let provider: ModelServer;

beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

const stored = z.strictObject({
  success: z.literal(true),
  memoryId: z.string(),
  embedding: z.boolean(),
  sentiment: z.strictObject({ score: z.number(), label: z.string() }),
});
const page = z.object({ memories: z.array(z.object({ content: z.string() })), total: z.number() });
const health = z.object({ status: z.string(), checks: z.object({ embedding: z.string() }) });
const text = z.object({ embeddedBy: z.string() });

const DOWN: Fault = { on: "embeddings", kind: "status", status: 503 };
/** The promised 60 s from the provider's recovery, and what a busy machine may add. */
const RECOVERY = { deadlineMs: 75_000 };

function withProvider(model = "first-model"): Record<string, string> {
  return { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: provider.baseUrl, EMBEDDING_MODEL: model };
}

async function store(service: Service, content: string, key?: string) {
  const options = {
    token: service.tokens.write,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  };
  return (await service.post("/memories/store", { type: "episodic", content }, options)).as(stored);
}

const embeddingCheck = async (service: Service): Promise<string> =>
  (await service.get("/health")).as(health).checks.embedding;

/** Waits until the provider has answered for each of these texts, the newest, and answers by which models they have vectors. */
async function modelsOnDisk(service: Service, contents: readonly string[]): Promise<string[]> {
  for (const containing of contents)
    await until(
      `the vector of "${containing}"`,
      async () => (await provider.calls({ route: "embeddings", containing, end: "answered" })).length > 0,
      RECOVERY,
    );
  await until("the provider to be well", async () => (await embeddingCheck(service)) === "ok", RECOVERY);
  const database = watchDatabase(service.dataDir);
  try {
    // Lets the run that has just been answered finish.
    await until("the end of the queue", () => database.count("embeddingQueue") === 0);
    return database
      .read("searchDocuments", text)
      .slice(-contents.length)
      .map(({ embeddedBy }) => embeddedBy);
  } finally {
    database.close();
  }
}

describe("a memory", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: withProvider() });
  });

  const memories = async () => (await service.get("/memories?limit=100")).as(page);

  test("is stored with its vector while the provider answers", async () => {
    const content = "Wonderful! The gannets are back.";
    expect(await store(service, content)).toMatchObject({
      embedding: true,
      sentiment: { label: "positive" },
    });
    expect(await memories()).toMatchObject({ memories: [{ content }], total: 1 });
    expect(await modelsOnDisk(service, [content])).toEqual(["first-model"]);
  });

  test("is stored at once during an outage, and gets its vector after the recovery", async () => {
    await provider.set([DOWN]);
    const contents = ["The first one finds out.", "The second one asks nobody."];
    for (const content of contents) expect((await store(service, content)).embedding).toBe(false);
    expect(await embeddingCheck(service)).toContain("503");
    await provider.forgetCalls();
    await provider.set([]);
    expect(await modelsOnDisk(service, contents)).toEqual(["first-model", "first-model"]);
  });

  test("is answered while the provider hangs, and the next does not wait", async () => {
    await provider.hold();
    // The gate stays closed: these answers owe it nothing.
    expect((await store(service, "Nobody answers.")).embedding).toBe(false);
    // Being slow once is no outage: a call in the background finds out.
    await until("the outage to be known", async () => (await embeddingCheck(service)) !== "ok");
    expect((await store(service, "Nobody is asked.")).embedding).toBe(false);
    await provider.release();
    expect(await modelsOnDisk(service, ["Nobody answers.", "Nobody is asked."])).toEqual([
      "first-model",
      "first-model",
    ]);
  });

  test("that was being embedded at a crash gets its vector after the restart, and exists once", async () => {
    const before = (await memories()).total;
    await provider.hold();
    const cutOff = store(service, "Amid the storm.", "one key").catch(() => null);
    await provider.seen(1, { route: "embeddings", containing: "Amid the storm." });
    await service.kill();
    expect(await cutOff).toBeNull();
    await provider.reset();
    await service.restart();
    // The same request again finds what was done.
    expect((await store(service, "Amid the storm.", "one key")).embedding).toBe(false);
    expect((await memories()).total).toBe(before + 1);
    expect(await modelsOnDisk(service, ["Amid the storm."])).toEqual(["first-model"]);
  });

  test("stays queued over a kill during an outage", async () => {
    await provider.set([DOWN]);
    expect((await store(service, "Before the kill.")).embedding).toBe(false);
    await service.kill();
    await provider.reset();
    await service.restart();
    expect(await modelsOnDisk(service, ["Before the kill."])).toEqual(["first-model"]);
  });
});

describe("a service with another key or model", () => {
  const QUESTION = "When did it come?";
  const ask = (service: Service): Promise<unknown> =>
    service.get(`/memories/search?q=${encodeURIComponent(QUESTION)}`);

  test("embeds all memories again after each change", async () => {
    const keyless = await startService();
    const contents = ["Kept without a key, one.", "Kept without a key, two."];
    for (const content of contents) expect((await store(keyless, content)).embedding).toBe(false);
    expect(await embeddingCheck(keyless)).toBe("lexical");
    await keyless.stop();

    const { dataDir } = keyless;
    const first = await startService({ dataDir, env: withProvider("first-model") });
    expect(await modelsOnDisk(first, contents)).toEqual(["first-model", "first-model"]);
    await first.stop();

    await provider.forgetCalls();
    const next = await startService({ dataDir, env: withProvider("next-model") });
    expect(await modelsOnDisk(next, contents)).toEqual(["next-model", "next-model"]);
    await next.stop();
  });

  test("embeds all memories again where another model is served under the same name", async () => {
    const service = await startService({ env: withProvider("renamed-model") });
    const contents = ["The ferry came at noon.", "Otters live in the creek."];
    for (const content of contents) expect((await store(service, content)).embedding).toBe(true);
    await ask(service);
    await service.stop();

    // The same model still: nothing is embedded again. A probe at one start is stored before the next.
    await provider.forgetCalls();
    for (const starts of [1, 2]) {
      await service.restart();
      await provider.seen(starts, { containing: "How are you?", end: "answered" });
      await service.stop();
    }
    expect(await provider.calls({ containing: "ferry" })).toEqual([]);

    await provider.set([{ kind: "other-vectors", on: "embeddings" }]);
    await service.restart();
    for (const content of contents) await provider.seen(1, { containing: content });
    await until("a warning", () => service.output().includes("vectors have changed"));
    await ask(service);
    expect(await provider.calls({ containing: QUESTION })).toHaveLength(1);
  });

  test("embeds everything again when the width of its vectors changes while the service runs", async () => {
    const width = 256;
    const service = await startService({ env: withProvider("width") });
    const contents = ["The ferry sails at nine.", "The gannets are back.", "The harvest was rich."];
    for (const content of contents) expect((await store(service, content)).embedding).toBe(true);
    await until("the provider to be well", async () => (await embeddingCheck(service)) === "ok");
    await provider.set([
      { kind: "delay", ms: 200, on: "embeddings" },
      { kind: "vectors-of-width", width, on: "embeddings" },
    ]);
    expect((await store(service, "The lighthouse is dark.")).embedding).toBe(false);
    const check = await embeddingCheck(service);
    expect(check).toContain(`the model "width" makes vectors ${width} wide now, not 1536`);
    const database = watchDatabase(service.dataDir);
    try {
      const vectors = () => database.read("vectors", z.object({ vector: z.array(z.number()) }));
      const isNew = ({ vector }: { vector: number[] }) => vector.slice(width).every((value) => value === 0);
      // Vectors of both widths are never there at once.
      await until("new vectors", () => {
        const stored = vectors();
        expect([stored.length, 0]).toContain(stored.filter(isNew).length);
        return stored.length === 4 && stored.every(isNew);
      });
    } finally {
      database.close();
    }
    await until("the provider to be well", async () => (await embeddingCheck(service)) === "ok");
    // Without a restart: its queries are of the new width, too.
    const found = await service.get("/memories/search?q=lighthouse");
    expect(
      found.as(z.object({ results: z.array(z.object({ memory: z.object({ content: z.string() }) })) }))
        .results[0]?.memory.content,
    ).toBe("The lighthouse is dark.");
  });

  test("reports a wrong key before anything is stored", async () => {
    await provider.setKey("another");
    const service = await startService({ env: withProvider() });
    await until("the check", async () => (await embeddingCheck(service)).includes("401"));
    expect((await service.get("/health")).as(health).status).toBe("degraded");
  });
});

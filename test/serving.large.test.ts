/** The service responds during long background work, because requests run between its transactions. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "./support/database";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});

/** Memories whose vectors take several batches. */
const SOME = 64;
/** Concurrent requests that store memories. */
const CONCURRENT_STORES = 8;
/** After an outage the job retries within half a minute; a busy machine takes longer. */
const TIMEOUT_MS = 75_000;

const state = z.object({ mood: z.string(), updatedAt: z.number() });
const consolidated = z.object({ memoriesProcessed: z.number(), clustersFound: z.number() });

const THINGS = ["harbour", "violin", "orchard", "telescope", "bakery", "glacier", "tractor", "lantern"];
const PARTS = ["handle", "roof", "cover", "engine", "frame", "door", "bell", "wheel"];
const SENTENCES = [
  (thing: string, part: string) => `The ${thing} needs a new ${part} before winter.`,
  (thing: string, part: string) => `Nobody looked after the ${thing} and its ${part} last year.`,
  (thing: string, part: string) => `We talked about the ${thing} for an hour, mostly about its ${part}.`,
  (thing: string, part: string) => `A photograph of the ${thing} shows the old ${part}.`,
  (thing: string, part: string) => `The ${thing} is loud when its ${part} is open.`,
];
/** Memories that a consolidation writes in ten transactions. */
const TEXTS = SENTENCES.flatMap((sentence) =>
  THINGS.flatMap((thing) => PARTS.map((part) => sentence(thing, part))),
);

async function storeAll(service: Service, texts: readonly string[]): Promise<void> {
  const left = [...texts];
  const storing = async () => {
    for (let content = left.pop(); content !== undefined; content = left.pop()) {
      const body = { type: "semantic", content };
      expect((await service.post("/memories/store", body, { token: service.tokens.write })).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_STORES }, storing));
}

/**
 * Requests the state repeatedly until the work is done, and returns how much of it was done at each response during
 * the work.
 * @param progress how much is done, from 0 to `all`
 */
async function progressAtResponses(service: Service, all: number, progress: () => number): Promise<number[]> {
  await until("its beginning", () => progress() > 0, { deadlineMs: TIMEOUT_MS });
  const answeredAt: number[] = [];
  const deadline = Date.now() + TIMEOUT_MS;
  for (let before = progress(); before < all;) {
    (await service.get("/state")).as(state);
    const after = progress();
    if (after < all) answeredAt.push(after);
    // Asking without pause would take half of the processor from the work that is watched.
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (Date.now() > deadline) throw new Error(`Only ${after} of ${all} were done in ${TIMEOUT_MS} ms.`);
    before = after;
  }
  return answeredAt;
}

test("GET /state responds between the steps of a consolidation", async () => {
  const service = await startService();
  await storeAll(service, TEXTS);
  const database = watchDatabase(service.dataDir);
  try {
    const running = service.post("/memories/consolidate", undefined, {
      token: service.tokens.tick,
      timeoutMs: 180_000,
    });
    const answeredAt = await progressAtResponses(service, TEXTS.length, () =>
      database.count("clusterMembers"),
    );
    expect((await running).as(consolidated).memoriesProcessed).toBe(TEXTS.length);
    expect(new Set(answeredAt).size).toBeGreaterThan(1);
  } finally {
    database.close();
  }
});

test("GET /state responds between the batches of embeddings after an outage", async () => {
  await provider.set([{ on: "embeddings", kind: "status", status: 503 }]);
  const service = await startService({
    env: { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: provider.baseUrl },
  });
  await storeAll(service, TEXTS.slice(0, SOME));
  const database = watchDatabase(service.dataDir);
  try {
    expect(database.count("vectors")).toBe(0);
    await provider.set([]);
    const answeredAt = await progressAtResponses(service, SOME, () => database.count("vectors"));
    expect(new Set(answeredAt).size).toBeGreaterThan(1);
  } finally {
    database.close();
  }
});

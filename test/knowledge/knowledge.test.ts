/** Knowledge in the real service, with an embedding provider in its own process. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { QUESTIONS, UNRELATED_TEXTS } from "../../mind/ranking/meaning";
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

const outcome = z.strictObject({
  success: z.literal(true),
  knowledgeId: z.string(),
  chunks: z.int().min(1),
  embedding: z.boolean(),
  updated: z.boolean(),
});
const item = z.looseObject({
  _id: z.string(),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  similarity: z.number().min(0).max(1).optional(),
  passage: z.string().optional(),
});
const page = z.strictObject({ items: z.array(item), total: z.number(), hasMore: z.boolean() });
const request = z.object({ input: z.array(z.string()) });

const DOWN: Fault = { on: "embeddings", kind: "status", status: 503 };
/** The promised time after the provider's recovery, and a margin for a busy machine. */
const RECOVERY = { deadlineMs: 75_000 };

function withProvider(): Record<string, string> {
  return { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: provider.baseUrl, EMBEDDING_MODEL: "a-model" };
}

async function write(service: Service, body: Record<string, unknown>) {
  return (await service.post("/knowledge", body, { token: service.tokens.write })).as(outcome);
}

async function find(service: Service, query: string, parameters: Record<string, string> = {}) {
  const search = new URLSearchParams({ query, threshold: "0.3", ...parameters });
  return (await service.get(`/knowledge?${search.toString()}`)).as(page);
}

/** Text of this length, in sentences with a unique word each. */
function chronicle(of: string, length: number): string {
  let text = "";
  for (let i = 0; text.length < length; i += 1)
    text += `In entry ${letters(i)} of the chronicle the ${of} was counted ${i} times before the tide turned. `;
  return text.slice(0, length - 1).replace(/\s$/, "x") + ".";
}
const letters = (n: number): string =>
  [...String(n)].map((digit) => "bcdfghklmn"[Number(digit)] ?? "").join("a");

/** The texts that the provider embedded, without those by which a model is calibrated. */
async function embedded(): Promise<string[]> {
  const calls = await provider.calls({ route: "embeddings", end: "answered" });
  return calls
    .map(({ text }) => request.parse(JSON.parse(text)).input)
    .filter((texts) => !texts.some((text) => [...UNRELATED_TEXTS, ...QUESTIONS].includes(text)))
    .flat();
}

/** Counts passages with and without vectors on disk; the service must be idle. */
function passagesOnDisk({ dataDir }: Service) {
  const database = watchDatabase(dataDir);
  try {
    const texts = database.read("searchDocuments", z.object({ embeddedBy: z.string() }));
    return {
      passages: texts.length,
      embedded: texts.filter(({ embeddedBy }) => embeddedBy === "a-model").length,
      waiting: database.count("embeddingQueue"),
      vectors: database.count("vectors"),
      rows: database.count("passages"),
    };
  } finally {
    database.close();
  }
}

describe("an item of knowledge", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });

  test("is always found as one complete version while it changes", async () => {
    const versions = ["heron", "stork", "crane"].map((bird, i) => ({
      title: "Birds of the chronicle",
      content: chronicle(bird, 8_000 + 6_000 * i),
      tags: [bird, "birds"],
    }));
    const [first] = versions;
    if (first === undefined) throw new Error("no version");
    await write(service, first);

    let changing = true;
    const seen = new Set<string>();
    const searching = async (parameters: Record<string, string>) => {
      do {
        const { items, total } = await find(service, "counted before the tide turned", parameters);
        expect(total).toBe(1);
        const [hit] = items;
        const version = versions.find(({ content }) => content === hit?.content);
        expect(hit?.tags).toEqual(version?.tags);
        expect(hit?.content).toContain(hit?.passage);
        seen.add(hit?.tags[0] ?? "");
      } while (changing || seen.size < versions.length);
    };
    const changes = async () => {
      for (let i = 1; i <= 9 || seen.size < versions.length; i += 1)
        await write(service, versions[i % versions.length] ?? first);
      changing = false;
    };
    await Promise.all([searching({}), searching({ tag: "birds" }), changes()]);
    expect((await service.get("/knowledge")).as(page).total).toBe(1);
  });

  test("is found by any of its sentences at once, however long it is", async () => {
    const content = chronicle("otter", 131_072);
    const { chunks } = await write(service, { title: "Chronicle", content });
    expect(chunks).toBeGreaterThan(100);
    for (const entry of [0, 500, 1_200]) {
      const sentence = `In entry ${letters(entry)} of the chronicle`;
      const { items } = await find(service, `${sentence} the otter was counted ${entry} times`);
      expect(items[0]?.passage).toContain(sentence);
      expect(content).toContain(items[0]?.passage);
    }
  });

  test("is complete or absent after a crash, and complete if the write was answered", async () => {
    const posted: { title: string; content: string; tags: string[] }[] = [];
    const answered = new Set<string>();
    const cutOff = Promise.all(
      Array.from({ length: 3 }, async (_, poster) => {
        for (let i = 0; ; i += 1) {
          const title = `Volume ${poster} ${letters(i)}`;
          const body = { title, content: chronicle(`gull${letters(i)}`, 4_000), tags: ["volumes"] };
          posted.push(body);
          try {
            await write(service, body);
          } catch {
            return;
          }
          answered.add(title);
        }
      }),
    );
    await until("a dozen answers", () => answered.size >= 12);
    await service.kill();
    await cutOff;
    await service.restart();
    const { items, total } = (await service.get("/knowledge?limit=100&tag=volumes")).as(page);
    expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining([...answered]));
    expect(items).toHaveLength(total);
    for (const { title, content } of items) {
      expect(content).toBe(posted.find((body) => body.title === title)?.content);
      expect((await find(service, title)).items.map((hit) => hit.title)).toContain(title);
    }
    // A second write updates exactly the items that were listed: nothing was stored by half.
    for (const body of posted)
      expect((await write(service, body)).updated).toBe(items.some(({ title }) => title === body.title));
    const { passages, rows } = passagesOnDisk(service);
    expect(rows).toBe(passages);
  });
});

describe("with a provider", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: withProvider() });
  });

  test("a short item has vectors when answered, and an edit embeds only new passages", async () => {
    const content = chronicle("heron", 5_000);
    const { chunks, embedding } = await write(service, { title: "Chronicle", content });
    expect(embedding).toBe(true);
    expect(chunks).toBeGreaterThan(3);
    await provider.forgetCalls();
    const edited = `${content} At last the ice melted.`;
    expect(await write(service, { title: "Chronicle", content: edited })).toMatchObject({ embedding: true });
    const asked = await embedded();
    expect(asked.length).toBeLessThan(3);
    expect(asked.join("\n")).toContain("At last the ice melted.");

    await provider.forgetCalls();
    expect(await write(service, { title: "Chronicle", content: edited, tags: ["new"] })).toMatchObject({
      embedding: true,
    });
    expect(await embedded()).toEqual([]);
    const { passages, ...others } = passagesOnDisk(service);
    expect(others).toEqual({ embedded: passages, waiting: 0, vectors: passages, rows: passages });
  });

  test("that fails, items are found at once, and get vectors after its recovery", async () => {
    await provider.set([DOWN]);
    const short = { title: "Short", content: "The gannets are back on the northern cliff." };
    const long = { title: "Long", content: chronicle("heron", 30_000) };
    expect(await write(service, short)).toMatchObject({ embedding: false });
    expect(await write(service, long)).toMatchObject({ embedding: false });
    expect((await find(service, "gannets on the cliff")).items[0]?.title).toBe("Short");
    await provider.set([]);
    for (const body of [short, long])
      await until(
        `the vectors of ${body.title}`,
        async () => {
          const { embedding, updated } = await write(service, body);
          expect(updated).toBe(true);
          return embedding;
        },
        RECOVERY,
      );
    const { passages, ...others } = passagesOnDisk(service);
    expect(others).toEqual({ embedded: passages, waiting: 0, vectors: passages, rows: passages });
  });
});

/** Consolidation in the real service: with a model, with one that invents or fails, and after kill -9. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "../support/database";
import { modelServer } from "../support/model";
import type { Fault, ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

let model: ModelServer;

beforeAll(async () => {
  model = await modelServer();
});
beforeEach(() => model.reset());

const FERRY = [
  "The ferry to the island leaves at nine in the morning.",
  "Ferry tickets for the island cost eight euros.",
  "The island ferry was late because of the fog.",
  "We took the morning ferry over to the island again.",
];
const BREAD = [
  "Maria bakes sourdough bread with rye flour.",
  "The rye bread from Maria needs a whole day to rise.",
  "Maria gave me her sourdough starter for the bread.",
  "Baking bread with too little rye flour failed again.",
];

const CHESS = [
  "Our chess club lost the tournament against Lyon.",
  "The chess tournament of the club lasts three days.",
  "Nobody in the chess club won a game at the tournament.",
  "The club bought new chess clocks for the tournament.",
];
const BEES = [
  "The bees in our hive swarmed on Sunday.",
  "Honey from the hive is dark because the bees like chestnut.",
  "A cold spring killed half of the bees in the hive.",
  "The new hive for the bees is made of larch.",
];

const TEAPOTS = [
  "The lid of the blue teapot broke in the sink.",
  "Vera glued the lid of the blue teapot.",
  "The blue teapot of Vera holds two litres.",
  "A lid for the blue teapot costs nine crowns.",
];

const counts = z.object({
  success: z.literal(true),
  memoriesProcessed: z.number(),
  clustersFound: z.number(),
  coreMemoriesCreated: z.number(),
  coreMemoriesUpdated: z.number(),
  memoriesDecayed: z.number(),
});
const NOTHING = {
  success: true,
  memoriesProcessed: 0,
  clustersFound: 0,
  coreMemoriesCreated: 0,
  coreMemoriesUpdated: 0,
  memoriesDecayed: 0,
};
const coreMemory = z.object({
  _id: z.string(),
  theme: z.string(),
  summary: z.string(),
  memories: z.array(z.string()),
  confidence: z.number(),
  lastReinforced: z.number(),
  createdAt: z.number(),
});
const corePage = z.object({ coreMemories: z.array(coreMemory), total: z.number() });
const memoryPage = z.object({
  memories: z.array(z.object({ _id: z.string(), content: z.string() })),
  hasMore: z.boolean(),
});
const stored = z.object({ memoryId: z.string() });

async function store(service: Service, texts: readonly string[]): Promise<void> {
  for (const content of texts) {
    const body = { type: "semantic", content };
    (await service.post("/memories/store", body, { token: service.tokens.write })).as(stored);
  }
}

async function consolidate(service: Service): Promise<z.infer<typeof counts>> {
  const { tick: token } = service.tokens;
  return (await service.post("/memories/consolidate", undefined, { token, timeoutMs: 180_000 })).as(counts);
}

const core = async (service: Service) => (await service.get("/memories/core?limit=100")).as(corePage);

const says = (containing: string, theme: string, summary: string): Fault => ({
  kind: "answers",
  containing,
  value: { theme, summary, basedOn: [1, 2, 3] },
});

describe("themes by a model", () => {
  /** Each test has another subject. */
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
  });

  test("have its words, and are labelled again once they have grown", async () => {
    await model.set([
      says("island", "The ferry to the island", "It leaves at nine and was late once, because of fog."),
      says("sourdough", "Baking rye bread", "Maria bakes it with sourdough; it needs a whole day."),
    ]);
    await store(service, [...FERRY, ...BREAD]);
    expect(await consolidate(service)).toMatchObject({ memoriesProcessed: 8, coreMemoriesCreated: 2 });
    const { coreMemories } = await core(service);
    expect(coreMemories.map(({ theme }) => theme).sort()).toEqual([
      "Baking rye bread",
      "The ferry to the island",
    ]);
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    expect(await consolidate(service)).toEqual(expect.objectContaining(NOTHING));
    expect(await core(service)).toEqual({ coreMemories, total: 2 });
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    await store(service, [
      "The last ferry from the island goes at ten.",
      "The island ferry has a new captain.",
    ]);
    expect(await consolidate(service)).toMatchObject({ coreMemoriesCreated: 0, coreMemoriesUpdated: 1 });
    expect(await model.calls({ route: "chat", containing: "captain" })).toHaveLength(1);
  });

  test("that invent something are refused twice, and then labelled by extraction", async () => {
    await model.set([says("chess", "Roberto Silva's club", "Roberto Silva sold 4711 tickets in Lisbon.")]);
    await store(service, CHESS);
    expect(await consolidate(service)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 1 });
    const [newest] = (await core(service)).coreMemories;
    expect(newest?.theme).toMatch(/chess|club|tournament/i);
    expect(`${newest?.theme} ${newest?.summary}`).not.toMatch(/Roberto|4711|Lisbon/);
    const calls = await model.calls({ route: "chat" });
    expect(calls).toHaveLength(2);
    expect(calls[1]?.text).toContain("is in none of the memories");
    expect(await consolidate(service)).toEqual(expect.objectContaining(NOTHING));
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    await model.set([says("chess", "The chess tournament", "The club lost it against Lyon.")]);
    await store(service, ["The chess club won the next tournament."]);
    expect(await consolidate(service)).toMatchObject({ memoriesProcessed: 1, coreMemoriesUpdated: 1 });
    expect((await core(service)).coreMemories[0]?.theme).toBe("The chess tournament");
    expect(await consolidate(service)).toEqual(expect.objectContaining(NOTHING));
  });

  test("are requested once where the provider refuses the memories", async () => {
    const error = { message: "The prompt was filtered.", code: "content_filter" };
    await model.set([{ kind: "status", status: 400, body: { error }, containing: "teapot" }]);
    await store(service, TEAPOTS);
    for (let run = 0; run < 3; run++) await consolidate(service);
    expect(await model.calls({ route: "chat", containing: "teapot" })).toHaveLength(1);
  });

  test("that fail are no error, are logged once, and follow after the model's recovery", async () => {
    await model.set([{ kind: "status", status: 401 }]);
    const told = service.output().length;
    // One theme, because after three failures in a row the model is left alone for a while.
    await store(service, BEES);
    expect(await consolidate(service)).toMatchObject({ memoriesProcessed: 4, coreMemoriesCreated: 1 });
    const lines = () =>
      service
        .output()
        .slice(told)
        .match(/themes keep extracted labels/g);
    expect(await until("the line of the log", lines)).toHaveLength(1);
    const before = await core(service);
    expect(await consolidate(service)).toEqual(expect.objectContaining(NOTHING));
    expect(await core(service)).toEqual(before);
    await model.set([says("hive", "The bees in the hive", "They swarmed on Sunday.")]);
    expect(await consolidate(service)).toMatchObject({ memoriesProcessed: 0, coreMemoriesUpdated: 1 });
    expect(await consolidate(service)).toEqual(expect.objectContaining(NOTHING));
  });
});

describe("a consolidation that is killed", () => {
  const THINGS = ["harbour", "violin", "orchard", "telescope", "bakery", "glacier", "tractor", "lantern"];
  const SENTENCES = [
    (thing: string, other: string) => `The ${thing} needs a new ${other} before winter.`,
    (thing: string, other: string) => `Nobody looked after the ${thing} and its ${other} last year.`,
    (thing: string, other: string) => `We talked about the ${thing} for an hour, mostly about the ${other}.`,
    (thing: string, other: string) => `A photograph of the ${thing} shows the old ${other}.`,
    (thing: string, other: string) => `The ${thing} is loud when the ${other} is open.`,
  ];
  // Three steps: 32 join in one.
  const PARTS = ["handle", "roof"];
  const texts = PARTS.flatMap((part) =>
    SENTENCES.flatMap((sentence) => THINGS.map((thing) => sentence(thing, `${thing} ${part}`))),
  );

  /** The core memories by the contents of their members, without ids and times. */
  async function themes(service: Service) {
    const contents = new Map<string, string>();
    for (let offset = 0, more = true; more; offset += 100) {
      const page = (await service.get(`/memories?limit=100&offset=${offset}`)).as(memoryPage);
      for (const { _id, content } of page.memories) contents.set(_id, content);
      more = page.hasMore;
    }
    const { coreMemories } = await core(service);
    return coreMemories
      .map(({ theme, summary, confidence, memories }) => ({
        theme,
        summary,
        confidence,
        memories: memories.map((id) => contents.get(id)),
      }))
      .sort((a, b) => ((a.memories[0] ?? "") < (b.memories[0] ?? "") ? -1 : 1));
  }

  test("continues where it stopped, with the same result", async () => {
    const [spared, killed] = await Promise.all([startService(), startService()]);
    await Promise.all([store(spared, texts), store(killed, texts)]);
    await consolidate(spared);
    const cutOff = consolidate(killed).catch(() => null);
    const database = watchDatabase(killed.dataDir);
    await until("the first step", () => database.count("clusterMembers") > 0);
    database.close();
    await killed.kill();
    expect(await cutOff).toBeNull();
    await killed.restart();
    const rest = await consolidate(killed);
    expect(rest.memoriesProcessed).toBeLessThan(texts.length);
    expect(await themes(killed)).toEqual(await themes(spared));
    expect(await consolidate(killed)).toEqual(expect.objectContaining(NOTHING));
  });
});

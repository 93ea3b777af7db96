/** Recall and learning in ticks of the real service, with a model server in another process. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modelServer } from "./support/model";
import type { Fault, ModelServer } from "./support/model-server";
import { startService, type Service } from "./support/service";
import {
  resetModel,
  feed,
  memoryPage,
  messagesOf,
  setFaults,
  startAgent,
  tick,
  tickResponse,
} from "./support/tickHelpers";

let model: ModelServer;

beforeAll(async () => {
  model = await modelServer();
});
beforeEach(() => resetModel(model));

describe("a tick's memory", () => {
  let agent: Service;
  beforeAll(async () => {
    agent = await startAgent(model);
  });

  const memoriesOf = async (service: Service) =>
    (await service.get("/memories?limit=100")).as(memoryPage).memories;

  /** Shared by the tests. Each uses its own words, so that none recalls another's memories. */
  async function newSince(before: readonly { readonly _id: string }[]) {
    const known = new Set(before.map(({ _id }) => _id));
    return (await memoriesOf(agent)).filter(({ _id }) => !known.has(_id));
  }

  async function store(service: Service, content: string): Promise<void> {
    const body = { type: "semantic", content };
    const answer = await service.post("/memories/store", body, { token: service.tokens.write });
    expect(answer.status).toBe(200);
  }

  const learned = (content: string, basedOn = [1]) => ({
    type: "semantic",
    content,
    importance: 0.7,
    basedOn,
  });
  const answers = (memories: readonly object[], usedMemories: readonly number[] = []): Fault => ({
    kind: "fills",
    value: { basedOn: [1], remark: null, confidence: 0.9, artifacts: [], memories, usedMemories },
  });

  test("is shown to the model if it is relevant to an event, as data without ids", async () => {
    await store(agent, "The ketch Petrel carries salt to the northern islands.");
    await store(agent, "Bread rises best overnight.");
    await feed(agent, "The ketch Petrel is overdue.");
    await setFaults(model, answers([], [1]));
    (await tick(agent)).as(tickResponse);
    const [call] = await model.calls({ route: "chat" });
    const shown = messagesOf(call, "user").split("<memories>")[1]?.split("</memories>")[0];
    expect(shown).toContain('"number":1,"type":"semantic"');
    expect(shown).toContain("carries salt to the northern islands");
    expect(shown).not.toContain("Bread");
    for (const { _id } of await memoriesOf(agent)) expect(call?.text).not.toContain(_id);
  });

  test("is recalled by meaning if there are vectors", async () => {
    const service = await startAgent(model, {
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: model.baseUrl,
    });
    await store(service, "The ketch Petrel carries salt to the northern islands.");
    await feed(service, "The ketch Petrel is overdue.");
    await setFaults(model, answers([]));
    (await tick(service)).as(tickResponse);
    expect(await model.calls({ route: "embeddings", containing: "is overdue" })).toHaveLength(1);
    expect(messagesOf((await model.calls({ route: "chat" }))[0], "user")).toContain("carries salt");
  });

  test("stores an event's content once, with its source, and with low confidence if it may be invented", async () => {
    const before = await memoriesOf(agent);
    await feed(agent, "The tram Sperber is late, says the station master.");
    await setFaults(
      model,
      answers([
        learned("The tram Sperber is late, according to the station master."),
        learned("The tram Sperber was late, according to the station master."),
        learned("It is said of the tram Sperber that Tryggvason drinks."),
        learned("The tram Sperber said “I have had quite enough of rails”."),
      ]),
    );
    const { mood } = (await tick(agent)).as(tickResponse);
    const memories = (await newSince(before)).sort((a, b) => b.confidence - a.confidence);
    expect(memories.map(({ content }) => content)).toEqual([
      "The tram Sperber is late, according to the station master.",
      "It is said of the tram Sperber that Tryggvason drinks.",
    ]);
    expect(memories[1]?.confidence).toBeLessThan(memories[0]?.confidence ?? 0);
    expect(memories[0]?.metadata).toMatchObject({
      source: "news",
      context: "a high-impact news item",
      mood,
      entities: expect.arrayContaining(["Sperber"]),
    });
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
  });

  test("does not store recalled memories again", async () => {
    await store(agent, "The baker Odile sells rye loaves beside the eastern gate.");
    const before = await memoriesOf(agent);
    await feed(agent, "The baker Odile is ill.");
    await setFaults(model, answers([learned("A baker sells rye loaves beside the eastern gate.")], [1]));
    (await tick(agent)).as(tickResponse);
    expect(await newSince(before)).toEqual([]);
  });

  test("stores what a tick learned once, even if the tick is killed and repeated", async () => {
    const before = await memoriesOf(agent);
    await feed(agent, "The orchard Pomona is flooded.");
    await setFaults(model, answers([learned("The orchard Pomona is flooded.")]));
    await model.hold();
    const lost = tick(agent).catch((error: unknown) => error);
    await model.seen(1, { route: "chat" });
    await agent.kill();
    await model.release();
    expect(await lost).toBeInstanceOf(Error);
    await agent.restart();
    expect(await newSince(before)).toEqual([]);
    (await tick(agent)).as(tickResponse);
    (await tick(agent)).as(tickResponse);
    expect((await newSince(before)).map(({ content }) => content)).toEqual([
      "The orchard Pomona is flooded.",
    ]);
  });

  test("excludes learned facts that cite no shown event", async () => {
    const before = await memoriesOf(agent);
    await feed(agent, "The viaduct Merian is cracked.");
    await setFaults(model, answers([learned("The viaduct Merian is cracked.", [9])]));
    (await tick(agent)).as(tickResponse);
    expect(await newSince(before)).toEqual([]);
  });

  test("without a model stores the events themselves, and the journal mentions relevant ones", async () => {
    const service = await startService();
    await feed(service, "The ketch Petrel left for the northern islands.");
    (await tick(service)).as(tickResponse);
    expect((await memoriesOf(service)).map(({ content }) => content)).toEqual([
      "The ketch Petrel left for the northern islands.",
    ]);
    await feed(service, "The ketch Petrel is overdue at the northern islands.");
    const { detail } = (await tick(service)).as(tickResponse);
    expect(detail).toMatch(/^Related, from .*: “The ketch Petrel left/mu);
    expect(await memoriesOf(service)).toHaveLength(2);
  });
});

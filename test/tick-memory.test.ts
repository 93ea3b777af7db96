/** Recall and learning in ticks of the real service, with a model server in another process. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
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
  wake,
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
    expect(await sixOutages(service, "ch")).toMatchObject({ named: [1, 1, 1, 1, 1, 1] });
  });
});

/** Feeds six critical events, and returns the alerts of one tick, and how many of them name each event. */
async function sixOutages(service: Service, site: string) {
  const events = Array.from({ length: 6 }, (_, i) => `${site}-prod-${i + 1} is down, a terrible disaster.`);
  for (const content of events) await feed(service, content);
  const { artifacts } = (await tick(service)).as(tickResponse);
  const alerts = artifacts.filter(({ type }) => type === "alert").map(({ content }) => content);
  return { alerts, named: events.map((one) => alerts.filter((alert) => alert.includes(`“${one}”`)).length) };
}

test("six critical events end in alerts that name them, unless the model says that its own is about one", async () => {
  const agent = await startAgent(model);
  const own = "Host 1 needs a hand.";
  const notes = [1, 2, 3, 4].map((i) => ({ type: "note", content: `Note ${i} of hosts.`, covers: [] }));
  const outages = async (site: string, artifacts: readonly object[]) => {
    const said = { summary: `Hosts of ${site}-prod fail.`, detail: `Hosts of ${site}-prod are down.` };
    const value = { ...said, ...{ basedOn: [1], remark: null, memories: [], sentiments: [], artifacts } };
    await setFaults(model, { kind: "fills", value });
    return await sixOutages(agent, site);
  };
  const covering = { type: "alert", content: own, covers: [1] };
  expect(await outages("nl", [covering])).toMatchObject({ named: [0, 1, 1, 1, 1, 1] });
  expect(await outages("de", [...notes, covering])).toMatchObject({ named: [0, 1, 1, 1, 1, 1] });
  const { alerts, named } = await outages("at", [{ type: "alert", content: own }]);
  expect(named).toEqual([1, 1, 1, 1, 1, 1]);
  expect(alerts[0]).toBe(own);
});

const found = z.object({
  results: z.array(
    z.object({
      memory: z.object({
        _id: z.string(),
        content: z.string(),
        confidence: z.number(),
        correctedBy: z.string().optional(),
      }),
      relevanceScore: z.number(),
    }),
  ),
});
const noted = z.object({ notes: z.array(z.object({ reply: z.string() })) });

describe.each([
  ["without embeddings", () => ({})],
  ["with embeddings", () => ({ EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: model.baseUrl })],
])("a correction %s", (_, env) => {
  let agent: Service;
  beforeAll(async () => {
    agent = await startAgent(model, { AUTONOMY: "off", ...env() });
  });

  const tell = async (said: object, memories: readonly object[]) => {
    if ("note" in said) await wake(agent, said);
    else await agent.post("/feed", said, { token: agent.tokens.write });
    const value = { basedOn: [1], remark: null, confidence: 0.9, artifacts: [], replies: [], memories };
    await setFaults(model, { kind: "fills", value });
    (await tick(agent)).as(tickResponse);
  };
  const fact = (content: string, corrects: number[] = []) => ({
    ...{ type: "semantic", content, importance: 0.7, basedOn: [1], corrects },
  });
  const search = async (question: string) =>
    (await agent.get(`/memories/search?q=${encodeURIComponent(question)}`)).as(found).results;

  test.each([
    {
      old: "The town library on Mill Street opens at 11 on weekdays.",
      now: "The town library on Mill Street opens at 10 on weekdays, not at 11.",
      note: "The library opens at 10, not 11.",
      question: "When does the town library open?",
      rumour: "It is reported that the town library on Mill Street opens at noon on weekdays.",
    },
    {
      old: "Die Stadtbücherei in der Mühlgasse öffnet werktags um 11 Uhr.",
      now: "Die Stadtbücherei in der Mühlgasse öffnet werktags um 10 Uhr, nicht um 11.",
      note: "Die Stadtbücherei öffnet um 10, nicht um 11.",
      question: "Wann öffnet die Stadtbücherei?",
      rumour: "Es heißt, die Stadtbücherei in der Mühlgasse öffnet werktags um 12 Uhr.",
    },
  ])("stands before what it corrects: $question", async ({ old, now, note, question, rumour }) => {
    await tell({ note: old }, [fact(old)]);
    expect((await search(question)).map(({ memory }) => memory.content)).toEqual([old]);
    // Four others come first in the answer, which has room for four.
    const others = [1, 2, 3, 4].map((i) => fact(`${note} It was said ${i} times, in room ${i}.`));
    await tell({ note }, [...others, fact(now, [1])]);
    const [first, ...rest] = (await search(question)).filter(({ memory }) =>
      [old, now].includes(memory.content),
    );
    expect(rest).toHaveLength(1);
    const [second] = rest;
    expect([first?.memory.content, second?.memory.content]).toEqual([now, old]);
    expect(second?.memory.correctedBy).toBe(first?.memory._id);
    expect(second?.memory.confidence).toBeLessThan(first?.memory.confidence ?? 0);
    expect(second?.relevanceScore).toBeLessThan(first?.relevanceScore ?? 0);

    // A feed contradicts what a person told, but does not correct it, whatever the model says.
    await model.forgetCalls();
    await tell({ type: "news", content: rumour }, [fact(rumour, [1, 2, 3])]);
    const [shown] = await model.calls({ route: "chat" });
    const after = (await search(question)).find(({ memory }) => memory.content === now)?.memory;
    expect(messagesOf(shown, "user")).toContain(now);
    expect(after).toEqual(first?.memory);

    await model.forgetCalls();
    await tell({ note: question }, []);
    const [asked] = await model.calls({ route: "chat" });
    const lines = (messagesOf(asked, "user").split("<memories>")[1] ?? "").split("\n");
    const at = (content: string) => lines.findIndex((line) => line.includes(JSON.stringify(content)));
    expect(at(now)).toBeGreaterThan(0);
    expect(at(old)).toBeGreaterThan(at(now));
    expect(lines[at(old)]).toContain('"corrected":true');
    expect(lines[at(now)]).not.toContain('"corrected"');
    // The model left the note unanswered, so that the journal replies.
    const [{ reply } = { reply: "" }] = (await agent.get("/notes?limit=1")).as(noted).notes;
    expect(reply).toContain(now);
    if (reply.includes(old)) expect(reply.indexOf(now)).toBeLessThan(reply.indexOf(old));
  });
});

/** Reflecting in the real service: by a model that may invent, without one, under an idempotency key, and automatically. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { modelServer } from "../support/model";
import type { Fault, ModelCall, ModelServer } from "../support/model-server";
import type { Answer } from "../support/request";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

const TYPES = ["emotional", "knowledge", "behavioral", "growth"] as const;

const reflected = z.strictObject({
  success: z.literal(true),
  reflection: z.strictObject({
    _id: z.string(),
    type: z.literal("reflection"),
    content: z.string().min(1),
    reflectionType: z.enum(TYPES),
    confidence: z.number().min(0).max(1),
    basedOn: z.array(z.string()),
  }),
});
const refused = z.strictObject({ success: z.literal(false), error: z.string(), code: z.string() });
const stored = z.object({ success: z.literal(true), memoryId: z.string() });
const page = z.object({
  memories: z.array(
    z.object({
      _id: z.string(),
      content: z.string(),
      reflectionType: z.enum(TYPES).optional(),
      basedOn: z.array(z.string()).optional(),
    }),
  ),
  total: z.number(),
});

let model: ModelServer;

beforeAll(async () => {
  model = await modelServer();
});
beforeEach(() => model.reset());

const startThinking = (env: Readonly<Record<string, string>> = {}): Promise<Service> =>
  startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl, ...env } });

const ask = (service: Service, body?: object, key?: string): Promise<Answer> =>
  service.post("/memories/reflect", body, {
    token: service.tokens.tick,
    headers: key === undefined ? {} : { "Idempotency-Key": key },
  });

const reflect = async (service: Service, body?: object, key?: string) =>
  (await ask(service, body, key)).as(reflected).reflection;

async function store(service: Service, type: string, content: string, importance?: number): Promise<string> {
  const body = { type, content, ...(importance === undefined ? {} : { importance }) };
  return (await service.post("/memories/store", body, { token: service.tokens.write })).as(stored).memoryId;
}

const reflections = async (service: Service) =>
  (await service.get("/memories?type=reflection&limit=100")).as(page);

/** Four memories of a harbour, in the order of storing. */
async function harbour(service: Service): Promise<string[]> {
  const ids: string[] = [];
  for (const [type, content] of [
    ["episodic", "The ferry Aurora broke down off Havnby."],
    ["semantic", "The pier is open to visitors."],
    ["emotional", "Ben is furious that the ferry is still missing."],
    ["semantic", "The pier is closed to visitors."],
  ] as const) {
    ids.push(await store(service, type, content));
  }
  return ids;
}

/** The message sent to the model. */
function told(call: ModelCall | undefined): string {
  const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
  const { messages } = body.parse(JSON.parse(call?.text ?? "{}"));
  return messages.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n");
}

const says = (
  value: object,
  scope: { readonly times?: number; readonly containing?: string } = {},
): Fault => ({
  kind: "fills",
  value,
  ...scope,
});

describe("a reflection by a model", () => {
  let agent: Service;
  let ids: string[];

  beforeAll(async () => {
    agent = await startThinking();
  });

  test("does not call the model without evidence", async () => {
    expect(await reflect(agent)).toMatchObject({ basedOn: [], confidence: 0 });
    expect(await model.calls({ route: "chat" })).toEqual([]);
    ids = await harbour(agent);
  });

  test("cites memories of the prompt, and is stored as a memory", async () => {
    await model.set([
      says({ content: "In Havnby all hangs on the Aurora.", confidence: 0.9, cites: [1, 3] }),
    ]);
    const reflection = await reflect(agent, { type: "emotional", depth: "deep" });
    expect(reflection).toMatchObject({
      content: "In Havnby all hangs on the Aurora.",
      reflectionType: "emotional",
      basedOn: [ids[0], ids[2]],
    });
    // Two witnesses bear three quarters of it.
    expect(reflection.confidence).toBeCloseTo(0.9 * 0.75);
    expect((await reflections(agent)).memories[0]).toMatchObject({
      _id: reflection._id,
      reflectionType: "emotional",
      basedOn: reflection.basedOn,
    });
    const [call] = await model.calls({ route: "chat" });
    for (const id of ids) expect(call?.text).not.toContain(id);
  });

  test("never has earlier reflections as evidence", async () => {
    await model.set([says({ content: "Zither music would help.", confidence: 1, cites: [1] })]);
    const own = await reflect(agent, { type: "behavioral" });
    await reflect(agent, { type: "behavioral", focus: "zither music and the ferry Aurora" });
    const user = told((await model.calls({ route: "chat" })).at(-1));
    expect(user.split("<evidence>")[1]).not.toContain("Zither");
    expect(user.split("<evidence>")[0]).toContain("Zither");
    expect(own.basedOn).toHaveLength(1);
  });

  test.each([
    ["names a number that was not shown", { content: "All hangs on the ferry.", confidence: 1, cites: [99] }],
    ["rests on nothing", { content: "All hangs on the ferry.", confidence: 1, cites: [] }],
  ])("that %s is repaired once, then refused, and nothing is stored", async (how, lie) => {
    const before = await reflections(agent);
    await model.set([says(lie)]);
    const answer = await ask(agent, { type: "growth" });
    expect(answer.status).toBe(502);
    expect(answer.as(refused).code).toBe("INTERNAL_ERROR");
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    expect(await reflections(agent)).toEqual(before);

    await model.reset();
    const truth = { content: `The ferry matters to all, whoever ${how}.`, confidence: 1, cites: [1] };
    await model.set([says(lie, { times: 1 }), says(truth)]);
    expect((await reflect(agent, { type: "growth" })).content).toBe(truth.content);
  });

  test("that invents a quotation is repaired once, then stored with lower confidence", async () => {
    const lie = {
      content: "The captain said “I have lost all of my passengers”.",
      confidence: 1,
      cites: [1],
    };
    const truth = { content: "The ferry, once more, matters to all.", confidence: 1, cites: [1] };
    await model.set([says(lie, { times: 1 }), says(truth)]);
    const repaired = await reflect(agent, { type: "growth", focus: "the ferry" });
    expect(repaired.content).toBe(truth.content);
    await model.set([says(lie)]);
    const kept = await reflect(agent, { type: "growth", focus: "ferry" });
    expect(kept.content).toBe(lie.content);
    expect(kept.confidence).toBeLessThan(repaired.confidence);
  });

  test("fails with the provider, and releases the idempotency key", async () => {
    const before = await reflections(agent);
    await model.set([{ kind: "status", status: 401 }]);
    expect((await ask(agent, {}, "one")).status).toBe(502);
    expect(await reflections(agent)).toEqual(before);
    await model.reset();
    const first = await reflect(agent, {}, "one");
    expect(await reflect(agent, {}, "one")).toEqual(first);
    expect(await model.calls({ route: "chat" })).toHaveLength(1);
  });

  test("that follows the schema is accepted", async () => {
    for (const type of TYPES) await reflect(agent, { type, focus: "the ferry" });
    expect(await model.calls({ route: "chat" })).toHaveLength(TYPES.length);
  });

  test("finds evidence on the focus by meaning", async () => {
    const env = { EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: model.baseUrl };
    const service = await startThinking(env);
    await harbour(service);
    await reflect(service, { focus: "the furious Ben" });
    const [call] = await model.calls({ route: "chat" });
    expect(told(call).split("<evidence>")[1]).toContain("Ben is furious");
  });
});

describe("a reflection without a model", () => {
  test("quotes its evidence, and is the same for the same evidence", async () => {
    const agent = await startService();
    const ids = await harbour(agent);
    const reflection = await reflect(agent, { type: "growth" });
    expect(reflection.content).toMatch(/“[^”]*closed[^”]*” \(\d{1,2} \w+ \d{4}\)/u);
    expect(reflection.basedOn).toEqual(expect.arrayContaining([ids[1], ids[3]]));
    expect((await reflect(agent, { type: "growth" }))._id).toBe(reflection._id);
    expect((await reflections(agent)).total).toBe(1);
  });
});

describe("an autonomous agent", () => {
  test("reflects after a tick, once enough has been stored", async () => {
    const agent = await startThinking({ AUTONOMY: "on" });
    const onlyTicks = { containing: "usedMemories" };
    await model.set([says({ basedOn: [], memories: [], usedMemories: [] }, onlyTicks)]);
    for (let i = 0; i < 6; i++) await store(agent, "semantic", `Plank number ${i} of the pier is loose.`, 1);
    await until(
      "a tick",
      async () => (await agent.post("/tick", {}, { token: agent.tokens.tick })).status === 200,
    );
    await until("a reflection", async () => (await reflections(agent)).total > 0);
    expect((await reflections(agent)).total).toBe(1);
  });
});

/** The model's status in GET /health, for all kinds of callers of the model. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { answer as goodAnswer } from "./mind/answers";
import { modelServer } from "./support/model";
import type { Fault, ModelServer } from "./support/model-server";
import type { Answer } from "./support/request";
import type { Service } from "./support/service";
import { until } from "./support/until";
import {
  resetModel,
  healthOf,
  setFaults,
  errorResponse,
  KEY,
  MODEL,
  startAgent,
  tick,
  tickResponse,
} from "./support/tickHelpers";

const DOWN: Fault = { kind: "status", status: 401 };
const SEEDS = ["The ferry was late.", "The ferry was full."].map((content) => ({ content, importance: 0.8 }));

let model: ModelServer;
let agent: Service;

beforeAll(async () => {
  model = await modelServer();
  agent = await startAgent(model);
});
beforeEach(() => resetModel(model));

const think = (): Promise<Answer> =>
  agent.post("/consciousness/process", { seeds: SEEDS }, { token: agent.tokens.tick });

async function store(content: string): Promise<string> {
  const body = { type: "episodic", content };
  const stored = await agent.post("/memories/store", body, { token: agent.tokens.write });
  return (stored.json as { memoryId: string }).memoryId;
}

const fail = {
  "a thought": async () => expect((await think()).as(errorResponse).code).toBe("INTERNAL_ERROR"),
  "a reflection": async () => {
    await store("Mara painted the door of the boathouse.");
    const answer = await agent.post("/memories/reflect", {}, { token: agent.tokens.tick });
    expect(answer.status).toBe(502);
  },
  "a look at links": async () => {
    await store("Jonas planted the old apple tree behind the school.");
    const memoryId = await store("The old apple tree behind the school, that Jonas planted, bloomed.");
    const answer = await agent.post("/memories/link", { memoryId }, { token: agent.tokens.write });
    expect(answer.status).toBe(200);
  },
};

test.each(Object.entries(fail))(
  "a model that fails at %s is not ok until it answers again",
  async (_, work) => {
    await setFaults(model, DOWN);
    await work();
    const sick = await healthOf(agent);
    expect(sick).toMatchObject({
      status: "degraded",
      checks: { model: "the key was refused (401): check LLM_API_KEY", tick: "ok" },
    });

    await resetModel(model);
    expect((await think()).status).toBe(200);
    expect(await healthOf(agent)).toMatchObject({ status: "ok", checks: { model: "ok" } });
  },
);

test("a successful thought clears the failure of a tick", async () => {
  await setFaults(model, DOWN);
  (await tick(agent)).as(errorResponse);
  await resetModel(model);
  expect((await think()).status).toBe(200);
  const { checks } = await healthOf(agent);
  expect(checks).toMatchObject({
    model: "ok",
    tick: "the last tick failed: the key was refused (401): check LLM_API_KEY",
  });
  (await tick(agent)).as(tickResponse);
});

test("an answer that breaks a rule of the prompt does not count as a provider failure", async () => {
  await store("Ines found a green umbrella at the market.");
  await setFaults(model, {
    kind: "fills",
    value: { content: "Ines found a green umbrella.", cites: [] },
  });
  const answer = await agent.post("/memories/reflect", {}, { token: agent.tokens.tick });
  expect(answer.status).toBe(502);
  expect((await healthOf(agent)).checks.model).toBe("ok");
});

describe("the configured model", () => {
  const asTick = () => ({ token: agent.tokens.tick });

  test("is named by the settings, without a key, to the tick token alone", async () => {
    const { json, text } = await agent.get("/settings", asTick());
    expect(json).toMatchObject({ model: { name: MODEL, baseUrl: model.baseUrl }, agentName: "Anima" });
    expect(json).not.toHaveProperty("embedding");
    expect(text).not.toContain(KEY);
    expect((await agent.get("/settings")).status).toBe(401);
  });

  test("is tried, and the calls are counted", async () => {
    const replies = [{ note: 1, text: "In locker 417, says Mara." }];
    await setFaults(model, { kind: "answers", value: { ...goodAnswer, replies } });
    const { json } = await agent.post("/setup/try", { role: "model" }, asTick());
    expect(json).toMatchObject({ success: true, settings: [] });
    expect(findingsIn(json)).toContain("answers a note from memory");
    const { days } = (await agent.get("/usage")).as(z.object({ days: z.array(z.looseObject({})) }));
    expect(days[0]).toMatchObject({ purposes: { probe: { calls: expect.any(Number) } } });
  });

  test("is none where none is set, which is told and no error", async () => {
    const { json } = await agent.post("/setup/try", { role: "embedding" }, asTick());
    expect(findingsIn(json)).toEqual(["none: search and duplicates go by words"]);
  });

  test("is looked for at fixed ports only, and nothing else can be named", async () => {
    const { json } = await agent.post("/setup/probe", {}, asTick());
    expect(json).toMatchObject({ success: true, local: true, servers: expect.any(Array) });
    for (const [body, fault] of [
      [{ role: "model", baseUrl: "http://10.0.0.1/v1" }, "baseUrl"],
      [{ role: "model", server: "http://10.0.0.1" }, "server"],
      [{ role: "model", model: "m" }, "server"],
      [{ role: "speech" }, "role"],
    ] as const) {
      const answer = await agent.post("/setup/try", body, asTick());
      expect(answer.status).toBe(400);
      expect(answer.as(errorResponse).error).toContain(fault);
    }
  });
});

function findingsIn(answer: unknown): string[] {
  return z
    .object({ findings: z.array(z.object({ text: z.string() })) })
    .parse(answer)
    .findings.map(({ text }) => text);
}

test("a restart clears the status, because the key or the model may have changed", async () => {
  await setFaults(model, DOWN);
  expect((await think()).status).toBe(502);
  expect((await healthOf(agent)).checks.model).not.toBe("ok");
  await agent.stop();
  await agent.restart();
  expect((await healthOf(agent)).checks.model).toBe("ok");
});

test("an answer with additional fields is accepted at once", async () => {
  await setFaults(model, { kind: "fills", value: { basedOn: [], reasoning: "All is calm.", score: null } });
  (await tick(agent)).as(tickResponse);
  expect(await model.calls({ route: "chat" })).toHaveLength(1);
});

test("a tick without news probes a model that failed", async () => {
  const autonomous = await startAgent(model, { AUTONOMY: "on" });
  await until("the first tick", async () => (await healthOf(autonomous)).tickCount === 1);
  await setFaults(model, DOWN);
  (await tick(autonomous)).as(errorResponse);
  expect((await healthOf(autonomous)).checks.model).toBe("the key was refused (401): check LLM_API_KEY");
  await resetModel(model);
  // It ticks at its start, without anything to ask the model.
  await autonomous.kill();
  await autonomous.restart();
  await until("a look at the model", async () => (await healthOf(autonomous)).status === "ok");
  expect(await healthOf(autonomous)).toMatchObject({ status: "ok", checks: { model: "ok", tick: "ok" } });
});

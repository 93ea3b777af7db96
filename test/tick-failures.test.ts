/** Ticks of the real service with a model that fails or gives flawed answers. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import type { Service } from "./support/service";
import {
  KEY,
  resetModel,
  feed,
  healthOf,
  setFaults,
  errorResponse,
  startAgent,
  tick,
  tickResponse,
} from "./support/tickHelpers";

let model: ModelServer;
let agent: Service;

beforeAll(async () => {
  model = await modelServer();
  agent = await startAgent(model);
});
beforeEach(() => resetModel(model));

describe("a model with flawed answers", () => {
  test("corrects its answer when told the problems", async () => {
    await setFaults(model, { kind: "fills", value: { mood: "grumpy", basedOn: [] }, times: 1 });
    (await tick(agent)).as(tickResponse);
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    expect((await healthOf(agent)).checks.model).toBe("ok");
  });

  test("may exceed every bound: values are clamped, texts are cut, and references to nothing shown are dropped", async () => {
    const memory = { type: "semantic", content: "x".repeat(683), importance: 1.5, basedOn: [0, 7] };
    const summary = `${"The buoys are counted this evening. ".repeat(9)}All is well.`;
    const slips = {
      ...{ summary, detail: "It was a tick of buoys.", remark: null, artifacts: [] },
      ...{ valence: -3, arousal: 1e9, curiosity: 1.4, confidence: 7 },
      basedOn: [0, 1.5],
      usedPassages: [2],
      memories: Array.from({ length: 5 }, () => memory),
    };
    await setFaults(model, { kind: "fills", value: slips });
    const done = (await tick(agent)).as(tickResponse);
    expect(summary.startsWith(done.summary)).toBe(true);
    expect(done.summary.length).toBeLessThanOrEqual(280);
    expect(await model.calls({ route: "chat" })).toHaveLength(1);
  });

  test("is replaced by the journal if it repeats the last tick's summary after a retry", async () => {
    const { summary } = (await tick(agent)).as(tickResponse);
    await model.forgetCalls();
    await setFaults(model, { kind: "fills", value: { summary: ` ${summary.toUpperCase()}! `, basedOn: [] } });
    const done = (await tick(agent)).as(tickResponse);
    expect(await model.calls({ route: "chat" })).toHaveLength(2);
    expect(done.summary.toLowerCase()).not.toContain(summary.toLowerCase());
    expect(await healthOf(agent)).toMatchObject({ status: "ok", checks: { model: "ok", tick: "ok" } });
  });

  test("is retried after a temporary error", async () => {
    await setFaults(model, { kind: "status", status: 503, headers: { "retry-after": "0" }, times: 2 });
    (await tick(agent)).as(tickResponse);
    expect(await model.calls({ route: "chat" })).toHaveLength(3);
  });

  test("may support only JSON mode", async () => {
    const service = await startAgent(model, { LLM_MODEL: "json-mode-model" });
    await setFaults(model, { kind: "refuse-format", formats: ["json_schema"] });
    (await tick(service)).as(tickResponse);
    (await tick(service)).as(tickResponse);
    const format = z.object({ response_format: z.object({ type: z.string() }) });
    const calls = await model.calls({ route: "chat" });
    const asked = calls.map((call) => format.parse(JSON.parse(call.text)).response_format.type);
    expect(asked.slice(0, 2)).toEqual(["json_schema", "json_object"]);
    expect(asked.at(-1)).toBe("json_object");
  });
});

// After the others, because the known formats of a model persist.
describe("a model that fails", () => {
  test.each([
    ["answers 500", { kind: "status", status: 500 }, /provider answered 500/],
    ["refuses the key", { kind: "status", status: 401 }, /key was refused \(401\)/],
    ["breaks the connection", { kind: "hang-up" }, /could not be reached/],
    ["cuts its answers short", { kind: "truncated" }, /not JSON/],
    ["talks nonsense twice", { kind: "says", text: "Lorem ipsum." }, /unusable/],
    ["answers another question twice", { kind: "wrong-schema" }, /unusable/],
    ["refuses to answer", { kind: "refusal" }, /unusable/],
  ] as const)(
    "%s: the tick only records its failure, and the next one takes up its events",
    async (how, fault, reason) => {
      const service = agent;
      const news = `A buoy broke loose when the model ${how}.`;
      await feed(service, news);
      const before = await snapshot(service);
      await setFaults(model, fault);

      const answer = await tick(service);
      expect(answer.status).toBe(502);
      const failure = answer.as(errorResponse);
      expect(failure.code).toBe("INTERNAL_ERROR");
      expect(failure.error).toContain(String(answer.headers["x-request-id"]));
      expect(answer.text).not.toContain(KEY);

      expect(await snapshot(service)).toEqual(before);
      const sick = await healthOf(service);
      expect(sick.status).toBe("degraded");
      expect(sick.checks.model).toMatch(reason);
      expect(sick.checks.tick).toMatch(/failed/);
      expect(sick.checks.lock).toBe("ok");

      await resetModel(model);
      (await tick(service)).as(tickResponse);
      expect((await model.calls({ route: "chat" }))[0]?.text).toContain(news);
      expect(await healthOf(service)).toMatchObject({ status: "ok", checks: { model: "ok", tick: "ok" } });
    },
  );

  async function snapshot(service: Service): Promise<unknown> {
    const paths = ["/logs", "/artifacts", "/state", "/memories"];
    const answers = await Promise.all(paths.map((path) => service.get(path)));
    const { tickCount, lastTick } = await healthOf(service);
    return [...answers.map((answer) => answer.json), tickCount, lastTick];
  }
});

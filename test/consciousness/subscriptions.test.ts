/** Live queries of thoughts, and their durability. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { api } from "../../convex/_generated/api.js";
import { newClient, watch } from "../support/convexClient";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";

let model: ModelServer;
/** Without a model. */
let service: Service;
beforeAll(async () => {
  model = await modelServer();
  service = await startService();
});

const made = z.object({ thought: z.object({ _id: z.string(), isBrilliant: z.boolean() }) });
const page = z.object({
  thoughts: z.array(z.object({ _id: z.string(), timestamp: z.number() })),
  total: z.number(),
});
const memories = z.object({ total: z.number() });

const body = (i: number) => ({
  seeds: [
    { content: `A storm number ${i} closed the harbour of Kiel.`, importance: 0.8 },
    { content: `Prices for fish in Kiel rose ${i} times.`, importance: 0.8 },
    { content: `Maria paints boat ${i} in Kiel.`, importance: 0.8 },
  ],
});

const think = (service: Service, i: number, key?: string) =>
  service.post("/consciousness/process", body(i), {
    token: service.tokens.tick,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });

test("a subscriber sees every new thought once, in order", async () => {
  const recent = watch(newClient(service.url), api.consciousness.recentThoughts, { limit: 20 });
  const brilliant = watch(newClient(service.url), api.consciousness.brilliantMoments, { limit: 20 });
  await recent.until((thoughts) => thoughts.length === 0);
  const ids: string[] = [];
  let brilliantCount = 0;
  for (let i = 0; i < 8; i++) {
    const { thought } = (await think(service, i)).as(made);
    ids.unshift(thought._id);
    brilliantCount += thought.isBrilliant ? 1 : 0;
    await recent.until((thoughts) => thoughts[0]?._id === thought._id);
  }
  expect(recent.values.map((thoughts) => thoughts.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(recent.values.at(-1)?.map(({ _id }) => _id)).toEqual(ids);
  const moments = await brilliant.until((thoughts) => thoughts.length === brilliantCount);
  expect(moments.every(({ isBrilliant, brillianceFactors }) => isBrilliant && brillianceFactors)).toBe(true);
});

test("concurrent thoughts have unique timestamps", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => think(service, 100 + i)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { thoughts } = (await service.get("/consciousness/thoughts?limit=100")).as(page);
  const moments = thoughts.map(({ timestamp }) => timestamp);
  expect(moments.length).toBeGreaterThanOrEqual(12);
  expect(new Set(moments).size).toBe(moments.length);
  expect(moments).toEqual([...moments].sort((a, b) => b - a));
});

test("a crash while the model is asked writes nothing, and a retry with the key thinks once", async () => {
  const service = await startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
  const content = "Weather sets what everybody here earns.";
  await model.set([{ kind: "answers", value: { content, tone: "curious", confidence: 0.9, claims: [] } }]);
  await model.hold();
  const cut = think(service, 1, "once").catch(() => null);
  await model.seen(1, { route: "chat" });
  await service.kill();
  await model.release();
  expect(await cut).toBeNull();
  await service.restart();
  expect((await service.get("/consciousness/thoughts")).as(page).total).toBe(0);
  const first = await think(service, 1, "once");
  const { thought } = first.as(made);
  expect(thought.isBrilliant).toBe(true);
  await service.kill();
  await service.restart();
  // The answered thought survives once, with its memory, and the key still returns it.
  expect((await think(service, 1, "once")).json).toEqual(first.json);
  const { thoughts, total } = (await service.get("/consciousness/thoughts")).as(page);
  expect([thoughts.map(({ _id }) => _id), total]).toEqual([[thought._id], 1]);
  expect((await service.get("/memories")).as(memories).total).toBe(1);
});

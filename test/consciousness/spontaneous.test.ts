/** Spontaneous thoughts in the real service: after a tick, and after a crash. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { readTable } from "../support/database";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService } from "../support/service";
import { until } from "../support/until";

let model: ModelServer;
beforeAll(async () => {
  model = await modelServer();
});

const page = z.object({ total: z.number() });
const row = z.object({ job: z.string(), expiresAt: z.number() });
/** Only the prompt of a thought has this section. */
const THOUGHT = { route: "chat", containing: "<seeds>" } as const;

const MEMORIES = [
  "A storm closed the harbour of Kiel for two days.",
  "Prices for fish in Kiel rose by 12 percent this week.",
  "Maria wants to repaint her boat in Kiel before the winter.",
];

async function serviceWithMemories() {
  const service = await startService({
    env: { AUTONOMY: "on", LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl },
  });
  for (const content of MEMORIES) {
    const memory = { type: "semantic", content, importance: 0.9 };
    await service.post("/memories/store", memory, { token: service.tokens.write });
  }
  const total = async () => (await service.get("/consciousness/thoughts")).as(page).total;
  const tick = () => service.post("/tick", undefined, { token: service.tokens.tick });
  return { service, total, tick };
}

const answer = { content: "Weather sets what we earn.", tone: "curious", confidence: 0.9, claims: [] };

test("a thought interrupted by a crash is lost, and its lease is free at once", async () => {
  await model.set([
    { kind: "delay", ms: 60_000, containing: "<seeds>" },
    { kind: "answers", value: answer, containing: "<seeds>" },
    { kind: "fills", value: { basedOn: [], memories: [], usedMemories: [] } },
  ]);
  const { service, total, tick } = await serviceWithMemories();
  await until("a tick", async () => (await tick()).status === 200);
  await model.seen(1, THOUGHT);
  await service.kill();
  await service.restart();
  await until("a tick", async () => (await tick()).status === 200);
  expect(await total()).toBe(0);
  expect(await model.calls(THOUGHT)).toHaveLength(1);
  await service.stop();
  const leases = readTable(service.dataDir, "leases", row);
  expect(leases.find(({ job }) => job === "thoughts")?.expiresAt).toBe(0);
});

test("a thought follows the tick, and later ticks do not repeat it", async () => {
  await model.reset();
  await model.set([
    { kind: "answers", value: answer, containing: "<seeds>" },
    { kind: "fills", value: { basedOn: [], memories: [], usedMemories: [] } },
  ]);
  const { total, tick } = await serviceWithMemories();
  await until("a tick", async () => (await tick()).status === 200);
  await until("the thought", async () => (await total()) === 1);
  for (let i = 0; i < 3; i++) await tick();
  expect(await total()).toBe(1);
  expect(await model.calls(THOUGHT)).toHaveLength(1);
});

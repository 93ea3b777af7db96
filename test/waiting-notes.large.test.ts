/** Notes of several people at once: each is answered by a tick of its own, and none waits for the schedule. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { modelServer } from "./support/model";
import type { Fault, ModelServer } from "./support/model-server";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const PEOPLE = Array.from({ length: 10 }, (_, i) => `person ${i}`);
const REPLY = "The ferry leaves at nine.";
const ANSWERS: Fault = {
  kind: "fills",
  value: { replies: [{ note: 1, text: REPLY }], memories: [] },
};

const woken = z.object({ noteId: z.string(), tickTriggered: z.boolean(), reply: z.string().optional() });
const counted = z.object({ total: z.number() });
const ticks = z.object({
  ticks: z.array(
    z.object({ trigger: z.string(), outcome: z.string(), counts: z.object({ replies: z.number() }) }),
  ),
});

let model: ModelServer;
beforeAll(async () => {
  model = await modelServer();
});
beforeEach(async () => {
  await model.reset();
  await model.set([ANSWERS]);
});

const started = (autonomy: "on" | "off") =>
  startService({ env: { AUTONOMY: autonomy, LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
const wake = async (service: Service, scope: string, more: object = {}) =>
  (
    await service.post(
      "/wake",
      { scope, note: "When does the ferry leave?", ...more },
      { token: service.tokens.write },
    )
  ).as(woken);
const waiting = async (service: Service) =>
  (await service.get("/notes?scope=*&status=pending")).as(counted).total;
const repliesOf = async (service: Service) =>
  (await service.get("/ticks?limit=100"))
    .as(ticks)
    .ticks.filter(({ outcome }) => outcome === "succeeded")
    .map(({ trigger, counts }) => ({ trigger, replies: counts.replies }))
    .filter(({ replies }) => replies > 0);

test("ten people who ask for a tick at the same time are all answered by it and those that follow", async () => {
  const service = await started("off");
  await model.hold();
  const asked = PEOPLE.map((scope) => wake(service, scope, { triggerTick: true, wait: 60 }));
  await until("all notes", async () => (await waiting(service)) === PEOPLE.length);
  await model.release();
  const answers = await Promise.all(asked);
  expect(answers.map(({ reply }) => reply)).toEqual(PEOPLE.map(() => REPLY));
  expect(answers.filter(({ tickTriggered }) => tickTriggered)).toHaveLength(1);
  expect(await repliesOf(service)).toEqual(PEOPLE.map(() => ({ trigger: "wake", replies: 1 })));
});

describe("notes that wait for the next tick", () => {
  test("are all answered when it comes, also if one scope has sent many events before", async () => {
    const service = await started("on");
    await until("the first tick", async () => (await service.get("/ticks")).as(counted).total > 0);
    for (let i = 0; i < 10; i++)
      await service.post(
        "/feed",
        { scope: "loud", type: "custom", content: `Event ${i}.` },
        { token: service.tokens.write },
      );
    for (const scope of PEOPLE) await wake(service, scope);
    await until("a tick", async () => {
      const { status } = await service.post("/tick", undefined, { token: service.tokens.tick });
      return status === 200;
    });
    await until("all replies", async () => (await waiting(service)) === 0);
    const replied = await repliesOf(service);
    expect(replied).toHaveLength(PEOPLE.length);
    expect(replied.filter(({ trigger }) => trigger === "backlog").length).toBeGreaterThanOrEqual(
      PEOPLE.length - 1,
    );
  });

  test("get one tick each that somebody asks for while autonomy is off", async () => {
    const service = await started("off");
    for (const scope of PEOPLE.slice(0, 2)) await wake(service, scope);
    await service.post("/tick", undefined, { token: service.tokens.tick });
    expect(await waiting(service)).toBe(1);
  });
});

test("a service that is killed in between answers each note once after its restart", async () => {
  const service = await started("on");
  await until("the first tick", async () => (await service.get("/ticks")).as(counted).total > 0);
  // So slow that the service is killed before it has answered all.
  await model.set([{ kind: "delay", ms: 500 }, ANSWERS]);
  await Promise.all(PEOPLE.map((scope) => wake(service, scope, { triggerTick: true })));
  await until("a reply", async () => (await waiting(service)) < PEOPLE.length);
  expect(await waiting(service)).toBeGreaterThan(0);
  await service.kill();
  await model.set([ANSWERS]);
  await service.restart();
  await until("all replies", async () => (await waiting(service)) === 0);
  expect((await repliesOf(service)).map(({ replies }) => replies)).toEqual(PEOPLE.map(() => 1));
});

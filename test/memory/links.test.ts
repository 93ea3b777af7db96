/** Linking memories in the real service: detected, refined by a model, created by hand, read from both ends. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

const facts = {
  type: z.enum(["caused_by", "related_to", "elaborates", "contradicts"]),
  strength: z.number().min(0).max(1),
  confidence: z.number().min(0).max(1),
};
const link = z.strictObject({ targetId: z.string(), ...facts });
const made = z.strictObject({
  success: z.literal(true),
  linksCreated: z.array(link),
  totalLinks: z.number(),
});
const linked = z.strictObject({
  memory: z.looseObject({
    _id: z.string(),
    content: z.string(),
    confidence: z.number(),
    lastAccessedAt: z.number(),
  }),
  links: z.array(link),
  backlinks: z.array(z.strictObject({ sourceId: z.string(), ...facts })),
});
const stored = z.object({ memoryId: z.string() });
const stats = z.object({ links: z.number(), total: z.number() });

async function store(service: Service, content: string): Promise<string> {
  const token = service.tokens.write;
  const answer = await service.post("/memories/store", { type: "semantic", content }, { token });
  return answer.as(stored).memoryId;
}
const post = (service: Service, body: object, headers: Record<string, string> = {}) =>
  service.post("/memories/link", body, { token: service.tokens.write, headers });
const make = async (service: Service, body: object, headers?: Record<string, string>) =>
  (await post(service, body, headers)).as(made);
const read = async (service: Service, id: string) =>
  (await service.get(`/memories/linked?id=${id}`)).as(linked);

const EARLIER = "The payment gateway failed at noon.";
const LATER = "The launch of the shop was delayed because the payment gateway failed.";

describe("keyless", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });

  test("links are detected, created once, counted, and read from both ends", async () => {
    const [earlier, later] = [await store(service, EARLIER), await store(service, LATER)];
    await store(service, "I planted tomatoes behind the shed.");
    const first = await make(service, { memoryId: later });
    expect(first).toMatchObject({ linksCreated: [{ targetId: earlier, type: "related_to" }], totalLinks: 1 });
    expect(await make(service, { memoryId: later, autoDetect: true })).toMatchObject({
      linksCreated: [],
      totalLinks: 1,
    });
    expect((await service.get("/memories/stats")).as(stats).links).toBe(1);
    expect((await read(service, later)).links).toEqual(first.linksCreated);
    const { targetId: _target, ...rest } = first.linksCreated[0] ?? { targetId: "" };
    expect((await read(service, earlier)).backlinks).toEqual([{ sourceId: later, ...rest }]);
  });

  test("links are created by hand, with strength and confidence 0.5 by default", async () => {
    const [a, b] = [await store(service, "A kettle."), await store(service, "A whistle.")];
    const byHand = { memoryId: a, autoDetect: false, targetId: b, type: "elaborates" };
    const expected = { targetId: b, type: "elaborates", strength: 0.5, confidence: 0.5 };
    expect((await make(service, byHand)).linksCreated).toEqual([expected]);
    expect(await make(service, { ...byHand, strength: 1 })).toMatchObject({
      linksCreated: [],
      totalLinks: 1,
    });
    expect((await read(service, a)).links).toEqual([expected]);
  });

  test("a contradiction lowers the older memory's confidence once", async () => {
    const [older, newer] = [await store(service, "The mill is open."), await store(service, "It is shut.")];
    const body = { memoryId: newer, autoDetect: false, targetId: older, type: "contradicts", confidence: 1 };
    await make(service, body);
    await make(service, { ...body, memoryId: older, targetId: newer });
    expect((await read(service, older)).memory.confidence).toBe(0.4);
    expect((await read(service, newer)).memory.confidence).toBe(0.8);
  });

  test("reading does not count as recall", async () => {
    const id = await store(service, "A quiet memory.");
    const before = (await read(service, id)).memory;
    expect((await read(service, id)).memory).toEqual(before);
  });

  test("an invalid request is refused and writes nothing", async () => {
    const [a, b] = [await store(service, "Left."), await store(service, "Right.")];
    const before = (await service.get("/memories/stats")).as(stats).links;
    const hand = { memoryId: a, autoDetect: false, targetId: b, type: "related_to" };
    const { type: _type, ...untyped } = hand;
    const { targetId: _target, ...aimless } = hand;
    const wrong: [object, number][] = [
      [{}, 400],
      [{ memoryId: a, targetId: b }, 400],
      [{ memoryId: a, autoDetect: true, type: "related_to" }, 400],
      [{ memoryId: a, strength: 0.5 }, 400],
      [{ memoryId: a, confidence: 0.5 }, 400],
      [untyped, 400],
      [aimless, 400],
      [{ ...hand, targetId: a }, 400],
      [{ ...hand, type: "likes" }, 400],
      [{ ...hand, strength: 1.5 }, 400],
      [{ ...hand, autoDetect: "no" }, 400],
      [{ memoryId: "nobody" }, 404],
      [{ ...hand, memoryId: "nobody" }, 404],
      [{ ...hand, targetId: "nobody" }, 404],
    ];
    for (const [body, status] of wrong)
      expect([JSON.stringify(body), (await post(service, body)).status]).toEqual([
        JSON.stringify(body),
        status,
      ]);
    expect((await service.post("/memories/link", hand)).status).toBe(401);
    expect((await service.get("/memories/stats")).as(stats).links).toBe(before);
  });

  test("an id of no memory is not found", async () => {
    expect((await service.get("/memories/linked?id=nobody")).status).toBe(404);
    expect((await service.get("/memories/linked")).status).toBe(400);
    expect((await service.get("/memories/linked?id=")).status).toBe(404);
    const event = { type: "news", content: "The pier is closed." };
    const fed = await service.post("/feed", event, { token: service.tokens.write });
    const { feedId } = fed.as(z.object({ feedId: z.string() }));
    expect((await service.get(`/memories/linked?id=${feedId}`)).json).toMatchObject({
      error: `no memory has the id "${feedId}"`,
    });
  });

  test("an Idempotency-Key repeats the first answer", async () => {
    const [a, b] = [await store(service, "North gate."), await store(service, "South pier.")];
    const hand = { memoryId: a, autoDetect: false, targetId: b, type: "related_to" };
    const key = { "Idempotency-Key": "gate" };
    const first = await make(service, hand, key);
    expect(first.linksCreated).toHaveLength(1);
    expect(await make(service, hand, key)).toEqual(first);
    expect((await post(service, { ...hand, strength: 1 }, key)).status).toBe(422);
    // A refusal does not use the key up.
    const refused = { "Idempotency-Key": "refused" };
    expect((await post(service, { memoryId: "nobody" }, refused)).status).toBe(404);
    expect((await make(service, { ...hand, type: "elaborates" }, refused)).linksCreated).toHaveLength(1);
  });
});

describe("with a model", () => {
  let provider: ModelServer;
  let service: Service;
  beforeAll(async () => {
    provider = await modelServer();
    service = await startService({
      env: {
        LLM_API_KEY: "any",
        LLM_BASE_URL: provider.baseUrl,
        LLM_MODEL: "stub",
        EMBEDDING_API_KEY: "any",
        EMBEDDING_BASE_URL: provider.baseUrl,
        EMBEDDING_MODEL: "stub",
      },
    });
  });
  beforeEach(() => provider.reset());

  test("it drops links and changes their types, and is not asked about existing links", async () => {
    const words = ["keeps", "dropped"];
    const ids = [];
    for (const word of words) ids.push(await store(service, `The lighthouse keeper ${word} the brass lamp.`));
    const source = await store(service, "The lighthouse keeper polished the brass lamp.");
    await provider.set([
      {
        on: "chat",
        kind: "answers",
        value: { links: [{ number: 1, type: "elaborates", confidence: 0.9 }] },
      },
    ]);
    const { linksCreated } = await make(service, { memoryId: source });
    expect(linksCreated).toMatchObject([{ type: "elaborates", confidence: 0.9 }]);
    expect(ids).toContain(linksCreated[0]?.targetId);
    const [call] = await provider.calls({ route: "chat" });
    expect(call?.text).toContain("polished");
    for (const id of [source, ...ids]) expect(call?.text).not.toContain(id);
  });

  test("it cannot make a reflection a cause", async () => {
    const content = "A glazier mends the greenhouse panes on Fridays.";
    const body = { type: "reflection", content };
    const token = service.tokens.write;
    const reflection = (await service.post("/memories/store", body, { token })).as(stored).memoryId;
    const source = await store(service, "The glazier mended three greenhouse panes.");
    await provider.set([
      {
        on: "chat",
        kind: "answers",
        value: { links: [{ number: 1, type: "caused_by", confidence: 0.9 }] },
      },
    ]);
    expect((await make(service, { memoryId: source })).linksCreated).toMatchObject([
      { targetId: reflection, type: "related_to", confidence: 0.9 },
    ]);
  });

  test("while it fails, the detected links are created", async () => {
    const earlier = await store(service, EARLIER);
    const later = await store(service, LATER);
    await provider.set([{ on: "chat", kind: "status", status: 400 }]);
    expect((await make(service, { memoryId: later })).linksCreated).toContainEqual(
      expect.objectContaining({ targetId: earlier, type: "related_to" }),
    );
    await until("the line of the log", () => service.output().includes("not refined"));
  });
});

/** Push events by webhook and by stream, against the real service and a receiver that fails, hangs and comes back. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "../support/database";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

interface Got {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** What the receiver got, and how it answers. */
const got: Got[] = [];
let respond: (response: ServerResponse) => void = accept;
function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}
const receiver = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => (body += part));
  request.on("end", () => {
    got.push({ headers: z.record(z.string(), z.string()).parse(request.headers), body });
    respond(response);
  });
});

const registered = z.object({ webhookId: z.string(), secret: z.string() });
const message = z.object({ type: z.string(), timestamp: z.iso.datetime(), data: z.looseObject({}) });

let service: Service;
let hook: z.output<typeof registered>;
let url = "";
const asTick = () => ({ token: service.tokens.tick });
/** Runs a tick, after the one that is running perhaps, such as the start's. */
const tick = () =>
  until("a tick", async () => {
    const { status } = await service.post("/tick", undefined, asTick());
    expect([200, 409]).toContain(status);
    return status === 200;
  });
const ids = (): string[] => got.map(({ headers }) => headers["webhook-id"] ?? "");
const numberOf = (id: string): number => Number(id.split("_")[1]);
const deliveries = async () => {
  const answer = await service.get(`/webhooks/${hook.webhookId}/deliveries?limit=100`, asTick());
  return answer.as(
    z.object({
      deliveries: z.array(z.looseObject({ eventId: z.string(), status: z.string(), attempts: z.number() })),
      total: z.number(),
    }),
  );
};

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/hook`;
  service = await startService({ env: { WEBHOOK_ADDRESSES: "any" } });
  hook = (await service.post("/webhooks", { url }, asTick())).as(registered);
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test("a tick is told, signed for the genuine package, and its delivery is listed", async () => {
  await tick();
  await until("the tick's event", () => got.some(({ body }) => body.includes('"tick.completed"')));
  for (const { headers, body } of got) {
    expect(message.parse(new Webhook(hook.secret).verify(body, headers)).type).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(() => new Webhook(hook.secret).verify(`${body} `, headers)).toThrow("No matching signature");
  }
  await until("the deliveries' outcome", async () =>
    (await deliveries()).deliveries.every(({ status }) => status === "delivered"),
  );
  expect((await deliveries()).deliveries.map(({ eventId }) => eventId)).toEqual(ids().toReversed());
});

test("after failures, a hang and kill -9, every event arrives in order, repeated ones with their id", async () => {
  got.length = 0;
  respond = (response) => response.writeHead(500).end();
  await tick();
  await until("a repeated message", () => got.length >= 2);
  expect(new Set(ids()).size).toBe(1);
  // Hangs: the service dies while it waits for the answer.
  const asked = got.length;
  respond = () => undefined;
  await until("the hanging request", () => got.length > asked);
  await tick();
  await service.kill();
  receiver.closeAllConnections();
  respond = accept;
  const before = got.length;
  await service.restart();
  await tick();
  const told = (): number => got.slice(before).filter(({ body }) => body.includes('"tick.completed"')).length;
  await until("all events", () => told() >= 3);
  const [first] = ids();
  const accepted = ids().slice(before);
  expect(accepted[0]).toBe(first);
  expect(accepted.map(numberOf)).toEqual(accepted.map((_, i) => numberOf(accepted[0] ?? "") + i));
  const listed = await deliveries();
  expect(listed.deliveries.find(({ eventId }) => eventId === first)?.attempts).toBeGreaterThan(2);
});

test("a receiver that answers 410 is switched off with the reason", async () => {
  respond = (response) => response.writeHead(410).end();
  await tick();
  const listed = async () => (await service.get("/webhooks", asTick())).json as { webhooks: object[] };
  await until("the webhook to be switched off", async () =>
    JSON.stringify(await listed()).includes('"active":false'),
  );
  expect((await listed()).webhooks).toMatchObject([
    { url, active: false, reason: expect.stringContaining("410") },
  ]);
  expect(JSON.stringify(await listed())).not.toContain(hook.secret);
  respond = accept;
});

test("a redirect is not followed, and counts as a failure", async () => {
  got.length = 0;
  respond = (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
  hook = (await service.post("/webhooks", { url }, asTick())).as(registered);
  await tick();
  await until("an attempt", async () => (await deliveries()).total > 0);
  expect((await deliveries()).deliveries[0]).toMatchObject({ status: "retrying" });
  respond = accept;
  await until("the delivery", async () =>
    (await deliveries()).deliveries.every(({ status }) => status === "delivered"),
  );
});

/** Reads a stream until `done` holds of its text, and lets it go. */
async function readStream(lastEventId: string | null, done: (text: string) => boolean): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${service.url}/events/stream`, {
    headers: lastEventId === null ? {} : { "Last-Event-ID": lastEventId },
    signal: stop.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (done(text)) break;
  }
  stop.abort();
  return text;
}

test("the stream goes on exactly after Last-Event-ID, with the webhooks' ids", async () => {
  got.length = 0;
  await tick();
  await until("an event", () => got.length > 0);
  const [id] = ids();
  await tick();
  await until("another event", () => got.length > 1);
  const text = await readStream(id ?? "", (text) => text.includes(ids().at(-1) ?? "none"));
  const streamed = [...text.matchAll(/^id: (.*)$/gm)].map((match) => match[1]);
  expect(streamed).toEqual(ids().slice(1));
  expect(text).toMatch(/^event: tick\.completed$/m);
  expect(text).toMatch(/^retry: \d+$/m);
});

test("a wrong Last-Event-ID is refused", async () => {
  const answer = await service.get("/events/stream", { headers: { "last-event-id": "7" } });
  expect(answer.status).toBe(400);
});

test("a hundred readers get an event, and the service stops cleanly after them", async () => {
  const opened = Array.from({ length: 100 }, () => new AbortController());
  const answers = await Promise.all(
    opened.map(({ signal }) => fetch(`${service.url}/events/stream`, { signal })),
  );
  // The answers are kept, not their bodies: Node cancels a body that nobody reads yet where its answer is collected.
  const texts = answers.map(async ({ body }) => {
    let text = "";
    for await (const part of body ?? []) {
      text += new TextDecoder().decode(part);
      if (text.includes("tick.completed")) return text;
    }
    return text;
  });
  await tick();
  for (const text of await Promise.all(texts)) expect(text).toContain("event: tick.completed");
  for (const one of opened) one.abort();
  // The service stops in time only if no stream is left open.
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  const database = watchDatabase(service.dataDir);
  expect(database.count("pushEvents")).toBeGreaterThan(5);
  database.close();
});

/** Calls over the rate limit of an address, over HTTP and on the socket. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { notesApp } from "../../test/notesApp";
import { temporaryFolder } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeEach(async () => {
  directory = temporaryFolder();
  host = await startTestHost(notesApp(), directory.path, {
    clients: { callsPerMinute: 4 },
    rateLimitKey: ({ headers }) => headers["x-forwarded-for"]?.toString() ?? "",
  });
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

const list = { path: "notes:list", args: { topic: "a" } };

function post(path: string, body: unknown, from = "one address"): Promise<Response> {
  const headers = { "x-forwarded-for": from, "content-type": "application/json", origin: "http://x" };
  return fetch(host.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

it("get 429 until the limit allows them; other addresses are served", async () => {
  await post("/api/query", list);
  await post("/api/mutation", { path: "notes:nothing", args: {} });
  await post("/api/query", "no call at all");
  expect((await post("/api/function", list)).status).toBe(200);
  const refused = await post("/api/query", list);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("access-control-allow-origin")).toBe("http://x");
  expect(await refused.json()).toMatchObject({ code: "TooManyConcurrentRequests" });
  expect((await post("/api/query", list, "another address")).status).toBe(200);
});

it("end a socket with a reason that makes the client wait; existing subscriptions continue", async () => {
  const socket = new WebSocket(`${host.url.replace("http", "ws")}/api/sync`);
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  const send = (message: object): void => socket.send(JSON.stringify(message));
  send({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
  const add = (queryId: number) => ({ type: "Add", queryId, udfPath: list.path, args: [list.args] });
  // More than a minute's calls in one message, as after a reconnect.
  const modifications = Array.from({ length: 9 }, (_, queryId) => add(queryId));
  send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
  const [transition] = (await once(socket, "message")) as [Buffer];
  expect(JSON.parse(String(transition))).toMatchObject({ type: "Transition", endVersion: { querySet: 1 } });
  send({
    type: "ModifyQuerySet",
    baseVersion: 1,
    newVersion: 2,
    modifications: [{ type: "Remove", queryId: 0 }],
  });
  await once(socket, "message");
  send({ type: "ModifyQuerySet", baseVersion: 2, newVersion: 3, modifications: [add(9)] });
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  expect([code, String(reason)]).toEqual([1013, expect.stringMatching(/^TooManyConcurrentRequests: /)]);
});

/** Over real sockets, the service cuts off slow and oversized requests while it serves others. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Host, startHost } from "convex-on-sqlite";
import { createLogger } from "convex-on-sqlite/process";
import { clientOptions } from "../../scripts/start/clients";
import { refuseAsAgent } from "../../scripts/start/refuse";
import { keylessApp, TOKEN } from "../support/realApp";
import { send } from "../support/request";
import { until } from "../support/until";
import { RawConnection } from "./raw-connection";

const ORIGIN = "Origin: http://localhost:9\r\n";
const POST_HEAD = `POST /wake HTTP/1.1\r\nHost: anima\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

let folder: string;
let host: Host;
const logged: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "anima-edge-"));
  host = await startHost({
    ...keylessApp,
    dataDir: join(folder, "data"),
    hostname: "127.0.0.1",
    port: 0,
    // Shorter timeouts than in production.
    ...clientOptions({ rateLimits: { read: 0 }, trustProxy: false }),
    refuse: refuseAsAgent({ allowsOrigin: () => true }),
    timeouts: { headersMs: 500, requestMs: 1_500, keepAliveMs: 500, checkMs: 50 },
    log: createLogger({ json: true, write: (line) => void logged.push(line) }),
  });
});
afterAll(async () => {
  await host.stop(1_000);
  rmSync(folder, { recursive: true, force: true });
});

/** The status of another client's request. */
const otherClientStatus = async (): Promise<number> =>
  (await send("GET", `${host.url}/health`, undefined)).status;

describe("a slow client", () => {
  test("gets 408 and is cut off if it sends its head byte by byte", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write("GET /state HTTP/1.1\r\nHost: anima\r\n");
    peer.drip("X-A: b\r\n", 20);
    await peer.closed();
    expect(peer.status()).toBe(408);
  });

  test("is cut off if it sends its body byte by byte, and nothing is written", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write(`${POST_HEAD}Content-Length: 100000\r\n\r\n{"note":"`);
    peer.drip("a", 20);
    await peer.closed();
    expect(peer.status()).toBe(408);
  });

  test("is cut off if it sends nothing at all", async () => {
    const peer = await RawConnection.to(host.url);
    await peer.closed();
    expect(peer.status()).toBe(408);
  });

  test("does not delay other clients, even with three hundred connections", async () => {
    const peers = await Promise.all(Array.from({ length: 300 }, () => RawConnection.to(host.url)));
    for (const peer of peers) peer.write("POST /wake HTTP/1.1\r\nHost: anima\r\nX-Slow: ");
    expect(await otherClientStatus()).toBe(200);
    await Promise.all(peers.map((peer) => peer.closed()));
    expect(await otherClientStatus()).toBe(200);
  });
});

describe("a request that is too large", () => {
  test("gets 431 for its head", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write(`GET /state HTTP/1.1\r\nHost: anima\r\nX-Large: ${"x".repeat(17 * 1024)}\r\n\r\n`);
    await until("an answer", () => peer.status() !== null);
    expect(peer.status()).toBe(431);
    await peer.closed();
  });

  test("gets 413 for its body before the body ends, and an endless body is cut off", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write(`${POST_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    peer.drip(chunk, 1);
    await until("an answer", () => peer.status() !== null);
    expect(peer.status()).toBe(413);
    expect(peer.received()).toContain('"code":"VALIDATION_ERROR"');
    await peer.closed();
    // Bytes in flight when the response was sent: some twenty MiB with the system's buffers.
    expect(peer.socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  });

  test("gets 413 for a call of a Convex client, before parsing", async () => {
    const call = { path: "state:get", args: { a: "x".repeat(70_000) } };
    expect((await send("POST", `${host.url}/api/query`, call)).status).toBe(413);
  });

  test("closes the connection for a message of a Convex client", async () => {
    const socket = new WebSocket(`${host.url.replace("http", "ws")}/api/1.0.0/sync`);
    await once(socket, "open");
    socket.send("x".repeat(70_000));
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(1009);
  });

  test("is refused by its Content-Length, without reading it", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write(`${POST_HEAD}${ORIGIN}Content-Length: 99999999999\r\n\r\n`);
    await until("an answer", () => peer.status() !== null);
    expect(peer.status()).toBe(413);
    await peer.closed();
    // Like every error of the API, so that pages of allowed origins can read it.
    expect(peer.received()).toContain('"code":"VALIDATION_ERROR"');
    expect(peer.received()).toMatch(/^access-control-allow-origin: http:\/\/localhost:9\r$/m);
    expect(peer.received()).toMatch(/^x-request-id: /m);
  });

  test("gets 404 on an unknown path", async () => {
    const peer = await RawConnection.to(host.url);
    peer.write(`POST /nowhere HTTP/1.1\r\nHost: anima\r\nContent-Length: 99999999999\r\n\r\n`);
    await until("an answer", () => peer.status() !== null);
    expect(peer.status()).toBe(404);
    await peer.closed();
  });
});

describe("a request that is not HTTP", () => {
  test.each([
    ["nonsense", "\u0000\u0001\u0002\r\n\r\n"],
    ["two lengths", `${POST_HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a length and chunks", `${POST_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a head with a bare line feed in a value", "GET /state HTTP/1.1\r\nHost: anima\r\nX: a\nb\r\n\r\n"],
  ])("is refused and its connection closed: %s", async (_name, text) => {
    const peer = await RawConnection.to(host.url);
    peer.write(text);
    await peer.closed();
    expect(peer.status()).toBe(400);
  });
});

describe("a request that a proxy may interpret differently", () => {
  test.each([
    ["two Hosts", "GET /state HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["a Host that is none", "GET /state HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["an encoding", `${POST_HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 501, "VALIDATION_ERROR"],
    ["dots in its path", "GET /a/%2e%2e/state HTTP/1.1\r\nHost: a\r\n\r\n", 404, "NOT_FOUND"],
    ["a backslash in its path", "GET /memories\\stats HTTP/1.1\r\nHost: a\r\n\r\n", 404, "NOT_FOUND"],
    ["no path", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 404, "NOT_FOUND"],
  ])("gets an error of the API for %s", async (_name, text, status, code) => {
    const peer = await RawConnection.to(host.url);
    peer.write(text.replace("\r\n", `\r\n${ORIGIN}`));
    await peer.closed();
    expect(peer.status()).toBe(status);
    expect(peer.received()).toContain(`"code":"${code}"`);
    expect(peer.received()).toMatch(/^access-control-allow-origin: http:\/\/localhost:9\r$/m);
    expect(peer.received()).toMatch(/^x-request-id: /m);
    expect(peer.received()).toMatch(/^cache-control: no-store\r$/m);
    expect(peer.received()).toMatch(/^x-content-type-options: nosniff\r$/m);
  });
});

test("none of these requests is logged as an error of the service", async () => {
  expect(await otherClientStatus()).toBe(200);
  const lines = logged.map((line): { level: string } => JSON.parse(line));
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  expect(logged.join("")).not.toContain(TOKEN);
});

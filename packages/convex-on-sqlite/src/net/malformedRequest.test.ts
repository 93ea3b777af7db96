/** Requests that no browser sends: the application's routes answer them as far as possible. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { httpActionGeneric, httpRouter } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { bodyChunks, addEchoRoute } from "../../test/echoRoute";
import { temporaryFolder } from "../../test/testApp";
import { sendRaw, startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
/** The last request of the route. */
let seen: { method: string; header: string | null } | null;
/** The number of body bytes received. */
let counted: number;

function routes() {
  const http = httpRouter();
  const plain = httpActionGeneric((_ctx, request) => {
    seen = { method: request.method, header: request.headers.get("x-test") };
    return Promise.resolve(new Response("hello", { status: 201 }));
  });
  http.route({ path: "/plain", method: "GET", handler: plain });
  http.route({ path: "/plain", method: "OPTIONS", handler: plain });
  addEchoRoute(http);
  http.route({
    path: "/count",
    method: "POST",
    handler: httpActionGeneric(async (_ctx, request) => {
      for await (const part of bodyChunks(request)) {
        counted += part.byteLength;
      }
      return new Response(String(counted));
    }),
  });
  return http;
}

beforeEach(async () => {
  seen = null;
  counted = 0;
  directory = temporaryFolder();
  host = await startTestHost({ modules: {}, http: routes() }, directory.path);
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

describe("an unusual request", () => {
  it("without a route is answered as on Convex", async () => {
    const response = await fetch(`${host.url}/nowhere`);
    expect([response.status, await response.text()]).toEqual([404, "No matching routes found"]);
    expect((await fetch(`${host.url}/plain`, { method: "DELETE" })).status).toBe(404);
  });

  it.each(["PROPFIND", "TRACE"])(
    "with %s, which no router supports, uses the route for OPTIONS",
    async (method) => {
      const request = httpRequest(`${host.url}/plain`, { method }).end();
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(201);
      expect(seen?.method).toBe(method);
    },
  );

  it.each([
    ["without Host", "GET /plain HTTP/1.1\r\nConnection: close\r\n\r\n", "201"],
    ["with an empty Host", "GET /plain HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", "201"],
    ["with an invalid Host", "GET /plain HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n", "400"],
    ["with two Hosts", "GET /plain HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n", "400"],
    [
      "with two Hosts, for a WebSocket,",
      "GET /api/sync HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      "400",
    ],
    [
      "with another transfer coding beside chunked",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nend\r\n0\r\n\r\n",
      "501",
    ],
    ["in HTTP/1.0", "GET /plain HTTP/1.0\r\n\r\n", "201"],
    [
      "for TRACE without a route for OPTIONS",
      "TRACE /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "404",
    ],
    ["without a path", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "404"],
    ["that is not HTTP", "hello\r\n\r\n", "400"],
    ["with endless headers", `GET /plain HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, "431"],
  ])("%s is answered", async (_, text, status) => {
    expect(await sendRaw(host, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it("with an unknown expectation is answered by its route", async () => {
    const request = httpRequest(`${host.url}/echo`, { method: "POST", headers: { expect: "nonsense" } });
    request.end("as ever");
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(String(Buffer.concat(await response.toArray()))).toBe("as ever");
  });

  // Java's client and `curl --http2` do so with every request to an http: address.
  const offer =
    "Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n";
  const offering = [
    `POST /echo HTTP/1.1\r\n${offer}Content-Length: 4\r\n\r\nbody`,
    `GET /plain HTTP/1.1\r\n${offer}X-Test: \xe9\r\n\r\n`,
    `POST /echo HTTP/1.1\r\n${offer.replace("Upgrade,", "close, Upgrade,")}Transfer-Encoding: chunked\r\n\r\n3\r\nend\r\n0\r\n\r\n`,
  ];
  const expectServed = (answers: string): void => {
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 201", "HTTP/1.1 200"]);
    expect(answers).toMatch(/body[^]*hello[^]*end/);
    expect(seen?.header).toBe("\u00e9");
  };

  it("that offers HTTP/2 is served over HTTP/1.1 with its body, and so are the following ones", async () => {
    const socket = connect(host.port, "127.0.0.1");
    let answers = "";
    socket.on("data", (part) => (answers += String(part)));
    for (const [sent, text] of offering.entries()) {
      await vi.waitFor(() => expect(answers.match(/HTTP/g) ?? []).toHaveLength(sent), WAIT_OPTIONS);
      socket.write(text, "latin1");
    }
    await once(socket, "end");
    expectServed(answers);
  });

  it("that offers HTTP/2 is served with its body even if that arrives late", async () => {
    const socket = connect(host.port, "127.0.0.1");
    let answers = "";
    socket.on("data", (part) => (answers += String(part)));
    socket.write(`POST /count HTTP/1.1\r\n${offer}Content-Length: 8\r\n\r\n`);
    for (const count of [4, 8]) {
      socket.write("late");
      await vi.waitFor(() => expect(counted).toBe(count), WAIT_OPTIONS);
    }
    await vi.waitFor(() => expect(answers).toMatch(/ 200 [^]*8$/), WAIT_OPTIONS);
    socket.destroy();
  });

  // Node versions that decline offers themselves drop data received in the same chunk: nodejs/node#59824.
  it.skipIf("shouldUpgradeCallback" in createServer())(
    "that offers HTTP/2 may arrive in one chunk with others",
    async () => {
      expectServed(await sendRaw(host, offering.join("")));
    },
  );

  it("that offers HTTP/2 may be repeated on one connection", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const text = "GET /plain HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";
    const socket = connect(host.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let answers = "";
    socket.on("data", (part) => (answers += String(part)));
    for (let count = 1; count <= 12; count += 1) {
      socket.write(text);
      await vi.waitFor(() => expect(answers.match(/hello/g)).toHaveLength(count), WAIT_OPTIONS);
    }
    expect(warnings).toEqual([]);
  });
});

/** Connections that peers leave open or close early. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { httpActionGeneric, httpRouter } from "convex/server";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { notesApp } from "../../test/notesApp";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { addEchoRoute } from "../../test/echoRoute";
import { temporaryFolder } from "../../test/testApp";
import { sendRaw, startTestHost, type TestHost } from "../../test/testHost";

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
/** Lets the host serve the held requests. */
let open: () => void;
/** The bodies received by `/late`; each is answered once `answer` is called. */
let late: string[];
let answer: () => void;

beforeEach(async () => {
  directory = temporaryFolder();
  const ready = new Promise<void>((resolve) => (open = resolve));
  const http = httpRouter();
  addEchoRoute(http);
  late = [];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const handler = httpActionGeneric(async (_, request) => {
    const text = await request.text();
    late.push(text);
    await answered;
    return new Response(`late ${text}`);
  });
  http.route({ path: "/late", method: "POST", handler });
  host = await startTestHost({ ...notesApp(), http }, directory.path, { ready });
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

/** A peer that never closes its connection. */
async function peer(text: string): Promise<Socket> {
  const socket = connect({ port: host.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** A request that the parser itself answers: data received earlier on other connections have been read by then. */
const roundTrip = () => sendRaw(host, "no HTTP\r\n\r\n");

const UPGRADE =
  "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

it.each([
  ["on another path", "GET /nowhere HTTP/1.1\r\n", 404],
  ["before the host is ready", "GET /api/sync HTTP/1.1\r\n", 503],
  ["with two Hosts", "GET /api/sync HTTP/1.1\r\nHost: y\r\n", 400],
])(
  "a WebSocket %s is rejected, and its connection closed whatever the peer does",
  async (_, head, status) => {
    const socket = await peer(head + UPGRADE);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await vi.waitFor(() => {
      // Writing fails once the other side has closed.
      socket.write("more");
      expect(socket.destroyed).toBe(true);
    }, WAIT_OPTIONS);
  },
);

it.each([
  ["without any request", ""],
  ["with an incomplete request", "POST /api/query HTTP/1.1\r\nHo"],
  ["with an answered request", "no HTTP\r\n\r\n"],
])("a connection %s does not delay the stop", async (_, text) => {
  await peer(text);
  await roundTrip();
  // The test times out before this deadline.
  await expect(host.stop(3_600_000)).resolves.toBeUndefined();
});

it("a held request whose client disconnects is not served", async () => {
  const socket = await peer("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
  await roundTrip();
  socket.destroy();
  await once(socket, "close");
  await roundTrip();
  open();
  // Also held, and served after it.
  expect((await fetch(`${host.url}/nowhere`)).status).toBe(404);
  expect([host.live.inFlight.running, host.engine.isServing()]).toEqual([0, false]);
});

it("a connection that breaks after an HTTP/2 offer affects nothing else", async () => {
  const held = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
  const offer = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";
  const socket = await peer(held + offer);
  await roundTrip();
  socket.resetAndDestroy();
  // Without a listener, the error would end the process.
  await vi.waitFor(() => expect(host.logged.join()).toContain("a connection failed"), WAIT_OPTIONS);
  open();
  expect((await fetch(`${host.url}/nowhere`)).status).toBe(404);
});

const post = (text: string) =>
  `POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

/** Everything received on a connection until its end. */
async function allOf(socket: Socket): Promise<string> {
  let all = "";
  socket.on("data", (part) => (all += String(part)));
  await once(socket, "end");
  return all;
}

it("a stop answers the running requests of a connection and then closes it", async () => {
  open();
  const socket = await peer(post("one") + post("two"));
  const answers = allOf(socket);
  await vi.waitFor(() => expect(late).toEqual(["one", "two"]), WAIT_OPTIONS);
  const stopped = host.stop(3_600_000);
  answer();
  const [first = "", second = "", ...more] = (await answers).split(/(?=HTTP\/1\.1 )/);
  expect([first, second, more]).toEqual([
    expect.stringMatching(/200 OK[^]*late one$/),
    expect.stringMatching(/200 OK\r\n[^]*connection: close[^]*late two$/i),
    [],
  ]);
  await stopped;
});

it("requests after the last answered one are not run while the host stops", async () => {
  open();
  const socket = await peer(post("one").slice(0, -1));
  await roundTrip();
  await vi.waitFor(() => expect(host.live.inFlight.running).toBe(1), WAIT_OPTIONS);
  const stopped = host.stop(3_600_000);
  socket.write(`e${post("two")}`);
  await vi.waitFor(() => expect(late).toEqual(["one"]), WAIT_OPTIONS);
  answer();
  const answers = await allOf(socket);
  expect(answers).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*late one$/i);
  await stopped;
  expect(late).toEqual(["one"]);
});

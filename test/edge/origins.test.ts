/** Pages of other origins, and names that others point at this machine: what each surface answers them, on real sockets. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { findChromium, startChromium } from "../browser/chromium";
import { newClient } from "../support/convexClient";
import { api } from "../../convex/_generated/api.js";
import { atTheEnd } from "../support/cleanUp";
import { send, textOf } from "../support/request";
import { startService, type Service } from "../support/service";

const LISTED = "https://app.example.org";
const READ_TOKEN = "the-read-token-of-the-tests";

/** Bound to loopback, with no origin listed. */
let local: Service;
/** Reachable from other machines, with origins listed. Reading needs a token. */
let open: Service;

beforeAll(async () => {
  [local, open] = await Promise.all([
    startService({ env: { ALLOWED_HOSTS: "agent.test, other.test" } }),
    startService({
      env: {
        ...{ HOST: "0.0.0.0", CORS_ORIGIN: `https://first.example.org, ${LISTED}`, READ_TOKEN },
        ...{ AGENT_NAME: "Zelda Quark", AGENT_TIMEZONE: "Pacific/Auckland" },
      },
    }),
  ]);
});

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: IncomingMessage["headers"];
}
type Headers = Readonly<Record<string, string>>;
type Ask = (service: Service, headers: Headers) => Promise<Answered>;

function http(method: string, path: string, body?: object, more: Headers = {}): Ask {
  // On a GET that needs no token, a wrong one changes nothing.
  const reading: Headers = method === "POST" ? {} : { authorization: `Bearer ${READ_TOKEN}` };
  return async ({ url }, headers) => {
    const all = { ...reading, ...more, ...headers };
    const { status, headers: got, json } = await send(method, url + path, body, { headers: all });
    return { status, code: codeIn(json), headers: got };
  };
}

const codeIn = (json: unknown): string | undefined =>
  typeof json === "object" && json !== null && "code" in json ? String(json.code) : undefined;

/** Opens a WebSocket of the sync protocol. */
const socket: Ask = async ({ url }, headers) => {
  const webSocket = new WebSocket(`${url.replace("http", "ws")}/api/sync`, { headers });
  const refused = once(webSocket, "unexpected-response") as Promise<[unknown, IncomingMessage]>;
  const opened = once(webSocket, "open");
  const answer = await Promise.race([opened.then(() => null), refused.then(([, response]) => response)]);
  const text = answer === null ? "{}" : await textOf(answer);
  webSocket.on("error", () => undefined).terminate();
  return {
    status: answer?.statusCode ?? 101,
    code: codeIn(JSON.parse(text)),
    headers: answer?.headers ?? {},
  };
};

const write =
  (path: string, body: object): Ask =>
  (service, headers) =>
    http("POST", path, body)(service, { authorization: `Bearer ${service.tokens.write}`, ...headers });

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const MCP = { accept: "application/json, text/event-stream" };
const call = (path: string): object => ({ path, args: { token: READ_TOKEN } });

/** What a page of another origin gets an answer from that its browser keeps from it, with the status. */
const KEPT: readonly (readonly [name: string, ask: Ask, status: number])[] = [
  ["GET /state", http("GET", "/state"), 200],
  ["HEAD /state", http("HEAD", "/state"), 200],
  ["GET /metrics", http("GET", "/metrics"), 200],
  ["GET /nowhere", http("GET", "/nowhere"), 404],
  ["the console", http("GET", "/"), 200],
  ["GET /docs", http("GET", "/docs"), 200],
  ["OPTIONS /feed", http("OPTIONS", "/feed"), 204],
  ["OPTIONS /events/stream", http("OPTIONS", "/events/stream"), 204],
  ["OPTIONS /mcp", http("OPTIONS", "/mcp"), 204],
  ["OPTIONS /api/query", http("OPTIONS", "/api/query"), 204],
  ["OPTIONS of the admin interface", http("OPTIONS", "/api/shapes2"), 204],
];

/** What it gets no answer from, with the status for others. */
const CLOSED: typeof KEPT = [
  ["POST /feed", write("/feed", { type: "news", content: "The ferry is late." }), 200],
  ["POST /feed without a token", http("POST", "/feed", { type: "news", content: "x" }), 401],
  ["DELETE /memories/{id}", http("DELETE", "/memories/none"), 401],
  ["POST /nowhere", http("POST", "/nowhere", {}), 404],
  ["POST /mcp", http("POST", "/mcp", PING, MCP), 200],
  ["GET /events/stream", http("GET", "/events/stream"), 200],
  ["POST /api/query", http("POST", "/api/query", call("state:get")), 200],
  ["POST /api/query_ts", http("POST", "/api/query_ts", {}), 200],
  ["POST /api/mutation", http("POST", "/api/mutation", call("notes:none")), 560],
  ["POST /api/action", http("POST", "/api/action", call("notes:none")), 560],
  ["GET of the admin interface", http("GET", "/api/shapes2", undefined, { authorization: "Convex x" }), 403],
  ["the WebSocket", socket, 101],
];

const ALL = [...KEPT, ...CLOSED];
const corsOf = ({ headers }: Answered): string[] =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));
const originOf = ({ url }: Service): string => new URL(url).origin;
const portOf = ({ url }: Service): string => new URL(url).port;
const isConsole = (name: string): boolean => name === "the console" || name === "GET /docs";

describe.each(ALL)("%s", (name, ask, status) => {
  test("answers programs, and pages of its own and allowed origins", async () => {
    const allowed: [Service, string | null][] = [
      [local, null],
      ...[
        originOf(local),
        `http://localhost:${portOf(local)}`,
        "http://localhost:5173",
        "https://127.0.0.1",
        "http://[::1]:9",
      ].map((origin): [Service, string] => [local, origin]),
      [open, null],
      [open, originOf(open)],
      [open, LISTED],
    ];
    for (const [service, origin] of allowed) {
      const answer = await ask(service, origin === null ? {} : { origin });
      expect([origin, answer.status]).toEqual([origin, status]);
      if (origin === null || isConsole(name)) expect(corsOf(answer)).toEqual([]);
      else if (status !== 101) {
        expect(answer.headers["access-control-allow-origin"]).toBe(origin);
        expect(answer.headers.vary?.toLowerCase()).toContain("origin");
        expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
      }
    }
  });

  test("keeps what it knows from pages of other origins", async () => {
    const others: [Service, string][] = [
      [local, "https://evil.example"],
      [local, "null"],
      [local, `http://localhost.evil.example:${portOf(local)}`],
      [open, "https://evil.example"],
      [open, "http://localhost:5173"],
      [open, `http://127.0.0.1:${Number(portOf(open)) + 1}`],
    ];
    const isClosed = CLOSED.some(([closed]) => closed === name);
    for (const [service, origin] of others) {
      const answer = await ask(service, { origin });
      const expected = isClosed
        ? [403, "FORBIDDEN_ORIGIN"]
        : [status, status === 404 ? "NOT_FOUND" : undefined];
      expect([origin, answer.status, answer.code]).toEqual([origin, ...expected]);
      expect(corsOf(answer)).toEqual([]);
    }
  });

  test("answers to loopback and listed names alone where it is bound to loopback", async () => {
    const port = portOf(local);
    for (const host of [
      `localhost:${port}`,
      "127.0.0.1",
      `[::1]:${port}`,
      `agent.test:${port}`,
      "OTHER.test",
    ])
      expect([host, (await ask(local, { host })).status]).toEqual([host, status]);
    for (const host of [`evil.test:${port}`, "evil.test", "localhost.evil.test", `0.0.0.0:${port}`]) {
      // A page of the name's owner is one of the same origin.
      const sent: Headers[] = [{ host }, { host, origin: `http://${host}` }];
      for (const headers of sent) {
        const answer = await ask(local, headers);
        const code = name.startsWith("HEAD") ? undefined : "FORBIDDEN_HOST";
        expect([host, answer.status, answer.code]).toEqual([host, 403, code]);
        expect(corsOf(answer)).toEqual([]);
      }
    }
    expect((await ask(open, { host: "agent.test" })).status).toBe(status);
  });
});

test("a refused write has written nothing", async () => {
  const feed = { type: "news", content: "A page of another origin was here." };
  const ask = write("/feed", feed);
  expect((await ask(local, { origin: "https://evil.example" })).status).toBe(403);
  expect((await ask(local, { host: "evil.test" })).status).toBe(403);
  const { text } = await local.get("/events");
  expect(text).toContain("The ferry is late.");
  expect(text).not.toContain(feed.content);
});

describe("the console of a service that needs a token for reading", () => {
  test("is sent without the agent's name and time zone, whatever token comes with the request", async () => {
    for (const options of [{}, { token: READ_TOKEN }]) {
      const { status, text } = await open.get("/", options);
      expect([status, text.includes("<title>Anima</title>")]).toEqual([200, true]);
      for (const told of ["Zelda", "Quark", "Auckland"]) expect(text).not.toContain(told);
    }
  });

  test("asks for them with a token", async () => {
    const client = newClient(open.url);
    await expect(client.query(api.live.about, {})).rejects.toMatchObject({ data: { code: "UNAUTHORIZED" } });
    expect(await client.query(api.live.about, { token: READ_TOKEN })).toEqual({
      agentName: "Zelda Quark",
      timeZone: "Pacific/Auckland",
      autonomy: false,
    });
  });
});

const executable = findChromium();
if (executable === null && process.env.CI !== undefined)
  throw new Error("CI needs Chromium: .ci/run installs it.");

describe.skipIf(executable === null)("in a browser", () => {
  /** What a page can do with the service at `url`: the parts that it got something from. */
  const PROBE = async (url: string): Promise<string[]> => {
    const call = JSON.stringify({ path: "state:get", args: {} });
    const plain = { "content-type": "text/plain" };
    const json = { "content-type": "application/json" };
    const got = async (ask: Promise<unknown>): Promise<boolean> => ask.then(Boolean, () => false);
    const fetched = (path: string, init?: RequestInit) =>
      got(fetch(url + path, init).then(async (answer) => answer.ok && (await answer.text()) !== ""));
    const opened = (target: EventTarget) =>
      got(
        new Promise((resolve, reject) => {
          target.addEventListener("open", resolve);
          target.addEventListener("error", reject);
        }),
      );
    const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const mcp = { ...json, accept: "application/json, text/event-stream" };
    const parts = {
      rest: fetched("/state"),
      "call as text": fetched("/api/query", { method: "POST", headers: plain, body: call }),
      call: fetched("/api/query", { method: "POST", headers: json, body: call }),
      mcp: fetched("/mcp", { method: "POST", headers: mcp, body: ping }),
      stream: opened(new EventSource(`${url}/events/stream`)),
      socket: opened(new globalThis.WebSocket(`${url.replace("http", "ws")}/api/sync`)),
    };
    const all = Object.entries(parts).map(async ([name, part]) => ((await part) ? [name] : []));
    return (await Promise.all(all)).flat();
  };

  let pages: Server;
  let evil: string;
  let browser: Awaited<ReturnType<typeof startChromium>>;
  beforeAll(async () => {
    pages = createServer((_, response) => response.end("<!doctype html><title>A page</title>")).listen(0);
    await once(pages, "listening");
    evil = `http://evil.test:${(pages.address() as AddressInfo).port}`;
    browser = await startChromium(executable ?? "", ["--host-resolver-rules=MAP *.test 127.0.0.1"]);
    atTheEnd(async () => {
      await browser.close();
      pages.close();
    });
  });

  test("a page of another origin gets nothing, and one of this machine everything but calls as text", async () => {
    const page = await browser.newPage();
    await page.goto(evil);
    expect(await page.evaluate(PROBE, local.url)).toEqual([]);
    await page.goto(evil.replace("evil.test", "localhost"));
    expect(await page.evaluate(PROBE, local.url)).toEqual(["rest", "call", "mcp", "stream", "socket"]);
    await page.goto(`${local.url.replace("127.0.0.1", "agent.test")}/docs`);
    expect(await page.evaluate(PROBE, new URL(page.url()).origin)).toContain("socket");
  });

  test("a page of a name that its owner points at this machine is not served", async () => {
    const page = await browser.newPage();
    const answer = await page.goto(local.url.replace("127.0.0.1", "evil.test"));
    expect(answer?.status()).toBe(403);
    expect(await page.evaluate(PROBE, new URL(page.url()).origin)).toEqual([]);
  });

  test("the console shows the agent's name once it has a token that reads", async () => {
    const page = await browser.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Anima is read with a token" }).waitFor();
    await page.getByLabel("Token").fill(READ_TOKEN);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Pacific/Auckland").waitFor();
    expect(await page.title()).toContain("Zelda Quark");
  });
});

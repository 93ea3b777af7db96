/** The envelope: errors of handlers and of the database, and its costs. */
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { expectFailure } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import * as Health from "./resources/health";
import * as State from "./resources/state";
import { answer, matchPath, routeTable } from "./envelope";
import { emptyInput, get, getEndpoint, post, postEndpoint, type Route } from "./route";

/** A GET of /work that throws. */
function throwing(thrown: unknown): Route {
  const handle = () => Promise.reject(thrown);
  return get("/work", getEndpoint({ ...SILENT, handle }));
}

const documentation = {
  operationId: "work",
  tag: "Control",
  summary: "",
  description: "",
  answer: "",
} as const;
const SILENT = { ...documentation, query: emptyInput, response: z.strictObject({}) };

/** The response of one route, and the number of its database calls. */
async function respond(route: Route, request = new Request(`https://anima.test${route.path}`), env = {}) {
  const app = setup(env);
  const calls = { queries: 0, mutations: 0 };
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const { status, headers, body } = await app.action(async (ctx) => {
    const counting: typeof ctx = {
      ...ctx,
      runQuery: (...args) => (calls.queries++, ctx.runQuery(...args)),
      runMutation: (...args) => (calls.mutations++, ctx.runMutation(...args)),
    };
    const response = await answer(counting, request, routeTable([route]));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  });
  const log = logged.mock.calls.flat().join("\n");
  logged.mockRestore();
  return { response: new Response(body, { status, headers }), log, calls };
}

const CONFLICT = new Error('{"code":"OptimisticConcurrencyControlFailure","message":"..."}');

describe("a rate count that can't be written", () => {
  const full = new Error("the disk is full");
  const answered = async (route: Route, init?: RequestInit, why = full) => {
    const refused = () => Promise.reject(why);
    const app = setup({ RATE_LIMIT_READ: "5", RATE_LIMIT_WRITE: "5" });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const { status, limit, body } = await app.action(async (ctx) => {
      const request = new Request(`https://anima.test${route.path}`, init);
      const response = await answer({ ...ctx, runMutation: refused }, request, routeTable([route]));
      const limit = response.headers.get("RateLimit-Limit");
      return { status: response.status, limit, body: await response.text() };
    });
    const log = logged.mock.calls.flat().join("\n");
    logged.mockRestore();
    return { status, limit, body, log };
  };

  test("does not refuse a read, and is logged", async () => {
    const work = getEndpoint({ ...SILENT, handle: () => Promise.resolve({}) });
    const read: Route = { method: "GET", path: "/work", class: "read", auth: "none", ...work };
    const { status, limit, log } = await answered(read);
    expect({ status, limit }).toEqual({ status: 200, limit: null });
    expect(log).toContain('"message":"request not counted"');
    expect(log).toContain('"error":"Error: the disk is full"');
  });

  test("degrades the health of the service", async () => {
    const health: Route = { method: "GET", path: "/health", class: "read", auth: "none", ...Health.health };
    const { status, body } = await answered(health);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      status: "degraded",
      checks: { tick: "nothing can be written" },
    });
  });

  test("refuses a read that conflicts with other requests of its caller", async () => {
    const work = getEndpoint({ ...SILENT, handle: () => Promise.resolve({}) });
    const read: Route = { method: "GET", path: "/work", class: "read", auth: "none", ...work };
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
    const refused = answered(read, undefined, CONFLICT);
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await refused).status).toBe(503);
    vi.useRealTimers();
  });

  test("serves it where a later try succeeds", async () => {
    let tries = 0;
    const app = setup({ RATE_LIMIT_READ: "5" });
    const route = get("/work", getEndpoint({ ...SILENT, handle: () => Promise.resolve({}) }));
    const status = await app.action(async (ctx) => {
      const runMutation: typeof ctx.runMutation = (...args) =>
        ++tries < 3 ? Promise.reject(CONFLICT) : ctx.runMutation(...args);
      return (
        await answer({ ...ctx, runMutation }, new Request("https://anima.test/work"), routeTable([route]))
      ).status;
    });
    expect({ status, tries }).toEqual({ status: 200, tries: 3 });
  });

  test("refuses a write", async () => {
    const work = postEndpoint({
      ...documentation,
      body: emptyInput,
      response: z.strictObject({}),
      handle: () => Promise.resolve({}),
    });
    const write: Route = { method: "POST", path: "/work", class: "write", auth: "none", ...work };
    expect((await answered(write, { method: "POST" })).status).toBe(500);
  });
});

describe("a handler that throws", () => {
  test("is 500, and only the log has the cause, under the same id", async () => {
    const { response, log } = await respond(throwing(new Error("the disk is on fire")));
    const error = await expectFailure(response, 500, "INTERNAL_ERROR");
    const requestId = response.headers.get("X-Request-Id");
    expect(error).toBe(`something went wrong (request ${requestId})`);
    expect(JSON.parse(log)).toMatchObject({
      ...{ message: "request", requestId, method: "GET", route: "/work", status: 500 },
      ...{ code: "INTERNAL_ERROR", error: "Error: the disk is on fire" },
      stack: expect.stringContaining("the disk is on fire"),
    });
  });

  test.each(["text", undefined, null, { code: 7 }])("is 500 for any thrown value: %j", async (thrown) => {
    const { response, log } = await respond(throwing(thrown));
    await expectFailure(response, 500, "INTERNAL_ERROR");
    expect(JSON.parse(log)).toMatchObject({ error: String(thrown) });
  });

  test.each([
    '{"code":"OptimisticConcurrencyControlFailure","message":"..."}',
    'Documents read from or written to the "events" table changed while this mutation was being run and on every subsequent retry.',
  ])("is 503 with Retry-After after a write conflict: %s", async (message) => {
    const { response } = await respond(throwing(new Error(message)));
    const error = await expectFailure(response, 503, "INTERNAL_ERROR");
    expect(error).not.toContain("events");
    expect(response.headers.get("Retry-After")).toBe("1");
  });

  test("logs neither secrets nor input", async () => {
    const said = [
      `Bearer ${TICK_TOKEN} and key-of-the-model`,
      "ArgumentValidationError: Value does not match validator.\nPath: .note\nValue: my diary\nValidator: v.string()",
      'Expected one of object, got `{"note":"my diary"}`',
    ].join("\n");
    const { log } = await respond(throwing(new Error(said)), undefined, { LLM_API_KEY: "key-of-the-model" });
    expect(log).toContain("ArgumentValidationError");
    expect(log).not.toContain(TICK_TOKEN);
    expect(log).not.toContain("key-of-the-model");
    expect(log).not.toContain("diary");
  });
});

test("an invalid setting is 500, and only the log names it", async () => {
  const route = { method: "GET", path: "/state", class: "read", auth: "none", ...State.state } as const;
  const { response, log } = await respond(route, undefined, { AGENT_TIMEZONE: "Mars/Olympus" });
  expect(await expectFailure(response, 500, "INTERNAL_ERROR")).not.toContain("Mars");
  expect(log).toContain("AGENT_TIMEZONE");
});

test("a changed setting applies from the next request on", async () => {
  const app = setup();
  const allowed = async () => {
    const { headers } = await app.fetch("/state", { headers: { Origin: "https://example.org" } });
    return headers.get("Access-Control-Allow-Origin");
  };
  expect(await allowed()).toBeNull();
  vi.stubEnv("CORS_ORIGIN", "https://example.org");
  expect(await allowed()).toBe("https://example.org");
});

describe("costs", () => {
  const route = { method: "GET", path: "/state", class: "read", auth: "none", ...State.state } as const;

  test("of GET /state are one query where reads have no limit", async () => {
    expect((await respond(route)).calls).toEqual({ queries: 1, mutations: 0 });
  });

  test("of a rate limit are one transaction", async () => {
    const { calls } = await respond(route, undefined, { RATE_LIMIT_READ: "5" });
    expect(calls).toEqual({ queries: 1, mutations: 1 });
  });
});

describe("a body", () => {
  const echo = postEndpoint({
    ...documentation,
    body: z.strictObject({ note: z.string().exactOptional() }),
    response: z.strictObject({ note: z.string() }),
    handle: (_ctx, { note }) => Promise.resolve({ note: note ?? "none" }),
  });
  const route = post("/echo", "write", echo);
  const headers = { Authorization: `Bearer ${TICK_TOKEN}`, "Content-Type": "application/json" };
  const request = (body: BodyInit | null, more = {}) =>
    new Request("https://anima.test/echo", { method: "POST", headers: { ...headers, ...more }, body });
  const env = { WRITE_TOKEN: undefined };

  test("with only optional fields may be absent", async () => {
    const { response } = await respond(route, request(null), env);
    expect(await response.json()).toEqual({ success: true, note: "none" });
  });

  test("without bytes counts as absent, whatever its Content-Type", async () => {
    const { response } = await respond(route, request("", { "Content-Type": "text/plain" }), env);
    expect(response.status).toBe(200);
  });

  test("is no longer read once it is too large", async () => {
    let sent = 0;
    const cancel = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      cancel,
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const init = { method: "POST", headers, body: endless, duplex: "half" };
    const { response } = await respond(route, new Request("https://anima.test/echo", init), env);
    await expectFailure(response, 413, "VALIDATION_ERROR");
    expect(sent).toBeLessThan(2 * 1024 * 1024);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("that announces too many bytes is not read", async () => {
    const withheld = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("beyond the host's limit")),
    });
    const more = { ...headers, "Content-Length": "30000000" };
    const init = { method: "POST", headers: more, body: withheld, duplex: "half" };
    const { response } = await respond(route, new Request("https://anima.test/echo", init), env);
    await expectFailure(response, 413, "VALIDATION_ERROR");
  });

  test("that breaks off is the caller's fault, and not logged as an error", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("the client went away")),
    });
    const init = { method: "POST", headers, body: broken, duplex: "half" };
    const { response, log } = await respond(route, new Request("https://anima.test/echo", init), env);
    expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toBe("body: must arrive whole");
    expect(log).toBe("");
  });

  test("is not read without the right token", async () => {
    const untouched = new ReadableStream<Uint8Array>(
      {
        pull: () => {
          throw new Error("was read");
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", headers: {}, body: untouched, duplex: "half" };
    const { response } = await respond(route, new Request("https://anima.test/echo", init), env);
    await expectFailure(response, 401, "UNAUTHORIZED");
  });
});

describe("a path", () => {
  const read = getEndpoint({ ...SILENT, handle: () => Promise.resolve({}) });
  const table = routeTable([
    get("/things/best", read),
    get("/things/{id}", read),
    get("/things/{id}/history", read),
  ]);
  const match = (path: string) => {
    const found = matchPath(table, path);
    return found === null ? null : { path: found.path, id: found.id };
  };

  test("that is a route's own comes before one with an id", () => {
    expect(match("/things/best")).toEqual({ path: "/things/best", id: "" });
  });

  test("gives the id to the route with one, as it stands in the path", () => {
    expect(match("/things/a%20b")).toEqual({ path: "/things/{id}", id: "a%20b" });
    expect(match("/things/a/history")).toEqual({ path: "/things/{id}/history", id: "a" });
  });

  test.each(["/things", "/things/", "/things//history", "/things/a/", "/things/a/b", "/a/b/c/d/e/f/g/h/i/j"])(
    "%s is unknown",
    (path) => {
      expect(match(path)).toBeNull();
    },
  );
});

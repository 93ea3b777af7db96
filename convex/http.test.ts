/** The routes over the real functions: answers, paths, methods and headers. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "./_generated/api";
import * as Artifacts from "./api/resources/artifacts";
import * as Feed from "./api/resources/feed";
import * as Health from "./api/resources/health";
import * as Logs from "./api/resources/logs";
import * as State from "./api/resources/state";
import * as Tick from "./api/resources/tick";
import * as Wake from "./api/resources/wake";
import { expectFailure, post, type App } from "../test/functions/requests";
import { setup, TICK_TOKEN } from "../test/functions/setup";

const GETS = ["/health", "/state", "/logs", "/artifacts"];
const PATHS = [...GETS, "/tick", "/wake", "/feed"];

beforeEach(() => {
  // A fake clock keeps ticks that a wake schedules from running after the test.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9, 30, 20), toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

describe("a GET", () => {
  test.each([
    ["/health", Health.report],
    ["/state", State.stateBody],
    ["/logs", Logs.page],
    ["/artifacts", Artifacts.page],
  ])("%s of a new agent answers in its schema, without a success field", async (path, schema) => {
    const response = await setup().fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    schema.parse(await response.json());
  });

  test.each(GETS)("%s ignores any token", async (path) => {
    const response = await setup().fetch(path, { headers: { Authorization: "Bearer wrong" } });
    expect(response.status).toBe(200);
  });

  test.each(GETS)("%s refuses a parameter it does not know", async (path) => {
    const error = await expectFailure(await setup().fetch(`${path}?color=red`), 400, "VALIDATION_ERROR");
    expect(error).toBe('unknown query parameter "color"');
  });

  test.each(GETS)("%s answers HEAD like GET", async (path) => {
    expect((await setup().fetch(path, { method: "HEAD" })).status).toBe(200);
  });
});

describe("POST /tick", () => {
  test("answers when the tick has ended, with what the state and the log then show", async () => {
    const app = setup();
    const response = await app.fetch("/tick", {
      method: "POST",
      headers: { Authorization: `Bearer ${TICK_TOKEN}` },
    });
    expect(response.status).toBe(200);
    const { success, ...outcome } = await response.json();
    expect(success).toBe(true);
    const { mood, health, volatility, summary, detail } = Tick.outcome.parse(outcome);
    const state = await (await app.fetch("/state")).json();
    expect(state).toMatchObject({ mood, health, volatility, summary });
    const logs = await (await app.fetch("/logs")).json();
    expect(Logs.page.parse(logs)).toMatchObject({ logs: [{ mood, summary, detail }], total: 1 });
  });

  test.each(["", "{}"])("accepts the body %j", async (body) => {
    const response = await post(setup(), "/tick", body, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(response.status).toBe(200);
  });

  test("refuses any field", async () => {
    const response = await post(setup(), "/tick", { force: true }, { Authorization: `Bearer ${TICK_TOKEN}` });
    expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toBe('unknown field "force"');
  });

  test("answers 409 with Retry-After while a tick is running", async () => {
    const app = setup();
    await app.mutation(internal.tick.functions.begin, { trigger: "manual" });
    const response = await post(app, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    await expectFailure(response, 409, "TICK_IN_PROGRESS");
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  });

  test("answers 502 with no more than the request id where the model provider fails", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("who are you?", { status: 401 })));
    const app = setup({ LLM_API_KEY: "key-of-the-tests", LLM_BASE_URL: "http://model.test/v1" });
    const response = await post(app, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    vi.unstubAllGlobals();
    const error = await expectFailure(response, 502, "INTERNAL_ERROR");
    const requestId = response.headers.get("X-Request-Id");
    expect(error).toBe(`the model provider failed (request ${requestId})`);
    expect(log.mock.calls.flat().join()).toContain(requestId);
    expect(log.mock.calls.flat().join()).not.toContain("key-of-the-tests");
    log.mockRestore();
  });

  test("ignores an Idempotency-Key", async () => {
    const app = setup();
    // Too long for any endpoint that takes one.
    const headers = { Authorization: `Bearer ${TICK_TOKEN}`, "Idempotency-Key": "again".repeat(99) };
    await post(app, "/tick", {}, headers);
    await post(app, "/tick", {}, headers);
    expect((await (await app.fetch("/logs")).json()).total).toBe(2);
  });
});

describe("POST /wake", () => {
  test("stores a note for the next tick", async () => {
    const app = setup();
    const response = await post(app, "/wake", { note: "  Good morning.\n", priority: "low" });
    const { success, ...outcome } = await response.json();
    expect(success).toBe(true);
    expect(Wake.outcome.parse(outcome)).toEqual({
      acknowledged: true,
      tickTriggered: false,
      noteId: expect.any(String),
    });
    const [event] = await app.run((ctx) => ctx.db.query("events").take(2));
    expect(event?.content).toBe("  Good morning.\n");
    expect(event?.source).toEqual({ kind: "wake", priority: "low" });
  });

  test("triggers no tick while one is running", async () => {
    const app = setup();
    await app.mutation(internal.tick.functions.begin, { trigger: "manual" });
    const response = await post(app, "/wake", { note: "Good morning.", triggerTick: true });
    expect(await response.json()).toMatchObject({ success: true, acknowledged: true, tickTriggered: false });
  });
});

describe("POST /feed", () => {
  test("stores an event, of medium impact by default", async () => {
    const app = setup();
    const response = await post(app, "/feed", { type: "news", content: "The harvest was good." });
    const { success, ...outcome } = await response.json();
    expect(success).toBe(true);
    const { feedId } = Feed.outcome.parse(outcome);
    const [event] = await app.run((ctx) => ctx.db.query("events").take(2));
    expect(event?._id).toBe(feedId);
    expect(event?.source).toEqual({ kind: "feed", type: "news", impact: "medium" });
  });

  test("stores metadata with any keys", async () => {
    const app = setup();
    const metadata = '{"__proto__":{"admin":true},"$a":1,"_b":null,"ä ö":[[]],"":"empty"}';
    const body = `{"type":"custom","content":"x","metadata":${metadata}}`;
    expect((await post(app, "/feed", body)).status).toBe(200);
    const [event] = await app.run((ctx) => ctx.db.query("events").take(2));
    expect(event?.metadata).toBe(metadata);
    expect(Object.prototype).not.toHaveProperty("admin");
  });

  test("stores any Unicode exactly as sent", async () => {
    const app = setup();
    const content = " \u0000\ufeff👩‍👩‍👧 a\u0301 \u202e𐀀\n";
    expect((await post(app, "/feed", { type: "social", content })).status).toBe(200);
    const [event] = await app.run((ctx) => ctx.db.query("events").take(2));
    expect(event?.content).toBe(content);
  });
});

describe("lists", () => {
  test("accept all filters at once and answer a page in the schema", async () => {
    const app = setup();
    await post(app, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` });
    const query = "?limit=1.0&offset=0&mood=neutral&routine=morning&since=0.5&until=4102444800000";
    const page = Logs.page.parse(await (await app.fetch(`/logs${query}`)).json());
    expect(page.total).toBe(1);
    expect((await app.fetch("/artifacts?limit=100&offset=7&type=tweet&since=1&until=2")).status).toBe(200);
  });
});

describe("paths and methods", () => {
  test.each(["/nope", "/state/", "//state", "/State", "/%73tate", "/api", "/state/x"])(
    "%s is 404 for every method",
    async (path) => {
      const app = setup();
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        await expectFailure(await app.fetch(path, { method }), 404, "NOT_FOUND");
      }
    },
  );

  test("a wrong method is 405 with the allowed ones, before the token is checked", async () => {
    const app = setup();
    for (const path of PATHS) {
      const methods = GETS.includes(path)
        ? ["POST", "PUT", "PATCH", "DELETE"]
        : ["GET", "HEAD", "PUT", "DELETE"];
      for (const method of methods) {
        const response = await app.fetch(path, { method });
        await expectFailure(response, 405, "NOT_FOUND");
        expect(response.headers.get("Allow")).toBe(
          GETS.includes(path) ? "GET, HEAD, OPTIONS" : "POST, OPTIONS",
        );
      }
    }
  });
});

describe("headers", () => {
  const responses = async (app: App, headers: Record<string, string> = {}) => [
    await app.fetch("/state", { headers }),
    await app.fetch("/nope", { headers }),
    await app.fetch("/state", { method: "PUT", headers }),
    await app.fetch("/state?x=1", { headers }),
    await app.fetch("/tick", { method: "POST", headers }),
    await app.fetch("/state", { method: "OPTIONS", headers }),
    await post(app, "/wake", { note: "x" }, headers),
  ];

  test("are on every response", async () => {
    const all = await responses(setup());
    for (const { headers } of all) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(headers.get("Vary")).toBe("Origin");
    }
    expect(new Set(all.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(all.length);
  });

  test("allow the origins that are configured, and no others", async () => {
    const app = setup({ CORS_ORIGIN: "https://example.org, https://example.com" });
    const listed = await responses(app, { Origin: "https://example.com" });
    for (const { headers } of listed)
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://example.com");
    expect(listed.map(({ status }) => status)).toEqual([200, 404, 405, 400, 401, 204, 200]);
    const others = await responses(app, { Origin: "http://localhost:3000" });
    expect(others.map(({ status }) => status)).toEqual([200, 404, 403, 400, 403, 204, 403]);
    for (const { headers } of others) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(headers.get("Vary")).toBe("Origin");
    }
  });

  test.each(PATHS)("of a preflight of %s allow its methods", async (path) => {
    const response = await setup().fetch(path, {
      method: "OPTIONS",
      headers: { Origin: "http://localhost:5173", "Access-Control-Request-Method": "POST" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Methods")).toBe(response.headers.get("Allow"));
    expect(response.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect(Number(response.headers.get("Access-Control-Max-Age"))).toBeGreaterThan(0);
  });
});

test("an empty id is not found, like any unknown id", async () => {
  const app = setup();
  await expectFailure(await app.fetch("/memories/linked?id="), 404, "NOT_FOUND");
  await expectFailure(await post(app, "/memories/link", { memoryId: "" }), 404, "NOT_FOUND");
  await expectFailure(await app.fetch("/memories/linked"), 400, "VALIDATION_ERROR");
});

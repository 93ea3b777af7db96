/** The client against a scripted server: requests, retries and errors. */
import { describe, expect, test } from "vitest";
import {
  AnimaError,
  connect,
  feed,
  getHealth,
  getState,
  listLogs,
  listMemories,
  runTick,
} from "../../client";
import { scriptedServer, type Step } from "./scripted-server";

const stored: Step = {
  status: 200,
  body: { success: true, feedId: "f", stateModified: false, healthChange: 0 },
};
const limited = (seconds: string, status = 429): Step => ({
  status,
  headers: { "Retry-After": seconds },
  body: { success: false, error: "too many", code: "RATE_LIMITED" },
});
const event = { type: "news", content: "The harvest was good." } as const;
const tokens = { tick: "the-tick-token", write: "the-write-token" };

describe("a request", () => {
  test("has numbers in digits and omits undefined parameters", async () => {
    const { url, asked } = await scriptedServer({
      status: 200,
      body: { logs: [], total: 0, hasMore: false },
    });
    await listLogs(connect(`${url}/`), { limit: 5, mood: undefined, since: 0.0000001, routine: "day" });
    expect(asked[0]).toMatchObject({ method: "GET", url: "/logs?limit=5&since=0.0000001&routine=day" });
  });

  test("reaches a service below a path", async () => {
    const { url, asked } = await scriptedServer({ status: 200, body: {} });
    await getState(connect(`${url}/agents/one`));
    expect(asked[0]?.url).toBe("/agents/one/state");
  });

  test("sends the token of its class, and none where none is required", async () => {
    const { url, asked } = await scriptedServer(stored);
    const service = connect(url, { tokens });
    await feed(service, event);
    await runTick(service);
    await getHealth(service);
    await getState(service);
    await getState(connect(url, { tokens: { ...tokens, read: "the-read-token" } }));
    const sent = asked.map(({ headers }) => headers.authorization);
    // Reading may need a token, and any will do.
    const read = ["Bearer the-write-token", "Bearer the-read-token"];
    expect(sent).toEqual(["Bearer the-write-token", "Bearer the-tick-token", undefined, ...read]);
  });

  test("to write sends the tick token where there is no write token", async () => {
    const { url, asked } = await scriptedServer(stored);
    await feed(connect(url, { tokens: { tick: tokens.tick } }), event);
    expect(asked[0]?.headers.authorization).toBe("Bearer the-tick-token");
  });

  test("treats an empty token as unset", async () => {
    const { url, asked } = await scriptedServer(stored);
    await feed(connect(url, { tokens: { tick: tokens.tick, write: "" } }), event);
    await feed(connect(url, { tokens: { tick: "", write: undefined } }), event);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer the-tick-token", undefined]);
  });

  test("sends a number that is too small for 20 digits as 0", async () => {
    const { url, asked } = await scriptedServer({ status: 200, body: {} });
    await listMemories(connect(url), { minImportance: Number.MIN_VALUE });
    expect(asked[0]?.url).toBe("/memories?minImportance=0");
  });

  test("fails at once for an invalid address or an invalid key", async () => {
    for (const address of ["127.0.0.1:3210", "ftp://host", "http://me:secret@host", "http://host/?a=b"])
      expect(() => connect(address)).toThrow(TypeError);
    const { url, asked } = await scriptedServer(stored);
    await expect(feed(connect(url), event, { idempotencyKey: "ключ" })).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  test("to write follows no redirect", async () => {
    const { url, asked } = await scriptedServer({ status: 301, headers: { Location: "/other" }, body: "" });
    const thrown: unknown = await feed(connect(url), event).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(AnimaError);
    expect(thrown).toMatchObject({ status: 301, code: null, error: "a redirect, which is not followed" });
    expect(asked.map(({ method }) => method)).toEqual(["POST"]);
  });

  test("to write reports a redirect where a browser hides it", async () => {
    const answers = [Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" })];
    const hiding = connect("http://127.0.0.1", {
      fetch: () => Promise.resolve(answers.pop() ?? Response.error()),
    });
    await expect(feed(hiding, event)).rejects.toMatchObject({
      status: 0,
      error: "a redirect, which is not followed",
    });
  });

  test("sends the given key", async () => {
    const { url, asked } = await scriptedServer(stored);
    await feed(connect(url), event, { idempotencyKey: "mine" });
    expect(asked[0]?.headers["idempotency-key"]).toBe("mine");
  });
});

describe("a retry", () => {
  test("waits where the service names no time", async () => {
    const { url } = await scriptedServer(limited("0"), stored);
    const startedAt = performance.now();
    await feed(connect(url), event);
    expect(performance.now() - startedAt).toBeGreaterThan(248);
  });

  test("follows 429 and 503, with the same body and the same key", async () => {
    const { url, asked } = await scriptedServer(limited("0"), limited("0", 503), stored);
    expect(await feed(connect(url), event)).toMatchObject({ feedId: "f" });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ body }) => body))).toEqual(new Set([JSON.stringify(event)]));
    const keys = new Set(asked.map(({ headers }) => headers["idempotency-key"]));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test("has another key in another call", async () => {
    const { url, asked } = await scriptedServer(stored);
    await feed(connect(url), event);
    await feed(connect(url), event);
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  });

  test("waits as long as the service asks", async () => {
    const { url } = await scriptedServer(limited("1"), stored);
    const startedAt = performance.now();
    await feed(connect(url), event);
    // Timers may be early by less than a millisecond.
    expect(performance.now() - startedAt).toBeGreaterThan(998);
  });

  test.each<Step>(["break", "break in the middle"])(
    "follows a connection that did %j, where the request is repeatable",
    async (step) => {
      const { url, asked } = await scriptedServer(step, stored);
      await feed(connect(url), event);
      await getState(connect(url));
      expect(asked).toHaveLength(3);
    },
  );

  test("does not follow a lost connection of POST /tick", async () => {
    const { url, asked } = await scriptedServer("break");
    await expect(runTick(connect(url, { tokens }))).rejects.toThrow(TypeError);
    expect(asked).toHaveLength(1);
  });

  test("ends with the last error", async () => {
    const { url, asked } = await scriptedServer(limited("0"));
    await expect(getState(connect(url, { retries: 2 }))).rejects.toMatchObject({ status: 429 });
    expect(asked).toHaveLength(3);
  });

  test("does not follow a permanent error", async () => {
    const refusal = { success: false, error: "content: must not be blank", code: "VALIDATION_ERROR" };
    const { url, asked } = await scriptedServer({ status: 400, body: refusal });
    await expect(feed(connect(url), event)).rejects.toThrow(AnimaError);
    expect(asked).toHaveLength(1);
  });
});

describe("a signal", () => {
  test("ends the wait for a retry", async () => {
    const { url, asked } = await scriptedServer(limited("60"));
    const controller = new AbortController();
    const reason = new Error("enough");
    const service = connect(url, {
      fetch: async (...request) => {
        const response = await fetch(...request);
        setTimeout(() => controller.abort(reason));
        return response;
      },
    });
    await expect(getState(service, { signal: controller.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });

  test("ends the request without a retry", async () => {
    const { url, asked } = await scriptedServer(stored);
    const reason = new Error("enough");
    await expect(getState(connect(url), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(asked).toHaveLength(0);
  });
});

describe("an error", () => {
  test("has the service's message, status and request id", async () => {
    const refusal = { success: false, error: "note: must not be blank", code: "VALIDATION_ERROR" };
    const { url } = await scriptedServer({ status: 400, body: refusal });
    const error: unknown = await getState(connect(url)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnimaError);
    expect(error).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      error: "note: must not be blank",
      requestId: "request-1",
      message: "400 VALIDATION_ERROR: note: must not be blank",
    });
  });

  test.each([
    [502, "<h1>Bad gateway</h1>"],
    [404, { detail: "Not Found" }],
    [200, "<h1>Please sign in to this network</h1>"],
    [200, null],
  ])("of a proxy has no code: %i %j", async (status, body) => {
    const { url } = await scriptedServer({ status, body });
    await expect(getState(connect(url))).rejects.toMatchObject({ name: "AnimaError", status, code: null });
  });

  test("is thrown for a write without `success`", async () => {
    const refused = { success: false, error: "no", code: "INTERNAL_ERROR" };
    const { url } = await scriptedServer({ status: 200, body: refused });
    await expect(feed(connect(url), event)).rejects.toMatchObject({ code: "INTERNAL_ERROR", error: "no" });
  });
});

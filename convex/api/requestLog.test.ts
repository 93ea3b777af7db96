/** The request log: one line per request, and nothing that its caller sent. */
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { routes } from "../http";
import { importRunning } from "./errors";
import { logRequest } from "./requestLog";
import { holdMinute } from "../../test/functions/holdMinute";
import { post, type App } from "../../test/functions/requests";
import { large, setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";

/** The lines that are logged until the test ends. */
function listen(): string[] {
  const lines: string[] = [];
  for (const level of ["debug", "info", "log", "warn", "error"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((...parts) => void lines.push(parts.join(" ")));
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}

/** A request's id, and the log lines with that id. */
async function told(request: (app: App) => Promise<Response>, env = {}) {
  const app = setup(env);
  const lines = listen();
  const requestId = (await request(app)).headers.get("X-Request-Id");
  // The host's own lines, as of a slow function, are text.
  const all: { requestId: string }[] = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  return { requestId, lines: all.filter((line) => line.requestId === requestId) };
}

const guess = { Authorization: "Bearer guess-guess-guess-guess" };

describe("each request has one log line with its fields", () => {
  const wake = { method: "POST", route: "/wake" };
  const cases: [string, (app: App) => Promise<Response>, object][] = [
    ["a read", (app) => app.fetch("/logs?limit=3"), { method: "GET", route: "/logs", status: 200 }],
    ["a write", (app) => post(app, "/wake", { note: "x" }), { ...wake, status: 200 }],
    [
      "a HEAD",
      (app) => app.fetch("/state", { method: "HEAD" }),
      { method: "HEAD", route: "/state", status: 200 },
    ],
    [
      "a preflight",
      (app) => app.fetch("/wake", { method: "OPTIONS" }),
      { method: "OPTIONS", route: "/wake", status: 204 },
    ],
    ["a wrong body", (app) => post(app, "/wake", {}), { ...wake, status: 400, code: "VALIDATION_ERROR" }],
    ["a wrong token", (app) => post(app, "/wake", {}, guess), { ...wake, status: 401, code: "UNAUTHORIZED" }],
    [
      "an unknown path",
      (app) => app.fetch("/who-is/ada"),
      { method: "GET", route: null, status: 404, code: "NOT_FOUND" },
    ],
    [
      "a wrong method",
      (app) => app.fetch("/wake", { method: "DELETE" }),
      { method: "DELETE", route: "/wake", status: 405, code: "NOT_FOUND" },
    ],
    [
      "one too many",
      async (app) => {
        await post(app, "/wake", { note: "x" });
        return post(app, "/wake", { note: "x" });
      },
      { ...wake, status: 429, code: "RATE_LIMITED" },
    ],
  ];
  test.each(cases)("%s", async (_name, request, facts) => {
    holdMinute();
    const { requestId, lines } = await told(request, { RATE_LIMIT_WRITE: "1" });
    expect(lines).toEqual([{ message: "request", requestId, durationMs: expect.any(Number), ...facts }]);
  });
});

test("only faults of the service are logged as errors", async () => {
  const app = setup({ AGENT_TIMEZONE: "Mars/Olympus" });
  listen();
  await app.fetch("/state");
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(console.info).not.toHaveBeenCalled();
  const well = setup();
  await well.fetch("/state?color=red");
  expect(console.error).toHaveBeenCalledTimes(1);
  expect(console.info).toHaveBeenCalledTimes(1);
});

test("a service that is only busy is not logged as an error", () => {
  const told = listen();
  const error = importRunning();
  const request = { requestId: "r1", method: "POST", route: "/import", durationMs: 3 };
  logRequest({ ...request, status: error.status, error }, () => []);
  expect(told.map((line): unknown => JSON.parse(line))).toEqual([
    { message: "request", ...request, status: 503, code: "INTERNAL_ERROR" },
  ]);
  expect(console.info).toHaveBeenCalledTimes(1);
});

large("nothing that a caller wrote is in it, wherever they wrote it", async () => {
  const app = setup({ RATE_LIMIT_READ: "5000", RATE_LIMIT_WRITE: "5000", TRUST_PROXY: "true" });
  const lines = listen();
  // A marker that occurs in no field of the log.
  const mark = fc.stringMatching(/^[a-z]{8}$/).map((letters) => `zq${letters}qz`);
  await fc.assert(
    fc.asyncProperty(mark, fc.constantFrom(...routes), async (word, { method, path }) => {
      const headers = {
        "X-Forwarded-For": word,
        "User-Agent": word,
        "Idempotency-Key": word,
        "X-Request-Id": word,
        Cookie: `session=${word}`,
      };
      lines.length = 0;
      await app.fetch(`${path}?q=${word}&${word}=1`, { headers });
      await app.fetch(`${path}/${word}`, { headers });
      await app.fetch(path, { headers: { ...headers, Authorization: `Bearer ${word.repeat(3)}` } });
      if (method === "POST") {
        const body = { content: word, note: word, type: word, [word]: word, metadata: { [word]: word } };
        for (const token of [TICK_TOKEN, WRITE_TOKEN, word.repeat(3)]) {
          await post(app, path, body, { ...headers, Authorization: `Bearer ${token}` });
          await post(app, path, `{"${word}`, { ...headers, Authorization: `Bearer ${token}` });
        }
        await post(app, path, body, { ...headers, "Content-Type": `text/${word}` });
      }
      expect(lines.length).toBeGreaterThanOrEqual(3);
      const log = lines.join("\n");
      for (const secret of [word, TICK_TOKEN, WRITE_TOKEN]) expect(log).not.toContain(secret);
    }),
    { numRuns: 30 },
  );
});

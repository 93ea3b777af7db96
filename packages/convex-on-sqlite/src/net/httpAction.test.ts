/** The application's own routes, over real connections. */
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { httpActionGeneric, httpRouter } from "convex/server";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bodyChunks, addEchoRoute } from "../../test/echoRoute";
import { temporaryFolder } from "../../test/testApp";
import { sendRaw, startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
/** The requests that the routes received, newest last. */
let seen: { url: string; method: string; header: string | null; ip: string | null; requestId: string }[];
let counted: number;
let aborted: number;
let release: () => void;

function routes() {
  const http = httpRouter();
  const plain = httpActionGeneric(async (ctx, request) => {
    const { ip, requestId } = await ctx.meta.getRequestMetadata();
    seen.push({
      url: request.url,
      method: request.method,
      header: request.headers.get("x-test"),
      ip,
      requestId,
    });
    const headers = new Headers({ "content-type": "text/plain" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2; Path=/");
    return new Response("hello", { status: 201, headers });
  });
  http.route({ path: "/plain", method: "GET", handler: plain });
  http.route({ path: "/plain", method: "OPTIONS", handler: plain });
  addEchoRoute(http);
  http.route({
    path: "/user",
    method: "GET",
    handler: httpActionGeneric(async (ctx, request) => {
      const header = request.headers.get("authorization");
      if (request.url.endsWith("?ask")) return Response.json(await ctx.auth.getUserIdentity());
      return Response.json({ header });
    }),
  });
  http.route({
    path: "/count",
    method: "POST",
    // Stops reading at its own limit, like the app.
    handler: httpActionGeneric(async (_ctx, request) => {
      for await (const part of bodyChunks(request)) {
        counted += part.byteLength;
        if (counted > 1024 * 1024) return new Response("too much", { status: 413 });
      }
      return new Response(String(counted));
    }),
  });
  http.route({
    path: "/declared",
    method: "POST",
    handler: httpActionGeneric((_ctx, request) =>
      Promise.resolve(new Response(`${request.headers.get("Content-Length")} are too many`, { status: 422 })),
    ),
  });
  http.route({
    path: "/large",
    method: "GET",
    // Chunks of 8 MiB.
    handler: httpActionGeneric((_ctx, request) => {
      let partsLeft = Number(new URL(request.url).searchParams.get("parts"));
      return Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            pull(controller) {
              if (partsLeft-- > 0) controller.enqueue(new Uint8Array(8 << 20));
              else controller.close();
            },
            cancel: () => void (aborted += 1),
          }),
        ),
      );
    }),
  });
  http.route({
    path: "/large/whole",
    method: "GET",
    handler: httpActionGeneric(() => Promise.resolve(new Response(new Uint8Array((20 << 20) + 1)))),
  });
  http.route({
    path: "/fail",
    method: "GET",
    handler: httpActionGeneric((_ctx, request) => {
      if (request.url.endsWith("?data")) throw new ConvexError({ why: "because" });
      throw new RangeError("boom");
    }),
  });
  http.route({
    path: "/nothing",
    method: "GET",
    handler: httpActionGeneric(() => Promise.resolve({ status: 200 } as unknown as Response)),
  });
  http.route({
    path: "/stream",
    method: "GET",
    handler: httpActionGeneric(() => {
      const gate = new Promise<void>((resolve) => (release = resolve));
      const text = new TextEncoder();
      return Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(text.encode("first")),
            pull: async (controller) => {
              await gate;
              controller.enqueue(text.encode("second"));
              controller.close();
            },
          }),
        ),
      );
    }),
  });
  http.route({
    path: "/events",
    method: "GET",
    // Endless: it ends only if it is told to.
    handler: httpActionGeneric(() => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("retry: 1000\n\n")),
        pull: () => new Promise(() => undefined),
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    }),
  });
  http.route({
    path: "/broken",
    method: "GET",
    handler: httpActionGeneric(() => {
      const gate = new Promise<void>((resolve) => (release = resolve));
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("half")),
        pull: async () => {
          await gate;
          throw new Error("the source dried up");
        },
      });
      return Promise.resolve(new Response(body));
    }),
  });
  http.route({
    path: "/dry",
    method: "GET",
    handler: httpActionGeneric(() => {
      const pull = () => Promise.reject(new Error("the source was dry"));
      return Promise.resolve(new Response(new ReadableStream({ pull })));
    }),
  });
  http.route({
    path: "/hang",
    method: "GET",
    handler: httpActionGeneric(async (_ctx, request) => {
      await new Promise<void>((resolve) => {
        release = resolve;
        request.signal.addEventListener("abort", () => {
          aborted += 1;
          resolve();
        });
      });
      return new Response("late");
    }),
  });
  return http;
}

beforeEach(async () => {
  seen = [];
  counted = 0;
  aborted = 0;
  release = () => undefined;
  directory = temporaryFolder();
  host = await startTestHost({ modules: {}, http: routes() }, directory.path);
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

describe("a route", () => {
  it("receives the request and sends the response unchanged", async () => {
    const response = await fetch(`${host.url}/plain?a=%C3%A9&a=2`, { headers: { "x-test": "1" } });
    expect(await response.text()).toBe("hello");
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2; Path=/"]);
    expect(response.headers.get("content-length")).toBe("5");
    expect(seen).toMatchObject([
      { url: `${host.url}/plain?a=%C3%A9&a=2`, method: "GET", header: "1", ip: "127.0.0.1" },
    ]);
    expect(seen[0]?.requestId).toMatch(/^[0-9a-f]{16}$/);
  });

  it("sees an Authorization header, but can't ask for the user, because no token is verified", async () => {
    const headers = { authorization: "Bearer a-token-of-the-app" };
    const own = await fetch(`${host.url}/user`, { headers });
    expect(await own.json()).toEqual({ header: headers.authorization });
    const asked = await fetch(`${host.url}/user?ask`, { headers });
    expect(asked.status).toBe(500);
    expect(await asked.json()).toMatchObject({
      trace: expect.stringContaining("The Authorization header can't be verified") as string,
    });
    expect(await (await fetch(`${host.url}/user?ask`)).json()).toBeNull();
  });

  it("answers HEAD like GET without the body, and OPTIONS if registered", async () => {
    const head = await fetch(`${host.url}/plain`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([201, ""]);
    const options = await fetch(`${host.url}/plain`, { method: "OPTIONS" });
    expect(options.status).toBe(201);
    expect(seen.map(({ method }) => method)).toEqual(["HEAD", "OPTIONS"]);
  });

  it("receives and returns bytes unchanged", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
    const response = await fetch(`${host.url}/echo`, { method: "POST", body: bytes });
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  it("may stop reading a body of unknown length; the client gets the response", async () => {
    const request = httpRequest(`${host.url}/count`, { method: "POST" });
    request.on("error", () => undefined);
    let answered = false;
    const answer = once(request, "response").finally(() => (answered = true)) as Promise<[IncomingMessage]>;
    const part = Buffer.alloc(64 * 1024);
    while (!answered) await new Promise<void>((resolve) => request.write(part, () => resolve()));
    const [response] = await answer;
    expect(response.statusCode).toBe(413);
    expect(counted).toBeLessThan(1024 * 1024 + 256 * 1024);
    response.resume();
    request.destroy();
  });

  it("gets no body whose declared length exceeds the host's limit", async () => {
    const answer = await sendRaw(
      host,
      `POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(counted).toBe(0);
  });

  it("may explain itself why it rejects such a body", async () => {
    const answer = await sendRaw(
      host,
      `POST /declared HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 422 /);
    expect(answer).toContain("30000000 are too many");
  });

  it("that leaves its body unread does not block the next request on the connection", async () => {
    const body = "x".repeat(300_000);
    const answers = await sendRaw(
      host,
      `POST /declared HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answers).toMatch(/^HTTP\/1.1 422 [^]*HTTP\/1.1 201 [^]*hello$/);
  });

  it("may stream: the first chunk arrives before the last is created", async () => {
    const response = await fetch(`${host.url}/stream`);
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value ?? []).toString()).toBe("first");
    expect(response.headers.get("transfer-encoding")).toBe("chunked");
    release();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("second");
    expect((await reader.read()).done).toBe(true);
  });

  it("whose event stream has no end is ended in order when the host stops, not at its deadline", async () => {
    const response = await fetch(`${host.url}/events`);
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    await reader.read();
    const stopped = host.stop(60_000);
    expect((await reader.read()).done).toBe(true);
    await stopped;
  });

  it("whose response fails midway breaks the connection", async () => {
    const response = await fetch(`${host.url}/broken`);
    const text = response.text();
    release();
    await expect(text).rejects.toThrow();
  });

  it("whose response fails before anything was sent is answered with the error", async () => {
    const response = await fetch(`${host.url}/dry`);
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining("the source was dry"),
    ]);
  });

  it("may respond with 20 MiB, and fails with more", async () => {
    const small = await fetch(`${host.url}/large?parts=2`);
    expect((await small.arrayBuffer()).byteLength).toBe(16 << 20);
    const large = await fetch(`${host.url}/large?parts=5`);
    await expect(large.arrayBuffer()).rejects.toThrow();
    // Later chunks are not created.
    await vi.waitFor(() => expect(aborted).toBe(1), WAIT_OPTIONS);
    const whole = await fetch(`${host.url}/large/whole`);
    expect([whole.status, await whole.text()]).toEqual([
      500,
      expect.stringContaining("HTTP actions support responses up to 20 MiB"),
    ]);
    const entries = host.logged.filter((line) => line.includes("HttpResponseTooLarge"));
    expect(entries).toHaveLength(2);
  });

  it("is notified when its client disconnects", async () => {
    const leave = new AbortController();
    const request = fetch(`${host.url}/hang`, { signal: leave.signal });
    await vi.waitFor(() => expect(host.live.inFlight.running).toBe(1), WAIT_OPTIONS);
    leave.abort();
    await expect(request).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toBe(1), WAIT_OPTIONS);
    await vi.waitFor(() => expect(host.live.inFlight.running).toBe(0), WAIT_OPTIONS);
  });

  it("that throws is answered with its error and request id; the stack goes to the log only", async () => {
    const response = await fetch(`${host.url}/fail`);
    expect(response.status).toBe(500);
    const body = (await response.json()) as { code: string; trace: string };
    expect(body).toEqual({
      code: expect.stringMatching(
        /^\[Request ID: [0-9a-f]{16}\] Server Error: Uncaught RangeError: boom$/,
      ) as string,
      trace: "Uncaught RangeError: boom\n",
    });
    const line = host.logged.find((logged) => logged.includes("HTTP action failed")) ?? "";
    expect(line).toContain(body.code.slice(13, 29));
    expect(line).toContain("httpAction.test.ts");
    const withData = await fetch(`${host.url}/fail?data`);
    expect(await withData.json()).toMatchObject({ data: { why: "because" } });
  });
});

it("that returns no response fails with an explanation", async () => {
  const response = await fetch(`${host.url}/nothing`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    code: expect.stringMatching(/Server Error: An HTTP action must return a Response: /) as string,
    trace: expect.stringMatching(/^An HTTP action must return a Response: /) as string,
  });
});

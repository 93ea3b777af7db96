/** The HTTP API, used by the real client and by raw requests. */
import { ConvexHttpClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { decodeTs } from "../live/versions";
import { notesApp, type NotesApp } from "../../test/notesApp";
import { action, mutation, query, startTestHost, type TestHost } from "../../test/testHost";

let app: NotesApp;
let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeEach(async () => {
  app = notesApp();
  directory = temporaryFolder();
  host = await startTestHost(app, directory.path);
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

function newClient(): ConvexHttpClient {
  return new ConvexHttpClient(host.url, { logger: false });
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(host.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("ConvexHttpClient", () => {
  it("calls queries, mutations and actions", async () => {
    const client = newClient();
    await client.mutation(mutation("notes:add"), { topic: "a", text: "x" });
    expect(await client.query(query("notes:list"), { topic: "a" })).toEqual(["x"]);
    expect(await client.action(action("notes:echo"), { value: { n: 3n } })).toEqual({ n: 3n });
  });

  it("gets the data of a ConvexError, and the message of any other", async () => {
    const client = newClient();
    await expect(client.mutation(mutation("notes:refuse"), {})).rejects.toMatchObject({
      data: { reason: "refused" },
    });
    await expect(client.mutation(mutation("notes:refuse"), { plain: true })).rejects.toThrow(
      /^\[Request ID: [0-9a-f]{16}\] Server Error\nUncaught Error: boom/,
    );
  });

  it("reads consistently at one timestamp, and is rejected once the database has changed", async () => {
    const client = newClient();
    await client.mutation(mutation("notes:add"), { topic: "a", text: "x" });
    expect(await client.consistentQuery(query("notes:list"), { topic: "a" })).toEqual(["x"]);
    await client.mutation(mutation("notes:add"), { topic: "a", text: "y" });
    await expect(client.consistentQuery(query("notes:list"), { topic: "a" })).rejects.toThrow(
      "TimestampUnavailable",
    );
  });

  it("is rejected with a token", async () => {
    const client = newClient();
    client.setAuth("header.payload.signature");
    await expect(client.query(query("notes:list"), { topic: "a" })).rejects.toThrow("read auth.config");
  });
});

describe("a repeated query", () => {
  it("is answered from the cache until a commit touches what it read", async () => {
    const client = newClient();
    await client.query(query("notes:list"), { topic: "a" });
    await client.query(query("notes:list"), { topic: "a" });
    expect(app.listRuns()).toBe(1);
    await client.mutation(mutation("notes:add"), { topic: "b" });
    await client.query(query("notes:list"), { topic: "a" });
    expect(app.listRuns()).toBe(1);
    await client.mutation(mutation("notes:add"), { topic: "a", text: "new" });
    expect(await client.query(query("notes:list"), { topic: "a" })).toEqual(["new"]);
    expect(app.listRuns()).toBe(2);
  });
});

describe("a raw call", () => {
  it("accepts an arguments object or an array of one, and answers in the requested format", async () => {
    const value = { $integer: "AwAAAAAAAAA=" };
    const plain = await post("/api/action", { path: "notes:echo", args: { value }, format: "json" });
    expect(await plain.json()).toEqual({ status: "success", value: "3", logLines: [] });
    const encoded = await post("/api/action", {
      path: "notes:echo",
      args: [{ value }],
      format: "convex_encoded_json",
    });
    expect(await encoded.json()).toEqual({ status: "success", value, logLines: [] });
  });

  it("is rejected with a number outside doubles, which must not be cached as null", async () => {
    const firstPage = (cursor: string) =>
      post(
        "/api/query",
        `{"path":"notes:page","args":{"topic":"a","paginationOpts":{"numItems":1,"cursor":${cursor}}}}`,
      );
    const refused = await firstPage("-1e400");
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { code: "BadJsonBody", message: expect.stringContaining("a number is out of range") as string },
    ]);
    expect(await (await firstPage("null")).json()).toMatchObject({ status: "success" });
  });

  it("finds a function of any kind at /api/function", async () => {
    const added = await post("/api/function", { path: "notes:add", args: { topic: "a", text: "x" } });
    expect(await added.json()).toMatchObject({ status: "success" });
    const listed = await post("/api/function", { path: "notes:list", args: { topic: "a" } });
    expect(await listed.json()).toMatchObject({ value: ["x"] });
    const echoed = await post("/api/function", { path: "notes:echo", args: { value: 1 } });
    expect(await echoed.json()).toMatchObject({ value: 1 });
  });

  it("fails with status 560 for functions that clients may not call", async () => {
    for (const path of ["notes:hidden", "notes:nothing", "_system/cli/tables"]) {
      const response = await post("/api/mutation", { path, args: {} });
      expect(response.status).toBe(560);
      expect(await response.json()).toMatchObject({
        status: "error",
        errorMessage: expect.stringContaining("Could not find public function") as string,
      });
    }
    const component = await post("/api/function", { path: "a:b", args: {}, componentPath: "rateLimiter" });
    expect(component.status).toBe(403);
  });

  it.each([
    ["no JSON", "{", 400],
    ["no path", { args: {} }, 400],
    ["arguments that are not an object", { path: "a:b", args: 7 }, 400],
    ["two arguments", { path: "a:b", args: [{}, {}] }, 400],
    ["an unknown format", { path: "a:b", args: {}, format: "xml" }, 400],
    ["too large a body", JSON.stringify({ path: "a:b", args: { x: "x".repeat(21 * 1024 * 1024) } }), 413],
  ])("is rejected with %s", async (_, body, status) => {
    const response = await post("/api/query", body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      code: expect.any(String) as string,
      message: expect.any(String) as string,
    });
  });

  it("is rejected with a method other than POST", async () => {
    const read = await fetch(`${host.url}/api/query?path=notes:list&args={}`);
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect(await read.json()).toEqual({ code: "MethodNotAllowed", message: "Use POST" });
  });

  it("allows every origin unless told otherwise, without credentials", async () => {
    const preflight = await fetch(`${host.url}/api/query`, {
      method: "OPTIONS",
      headers: { origin: "http://x", "access-control-request-headers": "convex-client,content-type" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("http://x");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("convex-client,content-type");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    const failed = await post("/api/query", "{", { origin: "http://x" });
    expect(failed.headers.get("access-control-allow-origin")).toBe("http://x");
    expect((await post("/api/query", "{")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "runs no call of the type %j, as on Convex",
    async (type) => {
      const call = { path: "notes:add", args: { topic: "a", text: "x" } };
      for (const path of ["/api/mutation", "/api/function"]) {
        const refused = await post(path, call, { "content-type": type });
        expect(refused.status).toBe(400);
        expect(await refused.json()).toMatchObject({ code: "BadJsonBody" });
      }
      expect(await newClient().query(query("notes:list"), { topic: "a" })).toEqual([]);
    },
  );

  it("runs calls of other types of JSON", async () => {
    const call = { path: "notes:list", args: { topic: "a" } };
    for (const type of ["Application/JSON; charset=utf-8", "application/vnd.api+json"])
      expect((await post("/api/query", call, { "content-type": type })).status).toBe(200);
  });

  it("returns the timestamp of the last commit", async () => {
    const { ts } = (await (await post("/api/query_ts", {})).json()) as { ts: string };
    expect(decodeTs(ts)).toBe(host.engine.lastTs());
  });
});

/** The admin key over HTTP and over sockets, with genuine clients. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { v } from "convex/values";
import { internalMutationGeneric, internalQueryGeneric, queryGeneric } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { SyncClient } from "../../test/syncClient";
import { TEST_CALL, temporaryFolder } from "../../test/testApp";
import { query, startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import type { AdminOptions } from "./adminAccess";

const KEY = "correct-horse-battery-staple-0123456789";

const app = {
  tables: ["notes"],
  modules: {
    notes: {
      open: queryGeneric({ args: {}, handler: () => "open" }),
      secret: internalQueryGeneric({
        args: {},
        handler: async (ctx) => (await ctx.db.query("notes").collect()).length,
      }),
      add: internalMutationGeneric({
        args: { text: v.string() },
        handler: async (ctx, { text }) => void (await ctx.db.insert("notes", { text })),
      }),
    },
  },
};

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeEach(() => {
  directory = temporaryFolder();
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

async function start(admin: AdminOptions | null): Promise<void> {
  host = await startTestHost(app, directory.path, { admin });
}

const open: AdminOptions = { key: KEY, fromAnywhere: false };

function ask(path: string, headers: Record<string, string>): Promise<Response> {
  const body = JSON.stringify({ path: "notes:secret", args: {} });
  const json = { "content-type": "application/json", ...headers };
  return fetch(host.url + path, { method: "POST", headers: json, body });
}

async function refusalOf(response: Response): Promise<unknown> {
  return [response.status, await response.json()];
}

const badKey = (message: string): unknown => [
  403,
  { code: "BadAdminKey", message: expect.stringContaining(message) as string },
];

describe("without ADMIN_KEY", () => {
  beforeEach(() => start(null));

  it.each(["/api/query", "/api/function", "/api/deploy2/start_push", "/api/shapes2"])(
    "a request to %s with an admin key is refused at once",
    async (path) => {
      const response = await ask(path, { authorization: `Convex ${KEY}`, origin: "http://x" });
      expect(await refusalOf(response)).toEqual(badKey("set ADMIN_KEY"));
      expect(response.headers.get("access-control-allow-origin")).toBe("http://x");
    },
  );

  it("each call on a socket that presents one fails, and the key is not logged", async () => {
    const client = await SyncClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: KEY });
    client.add(0, 0, "notes:open", {});
    client.mutate(0, { text: "x" });
    client.send({ type: "Action", requestId: 1, udfPath: "notes:act", args: [{}] });
    const reason = expect.stringMatching(/^You do not have permission .*set ADMIN_KEY/) as string;
    const failed = { type: "QueryFailed", queryId: 0, errorMessage: reason };
    await vi.waitFor(() => {
      expect(client.of("MutationResponse")).toMatchObject([{ success: false, result: reason }]);
      expect(client.of("ActionResponse")).toMatchObject([{ success: false, result: reason }]);
      expect(client.of("Transition")).toMatchObject([{ modifications: [failed] }]);
    }, WAIT_OPTIONS);
    expect(host.logged.join("")).not.toContain(KEY);
  });

  it("requests without the header are served as ever", async () => {
    const client = new ConvexHttpClient(host.url, { logger: false });
    expect(await client.query(query("notes:open"), {})).toBe("open");
    await expect(client.query(query("notes:secret"), {})).rejects.toThrow("Could not find public function");
  });
});

describe("with ADMIN_KEY", () => {
  beforeEach(() => start(open));

  it("opens internal functions to its holder, and logs the use without the key", async () => {
    const response = await ask("/api/query", { authorization: `Convex ${KEY}` });
    expect(await response.json()).toMatchObject({ status: "success", value: 0 });
    const uses = host.logged.filter((line) => line.includes("admin access"));
    expect(uses).toEqual([expect.stringContaining("notes:secret")]);
    expect(host.logged.join("")).not.toContain(KEY);
  });

  it.each([
    ["a wrong key", `Convex ${KEY}x`, "not the ADMIN_KEY"],
    ["an empty key", "Convex ", "not the ADMIN_KEY"],
    ["an identity to act as", `Convex ${KEY}:eyJ9`, "no users"],
  ])("refuses %s", async (_, authorization, message) => {
    expect(await refusalOf(await ask("/api/query", { authorization }))).toEqual(badKey(message));
  });

  it("refuses callers behind a proxy, whatever their key", async () => {
    for (const key of [KEY, "wrong"]) {
      const headers = { authorization: `Convex ${key}`, "x-forwarded-for": "203.0.113.7" };
      expect(await refusalOf(await ask("/api/query", headers))).toEqual(badKey("loopback address"));
    }
  });

  it("does not serve what it does not know, with a status that the CLI does not retry", async () => {
    const response = await ask("/api/unknown", { authorization: `Convex ${KEY}` });
    expect(await refusalOf(response)).toEqual([
      400,
      { code: "NotServed", message: "This host does not serve POST /api/unknown" },
    ]);
  });

  it("opens live queries of internal functions, and keeps the shared results of clients apart", async () => {
    const admin = new ConvexClient(host.url, { webSocketConstructor: WebSocket as never, logger: false });
    onTestFinished(() => admin.close());
    (admin.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(KEY);
    const counts: unknown[] = [];
    const changed = new Promise<void>((resolve, reject) => {
      admin.onUpdate(
        query("notes:secret"),
        {},
        (count) => {
          counts.push(count);
          if (count === 1) resolve();
          else void host.engine.mutation({ componentPath: "", name: "notes:add" }, { text: "x" }, TEST_CALL);
        },
        reject,
      );
    });
    await changed;
    expect(counts).toEqual([0, 1]);
    const anonymous = new ConvexHttpClient(host.url, { logger: false });
    await expect(anonymous.query(query("notes:secret"), {})).rejects.toThrow(
      "Could not find public function",
    );
  });

  it("ends a socket whose rights would change under its watched queries", async () => {
    const client = await SyncClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: KEY });
    client.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
    expect(await client.closed).toMatchObject({ reason: "IdentityChanged: reconnect" });
  });
});

it("answers callers behind a proxy with ADMIN_HOST=any", async () => {
  await start({ ...open, fromAnywhere: true });
  const headers = { authorization: `Convex ${KEY}`, "x-forwarded-for": "203.0.113.7" };
  expect((await ask("/api/query", headers)).status).toBe(200);
});

it("limits uses per address, apart from the calls of clients", async () => {
  await start({ ...open, usesPerMinute: 2 });
  const headers = { authorization: "Convex guess" };
  const statuses = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await ask("/api/query", headers)).status);
  expect(statuses).toEqual([403, 403, 429]);
  const client = new ConvexHttpClient(host.url, { logger: false });
  expect(await client.query(query("notes:open"), {})).toBe("open");
});

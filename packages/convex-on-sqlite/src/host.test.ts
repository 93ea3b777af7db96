import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { DATABASE_FILE } from "./engine/engine";
import { type Host, type HostOptions, startHost } from "./host";
import { createLogger } from "./log";
import { Sqlite } from "./store/sqlite";
import { mutation, query } from "../test/testHost";

const APP: Record<string, string> = {
  "schema.ts": `import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ notes: defineTable({ text: v.string() }) });`,
  "notes.ts": `import { queryGeneric, mutationGeneric, actionGeneric, internalMutationGeneric, makeFunctionReference } from "convex/server";
    import { v } from "convex/values";
    export const list = queryGeneric({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).map((n) => n.text) });
    export const add = mutationGeneric({ args: { text: v.string() }, handler: (ctx, args) => ctx.db.insert("notes", args) });
    export const addLater = mutationGeneric({ args: { text: v.string() }, handler: async (ctx, args) => {
      await ctx.scheduler.runAfter(0, makeFunctionReference("notes:add"), args);
    } });`,
  "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/slow", method: "GET", handler: httpActionGeneric(async () => {
      await globalThis.slowGate;
      return new Response("finished");
    }) });
    const { CONVEX_CLOUD_URL: cloud = null, CONVEX_SITE_URL: site = null } = process.env;
    http.route({ path: "/address", method: "GET", handler: httpActionGeneric(async () => Response.json([cloud, site])) });
    export default http;`,
};

let root: string;
let options: HostOptions;
let hosts: Host[] = [];

beforeAll(() => {
  // Inside the project, where packages resolve.
  mkdirSync(join(import.meta.dirname, "..", ".host"), { recursive: true });
  root = realpathSync(mkdtempSync(join(import.meta.dirname, "..", ".host", "host-test-")));
  mkdirSync(join(root, "convex"));
  for (const [file, source] of Object.entries(APP)) writeFileSync(join(root, "convex", file), source);
  options = {
    functionsDir: join(root, "convex"),
    dataDir: join(root, "data"),
    outDir: join(root, "out"),
    hostname: "127.0.0.1",
    port: 0,
    env: {},
    log: createLogger({ json: true, level: "error", write: (line) => process.stderr.write(line) }),
    synchronous: "NORMAL",
  };
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop(0)));
  hosts = [];
  rmSync(options.dataDir, { recursive: true, force: true });
});

async function start(overrides: Partial<HostOptions> = {}): Promise<Host> {
  const host = await startHost({ ...options, ...overrides });
  hosts.push(host);
  return host;
}

function newClient(host: Host): ConvexClient {
  return new ConvexClient(host.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
  });
}

/** A port in use. */
async function portTaken(): Promise<{ other: Server; port: number }> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  return { other, port: typeof address === "object" && address !== null ? address.port : 0 };
}

describe("startHost", () => {
  it("serves an app from its folder, runs its jobs, and keeps everything across a restart", async () => {
    const first = await start();
    const client = newClient(first);
    await client.mutation(mutation("notes:add"), { text: "now" });
    const both = new Promise<void>((resolve, reject) => {
      client.onUpdate(
        query("notes:list"),
        {},
        (texts: unknown) => {
          if (Array.isArray(texts) && texts.length === 2) resolve();
        },
        reject,
      );
    });
    await client.mutation(mutation("notes:addLater"), { text: "later" });
    await both;
    await client.close();
    await first.stop(1_000);

    const second = newClient(await start());
    expect(await second.query(query("notes:list"), {})).toEqual(["now", "later"]);
    await second.close();
  });

  it("counts calls, cache hits and delays for the charts of its admin", async () => {
    const key = "correct-horse-battery-staple-0123456789";
    const host = await start({ admin: { key, fromAnywhere: false } });
    const client = newClient(host);
    await client.query(query("notes:list"), {});
    await client.close();
    const other = newClient(host);
    await other.query(query("notes:list"), {});
    await other.close();
    const [from, to] = [Date.now() - 60 * 60_000, Date.now() + 1].map((ms) => ({
      secs_since_epoch: Math.floor(ms / 1_000),
      nanos_since_epoch: (ms % 1_000) * 1_000_000,
    }));
    const window = JSON.stringify({ start: from, end: to, num_buckets: 1 });
    const chart = async (name: string): Promise<unknown> => {
      const url = `${host.url}/api/app_metrics/${name}?${new URLSearchParams({ window }).toString()}`;
      return await (await fetch(url, { headers: { authorization: `Convex ${key}` } })).json();
    };
    const at = expect.any(Object) as object;
    expect(await chart("cache_hit_percentage_top_k")).toEqual([["notes.js:list", [[at, 50]]]]);
    expect(await chart("scheduled_job_lag")).toEqual([[at, expect.any(Number)]]);
  });

  it("warns of data dated in the future only", async () => {
    const lines: string[] = [];
    const log = createLogger({ json: true, write: (line) => lines.push(line) });
    const warnings = (): string[] => lines.filter((line) => line.includes("in the future"));
    const client = newClient(await start({ log }));
    await client.mutation(mutation("notes:add"), { text: "now" });
    await client.close();
    await hosts.pop()?.stop(0);
    expect(warnings()).toEqual([]);
    const db = Sqlite.open(join(options.dataDir, DATABASE_FILE));
    const inTenDays = BigInt(Date.now() + 10 * 86_400_000) * 1_000_000n;
    db.run("UPDATE meta SET value = ? WHERE key = 'last_ts'", [String(inTenDays)]);
    db.close();
    await start({ log });
    expect(warnings()).toEqual([expect.stringContaining('"aheadMinutes":14400')]);
  });

  it("rejects a data directory that is in use, naming the process, and releases it when it stops", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`process ${process.pid}`);
    await first.stop(0);
    expect(existsSync(join(options.dataDir, "host.lock"))).toBe(false);
    await start();
  });

  it("names a port that is in use, and leaves nothing behind", async () => {
    const { other, port } = await portTaken();
    const prepare = vi.fn(() => Promise.resolve());
    const at = { port, outDir: join(root, "taken-out") };
    await expect(start({ ...at, prepare })).rejects.toThrow(`port ${port} on 127.0.0.1 is already in use`);
    // A start without its port must not have begun anything.
    expect(prepare).not.toHaveBeenCalled();
    expect(existsSync(join(options.dataDir, DATABASE_FILE))).toBe(false);
    other.close();
    await start(at);
  });

  it("sets the address variables of functions if the port is fixed and they are not set already", async () => {
    const { other: former, port } = await portTaken();
    former.close();
    const addressIn = async (overrides: Partial<HostOptions>, outDir: string) => {
      const host = await start({ ...overrides, outDir: join(root, outDir) });
      const address: unknown = await (await fetch(`${host.url}/address`)).json();
      await host.stop(0);
      return address;
    };
    const own = `http://127.0.0.1:${port}`;
    expect(await addressIn({ port }, "own-out")).toEqual([own, own]);
    const env = { CONVEX_SITE_URL: "https://agent.example" };
    expect(await addressIn({ port, env }, "other-out")).toEqual([own, "https://agent.example"]);
    expect(await addressIn({}, "unknown-out")).toEqual([null, null]);
  });

  it("holds requests until it is prepared, and answers them then", async () => {
    const { other: former, port } = await portTaken();
    former.close();
    const order: string[] = [];
    let early: Promise<Response> | undefined;
    await start({
      port,
      outDir: join(root, "early-out"),
      prepare: async () => {
        // Rejects at once if nothing listens on the port.
        early = fetch(`http://127.0.0.1:${port}/nowhere`);
        early.then(
          () => order.push("answered"),
          () => order.push("refused"),
        );
        const other = connect(port, "127.0.0.1");
        await once(other, "connect");
        other.destroy();
        // Long enough for a response if the request were not held.
        for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        order.push("prepared");
      },
    });
    expect((await early)?.status).toBe(404);
    expect(order).toEqual(["prepared", "answered"]);
  });

  it("releases the data directory when the app does not load", async () => {
    const broken = join(root, "broken", "convex");
    cpSync(options.functionsDir, broken, { recursive: true });
    writeFileSync(join(broken, "notes.ts"), "export const x = ;");
    await expect(start({ functionsDir: broken, outDir: join(root, "broken-out") })).rejects.toThrow();
    await start();
  });

  it("finishes running requests when it stops, and accepts no new ones", async () => {
    const host = await start();
    let open = (): void => undefined;
    // The functions run in this process, from their own bundle.
    Object.assign(globalThis, { slowGate: new Promise<void>((resolve) => (open = resolve)) });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "slowGate"));
    const running = fetch(`${host.url}/slow`);
    // The request has arrived once a later one on another connection was answered.
    await fetch(`${host.url}/nowhere`);
    const begun = performance.now();
    const stopped = host.stop(60_000);
    await expect(fetch(`${host.url}/nowhere`)).rejects.toThrow();
    open();
    expect(await (await running).text()).toBe("finished");
    await stopped;
    // Keep-alive connections do not delay the stop.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("disconnects clients with a reason that makes them reconnect", async () => {
    const host = await start();
    const socket = new WebSocket(`${host.url.replace("http", "ws")}/api/sync`);
    await once(socket, "open");
    const closed = once(socket, "close");
    await host.stop(5_000);
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, String(reason)]).toEqual([1001, "InternalServerError: the server is restarting"]);
  });
});

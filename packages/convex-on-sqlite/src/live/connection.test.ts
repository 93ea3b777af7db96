/** Connections of the sync protocol over real sockets: protocol errors, keep-alive, slow peers. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "../../test/testApp";
import { notesApp, type NotesApp } from "../../test/notesApp";
import { startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { SyncClient } from "../../test/syncClient";
import { encodeTs } from "./versions";

let app: NotesApp;
let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;

async function start(timing?: { pingAfterMs: number; deadAfterMs: number }): Promise<void> {
  host = await startTestHost(app, directory.path, timing === undefined ? {} : { timing });
}

beforeEach(async () => {
  app = notesApp();
  directory = temporaryFolder();
  await start();
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

describe("a connection", () => {
  it.each([
    ["text that is not JSON", "{"],
    ["a message of an unknown kind", '{"type":"Nonsense"}'],
  ])("is closed after %s with a reason that lets the client reconnect", async (_, frame) => {
    const client = await SyncClient.connected(host);
    client.send(frame);
    expect(await client.closed).toMatchObject({
      code: 1008,
      reason: expect.stringMatching(/^MalformedMessage: /),
    });
    expect(client.of("FatalError")).toEqual([]);
  });

  it("is closed after a binary frame and after one beyond the size limit", async () => {
    const binary = await SyncClient.connected(host);
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await binary.closed).toMatchObject({ code: 1003 });
    const large = await SyncClient.connected(host);
    large.socket.on("error", () => undefined);
    large.socket.send("x".repeat(21 * 1024 * 1024));
    expect(await large.closed).toMatchObject({ code: 1009 });
  });

  it.each([
    ["does not start with Connect", [{ type: "Event" }]],
    ["connects twice", [{ type: "Connect", sessionId: randomUUID(), connectionCount: 1, clientTs: 0 }]],
    [
      "does not increase the version of its query set",
      [{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 0, modifications: [] }],
    ],
    [
      "adds one query twice",
      [0, 1].map((baseVersion) => ({
        type: "ModifyQuerySet",
        baseVersion,
        newVersion: baseVersion + 1,
        modifications: [{ type: "Add", queryId: 1, udfPath: "notes:some", args: [{}] }],
      })),
    ],
    [
      "watches too many queries",
      [
        {
          type: "ModifyQuerySet",
          baseVersion: 0,
          newVersion: 1,
          modifications: Array.from({ length: 1_001 }, (_, queryId) => ({
            type: "Add",
            queryId,
            udfPath: "notes:some",
            args: [{}],
          })),
        },
      ],
    ],
    [
      "skips a version of the query set",
      [{ type: "ModifyQuerySet", baseVersion: 4, newVersion: 5, modifications: [] }],
    ],
    [
      "removes a query that it never added",
      [
        {
          type: "ModifyQuerySet",
          baseVersion: 0,
          newVersion: 1,
          modifications: [{ type: "Remove", queryId: 1 }],
        },
      ],
    ],
  ])("is ended permanently when it %s", async (what, messages) => {
    const client = what.startsWith("does not start")
      ? await SyncClient.open(host)
      : await SyncClient.connected(host);
    for (const message of messages) client.send(message);
    await client.closed;
    expect(client.of("FatalError")).toHaveLength(1);
  });

  it("ignores frames after the one that ended it", async () => {
    const client = await SyncClient.connected(host);
    client.send("{");
    client.mutate(0, { topic: "a" });
    await client.closed;
    const other = await SyncClient.connected(host);
    other.add(0, 0, "notes:some", {});
    expect((await other.until("Transition"))[0]?.modifications).toMatchObject([{ value: false }]);
  });

  it("is closed so that it reconnects when its identity version differs from the host's", async () => {
    const client = await SyncClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
    expect((await client.closed).reason).toMatch(/^IdentityVersionMismatch/);
    expect(client.of("FatalError")).toEqual([]);
  });

  it("may change its arguments any number of times, and is ended when they exceed the size limit", async () => {
    const client = await SyncClient.connected(host);
    const args = { topic: "x".repeat(1_600_000) };
    for (let round = 0; round < 8; round += 2) {
      client.add(round, round, "notes:list", args);
      const modifications = [{ type: "Remove", queryId: round }];
      client.send({ type: "ModifyQuerySet", baseVersion: round + 1, newVersion: round + 2, modifications });
    }
    for (const queryId of [8, 9]) client.add(queryId, queryId, "notes:list", args);
    await vi.waitFor(() => {
      const isUpToDate = client.of("Transition").at(-1)?.endVersion?.querySet === 10;
      expect(isUpToDate || client.of("FatalError").length > 0).toBe(true);
    }, WAIT_OPTIONS);
    expect(client.of("FatalError")).toEqual([]);
    client.add(10, 10, "notes:list", args);
    await client.closed;
    expect(client.of("FatalError")).toMatchObject([
      { error: expect.stringContaining("arguments") as string },
    ]);
  });

  it("is rejected when the client has seen a later state than the database has", async () => {
    const client = await SyncClient.open(host, "/api/sync");
    const maxObservedTimestamp = encodeTs(host.engine.lastTs() + 1n);
    client.send({
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 1,
      lastCloseReason: null,
      clientTs: 0,
      maxObservedTimestamp,
    });
    expect((await client.closed).reason).toMatch(/^MaxObservedTimestampTooHigh/);
    expect(client.of("FatalError")).toEqual([]);
    expect(host.logged.filter((line) => line.includes("MaxObservedTimestampTooHigh"))).toHaveLength(1);
  });

  it("can't flood the log", async () => {
    const connect = { type: "Connect", sessionId: randomUUID(), connectionCount: 1 };
    for (const frame of [{ ...connect, maxObservedTimestamp: "//////////8=" }, {}, {}, connect]) {
      const client = await SyncClient.open(host, "/api/sync");
      client.send(frame);
      if (frame === connect) client.send(connect);
      await client.closed;
    }
    const levels = host.logged.map((line): { level: string } => JSON.parse(line)).map(({ level }) => level);
    expect(levels.filter((level) => level === "error")).toEqual([]);
    expect(levels.filter((level) => level === "warn")).toEqual(["warn"]);
  });

  it("stays unauthenticated when it presents a user's token", async () => {
    const client = await SyncClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "secret-token" });
    client.add(0, 0, "notes:list", { topic: "a" });
    const [transition] = await client.until("Transition");
    const error = expect.stringContaining("read auth.config") as string;
    expect(client.of("AuthError")).toMatchObject([{ baseVersion: 0, authUpdateAttempted: true, error }]);
    expect(transition?.endVersion).toMatchObject({ identity: 0, querySet: 1 });
    expect(host.logged.join("")).not.toContain("secret-token");
  });

  it("is accepted on the sync paths only", async () => {
    for (const path of ["/", "/api", "/api/sync/x", "/api/a/b/sync", "/sync"]) {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`);
      const [error] = (await once(socket, "error")) as [Error];
      expect(error.message).toContain("404");
    }
  });

  it("releases all its subscriptions when it closes", async () => {
    const client = await SyncClient.connected(host);
    client.add(0, 0, "notes:failing", { topic: "a" });
    client.add(1, 1, "notes:list", { topic: "a" });
    await client.until("Transition");
    expect(host.live.connections.size).toBe(1);
    client.socket.terminate();
    await vi.waitFor(() => expect(host.live.connections.size).toBe(0), WAIT_OPTIONS);
    const runs = app.listRuns();
    const other = await SyncClient.connected(host);
    other.mutate(0, { topic: "a" });
    await other.until("Transition");
    expect(app.listRuns()).toBe(runs);
  });
});

describe("a quiet connection", () => {
  beforeEach(async () => {
    await host.stop();
    await start({ pingAfterMs: 30, deadAfterMs: 400 });
  });

  it("receives Pings repeatedly", async () => {
    const client = await SyncClient.connected(host);
    await client.until("Ping", 3);
  });

  it("is not considered dead when the clock is set", async () => {
    const client = await SyncClient.connected(host);
    let pings = 0;
    client.socket.on("ping", () => (pings += 1));
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 86_400_000));
    onTestFinished(() => void clock.mockRestore());
    await vi.waitFor(() => expect(pings).toBeGreaterThanOrEqual(2), WAIT_OPTIONS);
    expect(host.live.connections.size).toBe(1);
  });

  it("is not considered dead while reading is paused because of many running calls", async () => {
    const client = await SyncClient.connected(host);
    const calls = 1_000;
    for (let requestId = 0; requestId < calls; requestId += 1)
      client.send({ type: "Action", requestId, udfPath: "notes:wait", args: [{}] });
    await vi.waitFor(() => expect(host.live.inFlight.running).toBe(calls), WAIT_OPTIONS);
    let pings = 0;
    client.socket.on("ping", () => (pings += 1));
    // Twice as many checks as a silent peer survives.
    await vi.waitFor(() => expect(pings).toBeGreaterThanOrEqual(8), WAIT_OPTIONS);
    app.open();
    await client.until("ActionResponse", calls);
  });

  it("is terminated when its peer gives no sign of life", async () => {
    const client = await SyncClient.connected(host);
    client.socket.pause();
    await vi.waitFor(() => expect(host.live.connections.size).toBe(0), WAIT_OPTIONS);
    client.socket.terminate();
  });
});

describe("a peer that does not read", () => {
  it("is skipped until it reads, and then gets the newest state in one step", async () => {
    const slow = await SyncClient.connected(host);
    slow.add(0, 0, "notes:bulky", {});
    await slow.until("Transition");
    slow.socket.pause();

    const writer = await SyncClient.connected(host);
    const commits = 120;
    for (let at = 0; at < commits; at += 1) {
      writer.mutate(at, { topic: "a" });
      await vi.waitFor(() => expect(writer.of("Transition").length).toBe(at + 1), {
        timeout: 20_000,
        interval: 1,
      });
    }
    slow.socket.resume();
    const newest = (): string =>
      String(slow.of("Transition").at(-1)?.modifications?.[0]?.value).split(":")[0] ?? "";
    await vi.waitFor(() => expect(newest()).toBe(String(commits)), WAIT_OPTIONS);
    // Only what fits into the kernel's buffers was sent; the other transitions were never created.
    expect(slow.of("Transition").length).toBeLessThan(commits / 2);
  });
});

/** The sync protocol, frame by frame, over a real socket. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { notesApp, type NotesApp } from "../net/notesApp";
import { startTestHost, temporaryDirectory, type TestHost } from "../net/testHost";
import { patiently } from "../testing/patiently";
import { decodeTs, encodeTs } from "./versions";

interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: string;
}
interface ServerFrame {
  readonly type: string;
  readonly requestId?: number;
  readonly success?: boolean;
  readonly result?: unknown;
  readonly error?: string;
  readonly ts?: string;
  readonly baseVersion?: number;
  readonly startVersion?: Version;
  readonly endVersion?: Version;
  readonly modifications?: readonly {
    type: string;
    queryId: number;
    value?: unknown;
    errorMessage?: string;
    journal?: string | null;
  }[];
}

/** A client that sends what it is told and keeps what it hears. */
class RawClient {
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.frames.push(JSON.parse(String(data)) as ServerFrame));
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  static async open(host: TestHost, path = "/api/1.48.0/sync"): Promise<RawClient> {
    const client = new RawClient(new WebSocket(`ws://127.0.0.1:${host.port}${path}`));
    await once(client.socket, "open");
    return client;
  }

  static async connected(host: TestHost, sessionId: string = randomUUID()): Promise<RawClient> {
    const client = await RawClient.open(host);
    client.send({
      type: "Connect",
      sessionId,
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: Date.now(),
    });
    return client;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  add(baseVersion: number, queryId: number, udfPath: string, args: unknown): void {
    const modifications = [{ type: "Add", queryId, udfPath, args: [args] }];
    this.send({ type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1, modifications });
  }

  mutate(requestId: number, args: unknown, udfPath = "notes:add"): void {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
  }

  of(type: string): ServerFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  async until(type: string, count = 1): Promise<ServerFrame[]> {
    await vi.waitFor(() => expect(this.of(type).length).toBeGreaterThanOrEqual(count), patiently);
    return this.of(type);
  }
}

let app: NotesApp;
let directory: ReturnType<typeof temporaryDirectory>;
let host: TestHost;

async function start(timing?: { pingAfterMs: number; deadAfterMs: number }): Promise<void> {
  host = await startTestHost(app, directory.path, timing === undefined ? {} : { timing });
}

beforeEach(async () => {
  app = notesApp();
  directory = temporaryDirectory();
  await start();
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

describe("transitions", () => {
  it("form one chain of versions from the initial one, each reaching what was asked for", async () => {
    const client = await RawClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    await client.until("Transition");
    client.mutate(0, { topic: "a", text: "x" });
    await client.until("Transition", 2);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "None" });
    await client.until("Transition", 3);
    client.send({
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [{ type: "Remove", queryId: 0 }],
    });
    const transitions = await client.until("Transition", 4);

    let version: Version | undefined = { querySet: 0, identity: 0, ts: encodeTs(0n) };
    for (const { startVersion, endVersion } of transitions) {
      expect(startVersion).toEqual(version);
      version = endVersion;
    }
    expect(version).toMatchObject({ querySet: 2, identity: 1 });
    expect(transitions.map(({ modifications }) => modifications?.map(({ type }) => type))).toEqual([
      ["QueryUpdated"],
      ["QueryUpdated"],
      [],
      ["QueryRemoved"],
    ]);
  });

  it("follow a mutation's response, even when they change nothing, and reach its timestamp", async () => {
    const client = await RawClient.connected(host);
    client.mutate(7, { topic: "a" });
    await client.until("Transition");
    expect(client.frames.map(({ type }) => type)).toEqual(["MutationResponse", "Transition"]);
    const [response, transition] = client.frames;
    expect(response).toMatchObject({ requestId: 7, success: true });
    const reached = decodeTs(transition?.endVersion?.ts ?? "") ?? 0n;
    expect(reached).toBeGreaterThanOrEqual(decodeTs(response?.ts ?? "") ?? 1n);
    expect(reached).toBe(host.engine.lastTs());
  });

  it("show all that a commit changed at once, at the timestamp of the commit", async () => {
    const client = await RawClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    client.add(1, 1, "notes:bulky", {});
    await vi.waitFor(() => expect(client.of("Transition").at(-1)?.endVersion?.querySet).toBe(2), patiently);
    const before = client.of("Transition").length;
    const other = await RawClient.connected(host);
    other.mutate(0, { topic: "a" });
    const [response] = await other.until("MutationResponse");
    const transition = (await client.until("Transition", before + 1)).at(-1);
    expect(transition?.modifications?.map(({ queryId }) => queryId).toSorted()).toEqual([0, 1]);
    expect(transition?.endVersion?.ts).toBe(response?.ts);
  });

  it("leave out results that a commit touched but did not change", async () => {
    const client = await RawClient.connected(host);
    client.mutate(0, { topic: "a" });
    client.add(0, 0, "notes:bulky", {});
    client.add(1, 1, "notes:some", {});
    await vi.waitFor(() => expect(client.of("Transition").at(-1)?.endVersion?.querySet).toBe(2), patiently);
    await client.until("MutationResponse");
    const before = client.of("Transition").length;
    client.mutate(1, { topic: "b" });
    await client.until("MutationResponse", 2);
    const transitions = await client.until("Transition", before + 1);
    const changed = transitions.slice(before).flatMap(({ modifications }) => modifications ?? []);
    expect(changed.map(({ queryId }) => queryId)).not.toContain(1);
    expect(changed.map(({ queryId }) => queryId)).toContain(0);
  });

  it("are not sent where nothing is new", async () => {
    const client = await RawClient.connected(host);
    client.mutate(0, { topic: "a" });
    await client.until("Transition");
    client.add(0, 0, "notes:some", {});
    await client.until("Transition", 2);
    const other = await RawClient.connected(host);
    other.mutate(0, { topic: "b" });
    await other.until("Transition");
    // A round comes after those that were asked for before it.
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "None" });
    await vi.waitFor(() => expect(client.of("Transition").at(-1)?.endVersion?.identity).toBe(1), patiently);
    expect(client.of("Transition")).toHaveLength(3);
  });

  it("say nothing of a query that was taken back before its answer", async () => {
    const client = await RawClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    await client.until("Transition");
    const same = { queryId: 1, udfPath: "notes:list", args: [{ topic: "a" }] };
    const modifications = [
      { type: "Add", ...same },
      { type: "Remove", queryId: 1 },
    ];
    client.send({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications });
    const transitions = await client.until("Transition", 2);
    expect(transitions[1]?.modifications).toEqual([{ type: "QueryRemoved", queryId: 1 }]);
  });

  it("keep a page as it was where its journal comes with the query again", async () => {
    const client = await RawClient.connected(host);
    for (const rank of [1, 3]) client.mutate(rank, { topic: "a", rank });
    await client.until("MutationResponse", 2);
    const args = { topic: "a", paginationOpts: { numItems: 2, cursor: null } };
    const pageOf = async (journal: string | null) => {
      const asking = await RawClient.connected(host);
      const add = { type: "Add", queryId: 0, udfPath: "notes:page", args: [args], journal };
      asking.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
      return (await asking.until("Transition"))[0]?.modifications?.[0];
    };
    const page = await pageOf(null);
    expect(page?.value).toMatchObject({ ranks: [1, 3] });
    client.mutate(4, { topic: "a", rank: 2 });
    await client.until("MutationResponse", 3);
    expect((await pageOf(page?.journal ?? null))?.value).toMatchObject({ ranks: [1, 2, 3] });
    expect((await pageOf(null))?.value).toMatchObject({ ranks: [1, 2] });
  });

  it("answer a query of a component, which clients may not call, with its failure", async () => {
    const client = await RawClient.connected(host);
    // The app's own functions of these names are not what was asked for.
    const of = (udfPath: string, args: unknown) => ({ udfPath, args: [args], componentPath: "rateLimiter" });
    const add = { type: "Add", queryId: 0, ...of("notes:list", { topic: "a" }) };
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
    client.send({ type: "Mutation", requestId: 0, ...of("notes:add", { topic: "a" }) });
    client.send({ type: "Action", requestId: 1, ...of("notes:echo", { value: 1 }) });
    const [transition] = await client.until("Transition");
    expect(transition?.modifications).toMatchObject([{ type: "QueryFailed", queryId: 0 }]);
    expect(await client.until("MutationResponse")).toMatchObject([{ success: false }]);
    expect(await client.until("ActionResponse")).toMatchObject([{ success: false }]);
  });
});

describe("calls", () => {
  it("answer a repeated request of a session with the first answer and run nothing", async () => {
    const sessionId = randomUUID();
    const first = await RawClient.connected(host, sessionId);
    first.mutate(3, { topic: "a", text: "once" });
    const [answer] = await first.until("MutationResponse");
    first.socket.terminate();
    const second = await RawClient.connected(host, sessionId);
    second.mutate(3, { topic: "a", text: "once" });
    second.add(0, 0, "notes:list", { topic: "a" });
    expect(await second.until("MutationResponse")).toEqual([answer]);
    const transitions = await second.until("Transition");
    expect(transitions.flatMap(({ modifications }) => modifications)).toMatchObject([{ value: ["once"] }]);
  });

  it("of actions run side by side, those of mutations one after the other, and neither waits for the other", async () => {
    const client = await RawClient.connected(host);
    client.send({ type: "Action", requestId: 0, udfPath: "notes:wait", args: [{}] });
    client.send({ type: "Action", requestId: 1, udfPath: "notes:echo", args: [{ value: 5 }] });
    client.mutate(2, { topic: "a" });
    expect(await client.until("ActionResponse")).toMatchObject([{ requestId: 1, success: true, result: 5 }]);
    await client.until("MutationResponse");
    app.open();
    expect((await client.until("ActionResponse", 2))[1]).toMatchObject({ requestId: 0, result: "done" });
  });

  it("beyond a thousand under way wait unread, and are all answered on the same connection", async () => {
    const client = await RawClient.connected(host);
    const many = 1_500;
    for (let requestId = 0; requestId < many; requestId += 1) {
      client.send({ type: "Action", requestId, udfPath: "notes:wait", args: [] });
    }
    // What comes once the connection is full is read when it no longer is.
    for (let requestId = many; requestId < 2 * many; requestId += 1) client.mutate(requestId, { topic: "a" });
    app.open();
    await client.until("ActionResponse", many);
    await client.until("MutationResponse", many);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });
});

describe("a connection", () => {
  it.each([
    ["text that is no JSON", "{"],
    ["a message of no known kind", '{"type":"Nonsense"}'],
  ])("is closed with a reason after %s, and not for good", async (_, frame) => {
    const client = await RawClient.connected(host);
    client.send(frame);
    expect(await client.closed).toMatchObject({
      code: 1008,
      reason: expect.stringMatching(/^MalformedMessage: /),
    });
    expect(client.of("FatalError")).toEqual([]);
  });

  it("is closed after a binary frame and after one beyond the size limit", async () => {
    const binary = await RawClient.connected(host);
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await binary.closed).toMatchObject({ code: 1003 });
    const large = await RawClient.connected(host);
    large.socket.on("error", () => undefined);
    large.socket.send("x".repeat(21 * 1024 * 1024));
    expect(await large.closed).toMatchObject({ code: 1009 });
  });

  it.each([
    ["does not begin with Connect", [{ type: "Event" }]],
    ["begins a second time", [{ type: "Connect", sessionId: randomUUID(), connectionCount: 1, clientTs: 0 }]],
    [
      "does not move the version of its query set on",
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
      "watches more queries than any client needs",
      [
        {
          type: "ModifyQuerySet",
          baseVersion: 0,
          newVersion: 1,
          modifications: Array.from({ length: 10_001 }, (_, queryId) => ({
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
  ])("is ended for good when it %s", async (what, messages) => {
    const client = what.startsWith("does not begin")
      ? await RawClient.open(host)
      : await RawClient.connected(host);
    for (const message of messages) client.send(message);
    await client.closed;
    expect(client.of("FatalError")).toHaveLength(1);
  });

  it("has nothing done for it after the frame that ended it", async () => {
    const client = await RawClient.connected(host);
    client.send("{");
    client.mutate(0, { topic: "a" });
    await client.closed;
    const other = await RawClient.connected(host);
    other.add(0, 0, "notes:some", {});
    expect((await other.until("Transition"))[0]?.modifications).toMatchObject([{ value: false }]);
  });

  it("is closed, and not for good, when it counts its identities otherwise than the host", async () => {
    const client = await RawClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
    expect((await client.closed).reason).toMatch(/^IdentityVersionMismatch/);
    expect(client.of("FatalError")).toEqual([]);
  });

  it("may change its arguments as often as it likes, and is ended when it would have too much of them held", async () => {
    const client = await RawClient.connected(host);
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
    }, patiently);
    expect(client.of("FatalError")).toEqual([]);
    client.add(10, 10, "notes:list", args);
    await client.closed;
    expect(client.of("FatalError")).toMatchObject([
      { error: expect.stringContaining("arguments") as string },
    ]);
  });

  it("is refused when the client has seen a later state than the database holds", async () => {
    const client = await RawClient.open(host, "/api/sync");
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
  });

  it.each([
    ["User", "reads no auth.config"],
    ["Admin", "Admin keys are not accepted"],
  ])("stays as nobody's when it presents a token of kind %s", async (tokenType, told) => {
    const client = await RawClient.connected(host);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType, value: "secret-token" });
    client.add(0, 0, "notes:list", { topic: "a" });
    const [transition] = await client.until("Transition");
    const error = expect.stringContaining(told) as string;
    expect(client.of("AuthError")).toMatchObject([{ baseVersion: 0, authUpdateAttempted: true, error }]);
    expect(transition?.endVersion).toMatchObject({ identity: 0, querySet: 1 });
    expect(host.logged.join("")).not.toContain("secret-token");
  });

  it("is opened on the sync paths only", async () => {
    for (const path of ["/", "/api", "/api/sync/x", "/api/a/b/sync", "/sync"]) {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`);
      const [error] = (await once(socket, "error")) as [Error];
      expect(error.message).toContain("404");
    }
  });

  it("is forgotten with all its subscriptions when it closes", async () => {
    const client = await RawClient.connected(host);
    client.add(0, 0, "notes:failing", { topic: "a" });
    client.add(1, 1, "notes:list", { topic: "a" });
    await client.until("Transition");
    expect(host.live.connections).toBe(1);
    client.socket.terminate();
    await vi.waitFor(() => expect(host.live.connections).toBe(0), patiently);
    const runs = app.listRuns();
    const other = await RawClient.connected(host);
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

  it("hears a Ping, again and again", async () => {
    const client = await RawClient.connected(host);
    await client.until("Ping", 3);
  });

  it("is not taken for dead when the clock is set", async () => {
    const client = await RawClient.connected(host);
    let pings = 0;
    client.socket.on("ping", () => (pings += 1));
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 86_400_000));
    onTestFinished(() => void clock.mockRestore());
    await vi.waitFor(() => expect(pings).toBeGreaterThanOrEqual(2), patiently);
    expect(host.live.connections).toBe(1);
  });

  it("is cut off when its peer gives no sign of life", async () => {
    const client = await RawClient.connected(host);
    client.socket.pause();
    await vi.waitFor(() => expect(host.live.connections).toBe(0), patiently);
    client.socket.terminate();
  });
});

describe("a peer that does not read", () => {
  it("is left out until it reads, and is then brought to the newest state in one step", async () => {
    const slow = await RawClient.connected(host);
    slow.add(0, 0, "notes:bulky", {});
    await slow.until("Transition");
    slow.socket.pause();

    const writer = await RawClient.connected(host);
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
    await vi.waitFor(() => expect(newest()).toBe(String(commits)), patiently);
    // What the kernel's buffers hold was sent; the rest was never made.
    expect(slow.of("Transition").length).toBeLessThan(commits / 2);
  });
});

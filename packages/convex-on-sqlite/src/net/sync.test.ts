/** The real Convex client against the real host. */
import { ConvexClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "../../test/testApp";
import { notesApp, type NotesApp } from "../../test/notesApp";
import { action, mutation, query, startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";

let app: NotesApp;
let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
const clients: ConvexClient[] = [];

beforeEach(async () => {
  app = notesApp();
  directory = temporaryFolder();
  host = await startTestHost(app, directory.path);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await host.stop();
  directory.remove();
});

function newClient(webSocket: unknown = WebSocket): ConvexClient {
  const client = new ConvexClient(host.url, {
    webSocketConstructor: webSocket as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  clients.push(client);
  return client;
}

/** Subscribes and records every value and error. */
function watch(client: ConvexClient, name: string, args: Record<string, unknown>) {
  const values: unknown[] = [];
  const errors: Error[] = [];
  const unsubscribe = client.onUpdate(
    query(name),
    args,
    (value: unknown) => values.push(value),
    (error) => errors.push(error),
  );
  return { values, errors, unsubscribe };
}

describe("a Convex client", () => {
  it("sees its own mutation in its subscription when the mutation resolves", async () => {
    const client = newClient();
    const seen = watch(client, "notes:list", { topic: "a" });
    await vi.waitFor(() => expect(seen.values).toEqual([[]]), WAIT_OPTIONS);
    await client.mutation(mutation("notes:add"), { topic: "a", text: "hello" });
    expect(seen.values).toEqual([[], ["hello"]]);
  });

  it("sees changes of other clients, and gets no unrelated updates", async () => {
    const seen = watch(newClient(), "notes:list", { topic: "a" });
    await vi.waitFor(() => expect(seen.values).toHaveLength(1), WAIT_OPTIONS);
    const other = newClient();
    await other.mutation(mutation("notes:add"), { topic: "b", text: "elsewhere" });
    await other.mutation(mutation("notes:add"), { topic: "a", text: "here" });
    await vi.waitFor(() => expect(seen.values).toEqual([[], ["here"]]), WAIT_OPTIONS);
    expect(app.listRuns()).toBe(2);
  });

  it("shares one execution with every other subscriber of the same query", async () => {
    const first = watch(newClient(), "notes:list", { topic: "a" });
    const second = watch(newClient(), "notes:list", { topic: "a" });
    await vi.waitFor(() => expect([first.values, second.values]).toEqual([[[]], [[]]]), WAIT_OPTIONS);
    const before = app.listRuns();
    await newClient().mutation(mutation("notes:add"), { topic: "a", text: "x" });
    await vi.waitFor(() => expect([first.values[1], second.values[1]]).toEqual([["x"], ["x"]]), WAIT_OPTIONS);
    expect(app.listRuns() - before).toBe(1);
  });

  it("causes no executions once it has unsubscribed", async () => {
    const client = newClient();
    const seen = watch(client, "notes:list", { topic: "a" });
    await vi.waitFor(() => expect(seen.values).toHaveLength(1), WAIT_OPTIONS);
    seen.unsubscribe();
    const marker = watch(client, "notes:list", { topic: "b" });
    await vi.waitFor(() => expect(marker.values).toHaveLength(1), WAIT_OPTIONS);
    const before = app.listRuns();
    await client.mutation(mutation("notes:add"), { topic: "a" });
    expect(app.listRuns()).toBe(before);
    expect(seen.values).toHaveLength(1);
  });

  it("gets the data of a ConvexError from a mutation and from a query that starts to fail", async () => {
    const client = newClient();
    await expect(client.mutation(mutation("notes:refuse"), {})).rejects.toMatchObject({
      data: { reason: "refused" },
    });
    await expect(client.mutation(mutation("notes:refuse"), { plain: true })).rejects.toThrow(
      "Uncaught Error: boom",
    );
    const seen = watch(client, "notes:failing", { topic: "a" });
    await vi.waitFor(() => expect(seen.values).toEqual(["none yet"]), WAIT_OPTIONS);
    await client.mutation(mutation("notes:add"), { topic: "a" });
    await vi.waitFor(() => expect(seen.errors).toHaveLength(1), WAIT_OPTIONS);
    expect(seen.errors[0]).toBeInstanceOf(ConvexError);
    expect(seen.errors[0]).toMatchObject({ data: { topic: "a", count: 1n } });
  });

  it("runs mutations in the order in which they were called", async () => {
    const client = newClient();
    const texts = Array.from({ length: 50 }, (_, at) => String(at));
    await Promise.all(texts.map((text) => client.mutation(mutation("notes:add"), { topic: "a", text })));
    expect(await client.query(query("notes:list"), { topic: "a" })).toEqual(texts);
  });

  it("gets the result of an action while mutations continue", async () => {
    const client = newClient();
    const waiting = client.action(action("notes:wait"), {});
    await app.waiting;
    await client.mutation(mutation("notes:add"), { topic: "a" });
    app.open();
    expect(await waiting).toBe("done");
    expect(await client.action(action("notes:echo"), { value: [1n, -0] })).toEqual([1n, -0]);
  });

  it("cannot call internal functions, functions that do not exist, or a function as another kind", async () => {
    const client = newClient();
    await expect(client.mutation(mutation("notes:hidden"), {})).rejects.toThrow(
      "Could not find public function",
    );
    await expect(client.query(query("notes:nothing"), {})).rejects.toThrow("Could not find public function");
    await expect(client.mutation(mutation("notes:list"), { topic: "a" })).rejects.toThrow();
  });

  it("keeps its page gapless when a document is inserted into it", async () => {
    const client = newClient();
    for (const rank of [0, 1, 2]) await client.mutation(mutation("notes:add"), { topic: "p", rank });
    const first = watch(client, "notes:page", {
      topic: "p",
      paginationOpts: { cursor: null, numItems: 2, id: 1 },
    });
    await vi.waitFor(() => expect(first.values).toHaveLength(1), WAIT_OPTIONS);
    const { continueCursor } = first.values[0] as { continueCursor: string };
    const second = watch(client, "notes:page", {
      topic: "p",
      paginationOpts: { cursor: continueCursor, numItems: 2, id: 1 },
    });
    await vi.waitFor(() => expect(second.values).toHaveLength(1), WAIT_OPTIONS);
    await client.mutation(mutation("notes:add"), { topic: "p", rank: 0.5 });
    expect(first.values.at(-1)).toMatchObject({ ranks: [0, 0.5, 1], continueCursor });
    expect(second.values).toMatchObject([{ ranks: [2] }]);
  });

  it("receives a result too large for one frame", async () => {
    const seen = watch(newClient(), "notes:big", { chars: 6 * 1024 * 1024 });
    await vi.waitFor(() => expect(seen.values).toHaveLength(1), WAIT_OPTIONS);
    expect(seen.values[0]).toHaveLength(6 * 1024 * 1024);
  });

  it("continues after the host was restarted on the same data", async () => {
    const client = newClient();
    const seen = watch(client, "notes:list", { topic: "a" });
    await client.mutation(mutation("notes:add"), { topic: "a", text: "before" });
    await host.stop();
    host = await startTestHost(app, directory.path, { port: host.port });
    // Called while the client is disconnected.
    await client.mutation(mutation("notes:add"), { topic: "a", text: "after" });
    expect(seen.values.at(-1)).toEqual(["before", "after"]);
  });

  it("has a mutation run once, even if the answer is lost and the request is repeated", async () => {
    let lost = 0;
    class LossyWebSocket extends WebSocket {
      override emit(event: string | symbol, ...args: unknown[]): boolean {
        if (event === "message" && lost === 0 && String(args[0]).includes("MutationResponse")) {
          lost += 1;
          this.terminate();
          return true;
        }
        return super.emit(event, ...args);
      }
    }
    const client = newClient(LossyWebSocket);
    const id: unknown = await client.mutation(mutation("notes:add"), { topic: "a", text: "once" });
    expect(lost).toBe(1);
    expect(id).toEqual(expect.any(String));
    expect(await client.query(query("notes:list"), { topic: "a" })).toEqual(["once"]);
  });

  it("is told that authentication is not supported, and is served unauthenticated", async () => {
    const client = newClient();
    const authenticated: boolean[] = [];
    client.setAuth(
      () => Promise.resolve("header.eyJzdWIiOiJ4In0.signature"),
      (state) => authenticated.push(state),
    );
    await vi.waitFor(() => expect(authenticated).toContain(false), WAIT_OPTIONS);
    expect(authenticated).not.toContain(true);
  });
});

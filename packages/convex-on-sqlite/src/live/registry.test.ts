import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { notesApp, type NotesApp } from "../../test/notesApp";
import { startTestHost, type TestHost } from "../../test/testHost";
import { clientCall } from "./caller";
import { QueryRegistry, type Subscription } from "./registry";

const anonymous = clientCall({ ip: null, userAgent: null }, null);

/** A query's outcome while the disk fails. */
const failed = {
  ok: false,
  error: { message: "The database failed (SQLITE_IOERR)", internal: true },
  logLines: [],
  reads: { intervals: [], ids: new Set<string>(), searchIndexes: new Set<number>() },
  journal: null,
  dependsOnTime: false,
} as const;

let app: NotesApp;
let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
let registry: QueryRegistry;
let nowMs: number;
let stopListening: () => void;

beforeEach(async () => {
  app = notesApp();
  directory = temporaryFolder();
  host = await startTestHost(app, directory.path);
  nowMs = 0;
  registry = new QueryRegistry(host.engine, () => nowMs);
  stopListening = host.engine.onCommit(({ writes }) => registry.invalidate(writes));
});

afterEach(async () => {
  stopListening();
  await host.stop();
  directory.remove();
});

async function add(topic: string, rank = 0): Promise<void> {
  const address = { componentPath: "", name: "notes:add" };
  const outcome = await host.engine.mutation(address, { topic, rank }, anonymous);
  expect(outcome.ok).toBe(true);
}

async function refresh(subscription: Subscription): Promise<void> {
  await host.engine.snapshot((snapshot) => registry.refresh(subscription, snapshot));
}

function valueOf({ result }: Pick<Subscription, "result">): unknown {
  if (result === null || !result.outcome.ok) throw new Error("there is no value");
  return JSON.parse(result.outcome.value);
}

describe("a cached result", () => {
  it("is recomputed when it read the clock and has expired", async () => {
    const timed = { topic: "a", timed: true };
    await registry.read("notes:list", timed);
    nowMs = 4_999;
    await registry.read("notes:list", timed);
    expect(app.listRuns()).toBe(1);
    nowMs = 5_000;
    await registry.read("notes:list", timed);
    expect(app.listRuns()).toBe(2);
  });

  it("expires even if the clock is set", async () => {
    registry = new QueryRegistry(host.engine);
    const timed = { topic: "a", timed: true };
    await registry.read("notes:list", timed);
    const [time, day] = [performance.now(), Date.now()];
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(Date, "now").mockImplementation(() => day - 3_600_000);
    vi.spyOn(performance, "now").mockImplementation(() => time + 5_000);
    await registry.read("notes:list", timed);
    expect(app.listRuns()).toBe(2);
  });

  it("stays valid until a commit touches it if it did not read the clock", async () => {
    await registry.read("notes:list", { topic: "a" });
    nowMs = 3_600_000;
    await registry.read("notes:list", { topic: "a" });
    expect(app.listRuns()).toBe(1);
  });

  it("is computed once for concurrent callers", async () => {
    await Promise.all(Array.from({ length: 10 }, () => registry.read("notes:list", { topic: "a" })));
    expect(app.listRuns()).toBe(1);
  });

  it("is never an internal failure; the next caller runs the query again", async () => {
    let failing = true;
    registry = new QueryRegistry({
      snapshot: (body) =>
        host.engine.snapshot((snapshot) => {
          const query = failing ? () => Promise.resolve(failed) : snapshot.query.bind(snapshot);
          return body({ ts: snapshot.ts, query });
        }),
    });
    await expect(registry.read("notes:list", { topic: "a" })).rejects.toThrow("SQLITE_IOERR");
    expect(registry.size).toBe(0);
    const subscription = registry.subscribe("notes:list", { topic: "a" }, null, () => undefined);
    await expect(registry.read("notes:list", { topic: "a" })).rejects.toThrow("SQLITE_IOERR");
    expect(subscription.result).toBeNull();
    failing = false;
    expect(valueOf({ result: await registry.read("notes:list", { topic: "a" }) })).toEqual([]);
    await refresh(subscription);
    expect(valueOf(subscription)).toEqual([]);
  });

  it("is evicted by newer ones, and dropped when a commit touches it", async () => {
    for (let at = 0; at < 600; at += 1) await registry.read("notes:list", { topic: String(at) });
    expect(registry.size).toBe(512);
    await add("599");
    expect(registry.size).toBe(511);
  });
});

describe("results without subscribers", () => {
  it("are kept up to a total size, however few they are", async () => {
    // Room for two of them.
    const long = "x".repeat(6_000);
    registry = new QueryRegistry(host.engine, () => nowMs, 16_000);
    const read = (at: number) => registry.read("notes:list", { topic: `${long}${at}` });
    for (const at of [0, 1, 0, 2]) await read(at);
    // The least recently used one is evicted.
    expect([registry.size, app.listRuns()]).toEqual([2, 3]);
    await read(0);
    expect(app.listRuns()).toBe(3);
    // A subscription frees its result's share of the limit, and unsubscribing takes it again.
    const subscription = registry.subscribe("notes:list", { topic: `${long}0` }, null, () => undefined);
    await read(1);
    expect(registry.size).toBe(3);
    registry.unsubscribe(subscription);
    expect(registry.size).toBe(2);
  });
});

describe("a subscription", () => {
  it("is notified of a commit once, and its query runs only on refresh", async () => {
    const onStale = vi.fn();
    const subscription = registry.subscribe("notes:list", { topic: "a" }, null, onStale);
    await refresh(subscription);
    await add("a");
    await add("a");
    expect([onStale.mock.calls.length, app.listRuns()]).toEqual([1, 1]);
    await refresh(subscription);
    expect([valueOf(subscription), app.listRuns()]).toEqual([["", ""], 2]);
  });

  it("leaves a valid result to the next subscription, but not a stale one", async () => {
    const first = registry.subscribe("notes:list", { topic: "a" }, null, () => undefined);
    await refresh(first);
    registry.unsubscribe(first);
    const second = registry.subscribe("notes:list", { topic: "a" }, null, () => undefined);
    await refresh(second);
    expect(app.listRuns()).toBe(1);
    await add("a");
    registry.unsubscribe(second);
    expect(registry.size).toBe(0);
  });

  it("does not get an expired result that depends on the clock, and earlier subscribers are refreshed", async () => {
    const timed = { topic: "a", timed: true };
    const onStale = vi.fn();
    const first = registry.subscribe("notes:list", timed, null, onStale);
    await refresh(first);
    nowMs = 4_999;
    await refresh(registry.subscribe("notes:list", timed, null, () => undefined));
    expect([app.listRuns(), onStale.mock.calls.length]).toEqual([1, 0]);
    nowMs = 5_000;
    await refresh(registry.subscribe("notes:list", timed, null, () => undefined));
    expect([app.listRuns(), onStale.mock.calls.length]).toEqual([2, 1]);
    await refresh(first);
    expect(app.listRuns()).toBe(2);
  });

  it.each(["is watched", "was watched"])("to a page gets its own page if an old one %s", async (what) => {
    for (const rank of [0, 1]) await add("p", rank);
    const args = { topic: "p", timed: true, paginationOpts: { cursor: null, numItems: 2 } };
    const first = registry.subscribe("notes:page", args, null, () => undefined);
    await refresh(first);
    if (what === "was watched") registry.unsubscribe(first);
    nowMs = 5_000;
    const second = registry.subscribe("notes:page", args, null, () => undefined);
    await add("p", 0.5);
    await refresh(second);
    await refresh(first);
    expect(valueOf(second)).toMatchObject({ ranks: [0, 0.5] });
    if (what === "is watched") expect(valueOf(first)).toMatchObject({ ranks: [0, 0.5, 1] });
  });

  it("to a page keeps the page's end when a document is inserted into the page", async () => {
    for (const rank of [0, 1, 2]) await add("p", rank);
    const args = { topic: "p", paginationOpts: { cursor: null, numItems: 2 } };
    const subscription = registry.subscribe("notes:page", args, null, () => undefined);
    await refresh(subscription);
    await add("p", 0.5);
    await refresh(subscription);
    expect(valueOf(subscription)).toMatchObject({ ranks: [0, 0.5, 1] });
    // Neither the page nor the original query is kept once all have unsubscribed.
    registry.unsubscribe(subscription);
    await add("p", 0.75);
    expect(registry.size).toBe(0);
  });

  it("to a page between a commit and its refresh gets its own page", async () => {
    for (const rank of [0, 1]) await add("p", rank);
    const args = { topic: "p", paginationOpts: { cursor: null, numItems: 2 } };
    const first = registry.subscribe("notes:page", args, null, () => undefined);
    await refresh(first);
    await add("p", 0.5);
    const second = registry.subscribe("notes:page", args, null, () => undefined);
    // In either order.
    await refresh(second);
    await refresh(first);
    expect([second, first].map(valueOf)).toMatchObject([{ ranks: [0, 0.5] }, { ranks: [0, 0.5, 1] }]);
    await add("p", 0.25);
    const third = registry.subscribe("notes:page", args, null, () => undefined);
    for (const one of [first, second, third]) await refresh(one);
    const ranks = [
      [0, 0.25, 0.5, 1],
      [0, 0.25, 0.5],
      [0, 0.25],
    ];
    expect([first, second, third].map(valueOf)).toMatchObject(ranks.map((page) => ({ ranks: page })));
  });

  it("to a page keeps the page's end, while new callers get their own page", async () => {
    for (const rank of [0, 1, 2]) await add("p", rank);
    const args = { topic: "p", paginationOpts: { cursor: null, numItems: 2 } };
    const subscription = registry.subscribe("notes:page", args, null, () => undefined);
    await refresh(subscription);
    expect(valueOf(subscription)).toMatchObject({ ranks: [0, 1] });
    await add("p", 0.5);
    expect(valueOf({ result: await registry.read("notes:page", args) })).toMatchObject({ ranks: [0, 0.5] });
    await refresh(subscription);
    expect(valueOf(subscription)).toMatchObject({ ranks: [0, 0.5, 1] });
    await add("p", 0.25);
    await refresh(subscription);
    expect(valueOf(subscription)).toMatchObject({ ranks: [0, 0.25, 0.5, 1] });
    // A reconnecting client sends the journal.
    const resumed = registry.subscribe(
      "notes:page",
      args,
      subscription.result?.journal ?? null,
      () => undefined,
    );
    await refresh(resumed);
    expect(valueOf(resumed)).toMatchObject({ ranks: [0, 0.25, 0.5, 1] });
  });
});

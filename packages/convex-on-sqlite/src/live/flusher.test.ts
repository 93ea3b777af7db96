/** Rounds of updates: their sessions, their snapshot, and their effect on the event loop. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { createLogger } from "../log";
import { notesApp } from "../../test/notesApp";
import { startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { clientCall } from "./caller";
import { type Flushable, Flusher } from "./flusher";
import { QueryRegistry, type Subscription } from "./registry";
const anonymous = clientCall({ ip: null, userAgent: null }, null);

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
let registry: QueryRegistry;
let flusher: Flusher;
let stopListening: () => void;

beforeEach(async () => {
  directory = temporaryFolder();
  host = await startTestHost(notesApp(), directory.path);
  registry = new QueryRegistry(host.engine);
  flusher = new Flusher(host.engine, registry, createLogger({ json: true, write: () => undefined }));
  stopListening = host.engine.onCommit(({ writes }) => registry.invalidate(writes));
});

afterEach(async () => {
  stopListening();
  await host.stop();
  directory.remove();
});

/** A session that watches a topic and records the timestamps and results it gets. */
class Watcher implements Flushable {
  congested = false;
  failed = false;
  readonly updates: { ts: bigint; value: unknown }[] = [];
  private readonly subscription: Subscription;
  private readonly onFinish: () => void;

  constructor(topic: string, onFinish: () => void = () => undefined) {
    this.onFinish = onFinish;
    this.subscription = registry.subscribe("notes:list", { topic }, null, () => flusher.mark(this));
    flusher.mark(this);
  }

  begin(): readonly Subscription[] {
    return [this.subscription];
  }

  finish(ts: bigint): void {
    this.onFinish();
    const outcome = this.subscription.result?.outcome;
    this.updates.push({ ts, value: outcome?.ok === true ? JSON.parse(outcome.value) : null });
  }

  fail(): void {
    this.failed = true;
  }

  async until(count: number): Promise<void> {
    await vi.waitFor(() => expect(this.updates.length).toBeGreaterThanOrEqual(count), WAIT_OPTIONS);
  }
}

async function add(topic: string, text: string): Promise<bigint> {
  const { ts } = await host.engine.mutation(
    { componentPath: "", name: "notes:add" },
    { topic, text },
    anonymous,
  );
  return ts;
}

describe("a round", () => {
  it("updates all waiting sessions to one state", async () => {
    const [first, second] = [new Watcher("a"), new Watcher("a")];
    await Promise.all([first.until(1), second.until(1)]);
    const stamps = await Promise.all(["1", "2", "3"].map((text) => add("a", text)));
    const last = { ts: stamps[2], value: ["1", "2", "3"] };
    await vi.waitFor(() => expect(first.updates.at(-1)).toEqual(last), WAIT_OPTIONS);
    expect(second.updates).toEqual(first.updates);
  });

  it("combines a burst of commits", async () => {
    const watcher = new Watcher("a");
    await watcher.until(1);
    const texts = Array.from({ length: 300 }, (_, at) => String(at));
    await Promise.all(texts.map((text) => add("a", text)));
    await vi.waitFor(() => expect(watcher.updates.at(-1)?.value).toEqual(texts), WAIT_OPTIONS);
    expect(watcher.updates.length).toBeLessThan(texts.length / 2);
  });

  it("leaves the event loop its turns while it updates many sessions", async () => {
    let updated = 0;
    const busy = (): void => {
      updated += 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
    };
    const watchers = Array.from({ length: 100 }, () => new Watcher("a", busy));
    const between = new Set<number>();
    while (updated < watchers.length) {
      await nextTurn();
      between.add(updated);
    }
    expect(between.size).toBeGreaterThan(10);
    expect(new Set(watchers.map((watcher) => watcher.updates[0]?.ts)).size).toBe(1);
  });

  it("skips a congested session", async () => {
    const [slow, quick] = [new Watcher("a"), new Watcher("a")];
    await Promise.all([slow.until(1), quick.until(1)]);
    slow.congested = true;
    await add("a", "1");
    await quick.until(2);
    await add("a", "2");
    await quick.until(3);
    expect(slow.updates).toHaveLength(1);
    slow.congested = false;
    flusher.mark(slow);
    await slow.until(2);
    expect(slow.updates[1]).toEqual(quick.updates[2]);
  });

  it("is not repeated just for a congested session", async () => {
    const slow = new Watcher("a");
    let checks = 0;
    Object.defineProperty(slow, "congested", { get: () => (checks += 1) > 0 });
    await new Watcher("a").until(1);
    const before = checks;
    for (let turn = 0; turn < 60; turn += 1) await nextTurn();
    expect(checks - before).toBeLessThan(10);
  });

  it("is followed by another for sessions marked meanwhile", async () => {
    const later = new Watcher("a");
    await later.until(1);
    await new Watcher("b", () => flusher.mark(later)).until(1);
    await later.until(2);
    expect(later.updates).toHaveLength(2);
  });

  it.each(["begin", "finish"] as const)("ends only the session that fails to %s", async (when) => {
    const broken = new Watcher("a");
    broken[when] = () => {
      throw new Error("broken");
    };
    const well = new Watcher("a");
    await well.until(1);
    expect([broken.failed, well.failed]).toEqual([true, false]);
  });
});

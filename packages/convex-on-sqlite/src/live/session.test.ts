/** Limits of one connection, with an engine whose calls end on demand. */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createEngine, type Engine } from "../engine/engine";
import { createLogger, ThrottledLog } from "../log";
import { notesApp } from "../../test/notesApp";
import { temporaryFolder, testApp } from "../../test/testApp";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import type { Outcome } from "../types";
import { Flusher } from "./flusher";
import { InFlight } from "./inFlight";
import { QueryRegistry } from "./registry";
import { type Channel, Session } from "./session";

const MANY = 1_000;
const log = createLogger({ json: true, write: () => undefined });

let directory: ReturnType<typeof temporaryFolder>;
let engine: Engine;
let session: Session;
let held: boolean[];
let frames: Record<string, unknown>[];
let sentChars: number;
let channel: { congested: boolean } & Channel;
let flusher: Flusher;
let ends: (() => void)[];

/** Blocks a call until its turn in `ends`. */
function waits(): Promise<Outcome & { readonly ts: bigint }> {
  return new Promise((resolve) => {
    ends.push(() => resolve({ ok: true, value: "null", logLines: [], ts: 1n }));
  });
}

function receive(type: string, fields: object): void {
  session.receive(JSON.stringify({ type, ...fields }));
}

beforeEach(async () => {
  directory = temporaryFolder();
  engine = await createEngine({
    app: testApp({ "": notesApp() }),
    dataDir: directory.path,
    synchronous: "NORMAL",
    log,
  });
  [held, frames, ends, sentChars] = [[], [], [], 0];
  channel = {
    congested: false,
    send: (frame: string) => {
      frames.push(JSON.parse(frame) as Record<string, unknown>);
      sentChars += frame.length;
    },
    setPaused: (isHeld: boolean) => void held.push(isHeld),
    close: () => undefined,
  };
  const registry = new QueryRegistry(engine);
  flusher = new Flusher(engine, registry, log);
  const quiet = new ThrottledLog(() => undefined);
  const inFlight = new InFlight();
  const host = { engine, registry, flusher, inFlight, log, closures: quiet };
  session = new Session(host, channel, {
    caller: { ip: null, userAgent: null },
    admit: () => 0,
    admin: () => ({ ok: false, message: "no", waitMs: 0 }),
  });
  const clientTs = Date.now() - 60_000;
  receive("Connect", { sessionId: randomUUID(), connectionCount: 0, lastCloseReason: null, clientTs });
});

afterEach(async () => {
  session.dispose();
  await engine.close();
  directory.remove();
});

it("pauses reading while a thousand actions run, and resumes when one has ended", async () => {
  vi.spyOn(engine, "action").mockImplementation(waits);
  const act = (requestId: number): void => receive("Action", { requestId, udfPath: "notes:wait", args: [] });
  for (let at = 1; at < MANY; at += 1) act(at);
  expect(held).toEqual([]);
  act(MANY);
  act(MANY + 1);
  expect(held).toEqual([true]);
  ends.shift()?.();
  await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT_OPTIONS);
  expect(held).toEqual([true]);
  ends.shift()?.();
  await vi.waitFor(() => expect(held).toEqual([true, false]), WAIT_OPTIONS);
});

it("pauses reading while a thousand mutations wait, and resumes when the next has started", async () => {
  vi.spyOn(engine, "mutation").mockImplementation(waits);
  const mutate = (requestId: number): void =>
    receive("Mutation", { requestId, udfPath: "notes:add", args: [{ topic: "a" }] });
  // The first runs, the others wait.
  for (let at = 0; at < MANY; at += 1) mutate(at);
  expect(held).toEqual([]);
  mutate(MANY);
  expect(held).toEqual([true]);
  expect(ends).toHaveLength(1);
  ends.shift()?.();
  await vi.waitFor(() => expect(held).toEqual([true, false]), WAIT_OPTIONS);
});

it("creates at most one transition of results before its peer reads", async () => {
  const { send } = channel;
  // The peer reads nothing.
  channel.send = (frame) => {
    send(frame);
    channel.congested = true;
  };
  const add = (queryId: number) => ({ type: "Add", queryId, udfPath: "notes:bulky", args: [{}] });
  const modifications = Array.from({ length: 700 }, (_, queryId) => add(queryId));
  receive("ModifyQuerySet", { baseVersion: 0, newVersion: 1, modifications });
  await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT_OPTIONS);
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
  expect(frames).toHaveLength(1);
  expect(sentChars).toBeLessThan(5_000_000);
  // The peer reads.
  channel.congested = false;
  flusher.mark(session);
  await vi.waitFor(() => expect(frames).toHaveLength(2), WAIT_OPTIONS);
  expect(sentChars).toBeLessThan(10_000_000);
});

it("receives all results that are too large for one transition, even in an empty database", async () => {
  const modifications = Array.from({ length: 24 }, (_, queryId) => ({
    type: "Add",
    queryId,
    udfPath: "notes:bulky",
    args: [{}],
  }));
  receive("ModifyQuerySet", { baseVersion: 0, newVersion: 1, modifications });
  await vi.waitFor(() => expect(frames).toHaveLength(3), WAIT_OPTIONS);
  const sent = frames.map((frame) => frame["modifications"] as unknown[]);
  expect(sent.map(({ length }) => length)).toEqual([9, 9, 6]);
});

it("receives the skew of its clock", async () => {
  receive("Authenticate", { baseVersion: 0, tokenType: "None" });
  await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT_OPTIONS);
  expect(frames[0]?.["clientClockSkew"]).toBeLessThanOrEqual(-60_000);
});

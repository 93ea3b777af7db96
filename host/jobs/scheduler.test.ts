/** Whether scheduled functions and crons run as often as promised: on the real engine, over restarts. */
import { actionGeneric, internalMutationGeneric, makeFunctionReference, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createEngine, type EngineHandle } from "../engine/engine";
import { createLogger } from "../log";
import { loadTestApp, temporaryDirectory } from "../net/testHost";
import { patiently } from "../testing/patiently";
import type { CallOptions, ConvexJson, CronDefinition, LoadedApp, Outcome } from "../types";
import { Alarm } from "./alarm";
import { TRANSIENT_ERROR } from "./run";
import { startJobs, type Jobs } from "./scheduler";

const DAY_MS = 86_400_000;
const log = createLogger({ json: true, write: () => undefined });
const options: CallOptions = {
  visibility: "any",
  meta: { ip: null, userAgent: null, requestId: "test", scheduledFunctionId: null, authToken: null },
};

interface JobDocument {
  _id: string;
  name: string;
  args: unknown[];
  state: { kind: string; error?: string };
  completedTime?: number;
}

/** A door at which actions wait, and the count of those that came to it. */
function newGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { arrived: 0, opened, open: () => open() };
}

let gate = newGate();

const note = makeFunctionReference<"mutation">("app:note");
const modules = {
  app: {
    note: internalMutationGeneric({
      args: { text: v.string() },
      handler: async (ctx, { text }) => void (await ctx.db.insert("notes", { text })),
    }),
    quiet: internalMutationGeneric({ args: {}, handler: () => null }),
    fail: internalMutationGeneric({
      args: {},
      handler: async (ctx) => {
        await ctx.db.insert("notes", { text: "of a failure" });
        throw new Error("boom");
      },
    }),
    wait: actionGeneric({
      args: {},
      handler: async (ctx) => {
        gate.arrived += 1;
        await gate.opened;
        await ctx.runMutation(note, { text: "waited" });
      },
    }),
    failAction: actionGeneric({
      args: {},
      handler: () => {
        throw new Error("bang");
      },
    }),
    waitAndSchedule: actionGeneric({
      args: {},
      handler: async (ctx) => {
        gate.arrived += 1;
        await gate.opened;
        await ctx.scheduler.runAfter(0, note, { text: "of an action" });
        await ctx.runMutation(makeFunctionReference<"mutation">("app:scheduleAll"), {
          texts: ["of its call"],
        });
      },
    }),
    schedule: internalMutationGeneric({
      args: { name: v.string(), args: v.any(), delayMs: v.number() },
      handler: async (ctx, { name, args, delayMs }) =>
        ctx.scheduler.runAfter(delayMs, makeFunctionReference<"action">(name), args as Record<string, never>),
    }),
    scheduleAll: internalMutationGeneric({
      args: { texts: v.array(v.string()) },
      handler: async (ctx, { texts }) => {
        for (const text of texts) await ctx.scheduler.runAfter(0, note, { text });
      },
    }),
    cancel: internalMutationGeneric({
      args: { id: v.id("_scheduled_functions") },
      handler: async (ctx, { id }) => ctx.scheduler.cancel(id),
    }),
    jobs: queryGeneric({ args: {}, handler: (ctx) => ctx.db.system.query("_scheduled_functions").collect() }),
    notes: queryGeneric({
      args: {},
      handler: async (ctx) => (await ctx.db.query("notes").collect()).map((row) => String(row["text"])),
    }),
  },
};

function appWith(crons: readonly CronDefinition[]): LoadedApp {
  const app = loadTestApp({ modules });
  const components = [...app.components].map(([path, component]) => [path, { ...component, crons }] as const);
  return { ...app, components: new Map(components) };
}

function cron(functionName: string, schedule: CronDefinition["schedule"]): CronDefinition {
  return { componentPath: "", identifier: "the cron", functionName, args: [{}], schedule };
}

let directory: ReturnType<typeof temporaryDirectory>;
let engine: EngineHandle;
let jobs: Jobs | null = null;

async function open(crons: readonly CronDefinition[] = []): Promise<void> {
  engine = await createEngine({ app: appWith(crons), dataDir: directory.path, synchronous: "NORMAL", log });
}

async function start(now?: () => number): Promise<void> {
  jobs = await startJobs({ engine, log, ...(now === undefined ? {} : { now }) });
}

/** Ends the loop without waiting for what it runs, as a crash would, and closes the database. */
async function crash(): Promise<void> {
  await jobs?.stop(0);
  jobs = null;
  await engine.close();
}

function valueOf(outcome: Outcome): unknown {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return JSON.parse(outcome.value);
}

async function mutate(name: string, args: ConvexJson): Promise<unknown> {
  return valueOf(await engine.mutation({ componentPath: "", name }, args, options));
}

async function schedule(name: string, args: ConvexJson = {}, delayMs = 0): Promise<string> {
  return String(await mutate("app:schedule", { name, args, delayMs }));
}

async function ask(name: string): Promise<unknown> {
  return valueOf(await engine.query({ componentPath: "", name }, {}, options));
}

async function jobOf(id: string): Promise<JobDocument | undefined> {
  return ((await ask("app:jobs")) as JobDocument[]).find((job) => job._id === id);
}

async function ended(id: string): Promise<JobDocument> {
  return vi.waitFor(async () => {
    const job = await jobOf(id);
    expect(job?.completedTime).toBeDefined();
    return job as JobDocument;
  }, patiently);
}

/** Starts the jobs with an action that is cancelled while it waits at its door. */
async function cancelledAtTheDoor(name: string): Promise<string> {
  await open();
  await start();
  const id = await schedule(name);
  await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
  await mutate("app:cancel", { id });
  return id;
}

/** Makes the engine's next mutation wait at a door. */
function holdNextMutation() {
  const held = newGate();
  const mutation = engine.mutation.bind(engine);
  const ran = vi.spyOn(engine, "mutation").mockImplementationOnce(async (...call) => {
    held.arrived += 1;
    await held.opened;
    return mutation(...call);
  });
  return { held, ran };
}

const notes = async (): Promise<string[]> => (await ask("app:notes")) as string[];

beforeEach(() => {
  gate = newGate();
  directory = temporaryDirectory();
});

afterEach(async () => {
  gate.open();
  await jobs?.stop();
  jobs = null;
  await engine.close();
  directory.remove();
});

describe("a scheduled mutation", () => {
  it("runs once, and its document says so in the same commit", async () => {
    await open();
    await start();
    const id = await schedule("app:note", { text: "hello" });
    expect((await ended(id)).state).toEqual({ kind: "success" });
    expect(await notes()).toEqual(["hello"]);
    await schedule("app:note", { text: "again" });
    await vi.waitFor(async () => expect(await notes()).toEqual(["hello", "again"]), patiently);
  });

  it("runs after those that were scheduled before it for the same moment", async () => {
    await open();
    const texts = Array.from({ length: 20 }, (_, n) => `note ${n}`);
    await mutate("app:scheduleAll", { texts });
    await start();
    await vi.waitFor(async () => expect(await notes()).toEqual(texts), patiently);
  });

  it("that fails is rolled back, keeps its error, and is not tried again", async () => {
    await open();
    await start();
    const id = await schedule("app:fail");
    const { state } = await ended(id);
    expect(state.kind).toBe("failed");
    expect(state.error).toMatch(/^Uncaught Error: boom/);
    await ended(await schedule("app:note", { text: "later" }));
    expect(await notes()).toEqual(["later"]);
  });

  it("that is due while no host runs runs at the next start", async () => {
    await open();
    const id = await schedule("app:note", { text: "late" });
    await crash();
    await open();
    await start();
    expect((await ended(id)).state.kind).toBe("success");
    expect(await notes()).toEqual(["late"]);
  });

  it("that is cancelled does not run", async () => {
    await open();
    const id = await schedule("app:note", { text: "never" });
    await mutate("app:cancel", { id });
    await start();
    await ended(await schedule("app:note", { text: "after" }));
    expect(await notes()).toEqual(["after"]);
    expect((await jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("that is cancelled when it is just about to run does not run", async () => {
    await open();
    const id = await schedule("app:note", { text: "never" });
    const { held } = holdNextMutation();
    await start();
    await vi.waitFor(() => expect(held.arrived).toBe(1), patiently);
    await mutate("app:cancel", { id });
    held.open();
    await jobs?.stop(60_000);
    expect(await notes()).toEqual([]);
    expect((await jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("is not started a second time while it runs", async () => {
    await open();
    const id = await schedule("app:note", { text: "once" });
    const { held, ran } = holdNextMutation();
    await start();
    await vi.waitFor(() => expect(held.arrived).toBe(1), patiently);
    await ended(await schedule("app:note", { text: "meanwhile" }));
    held.open();
    await ended(id);
    expect(ran.mock.calls.filter(([, , { job }]) => job?.id === id)).toHaveLength(1);
    expect(await notes()).toEqual(["meanwhile", "once"]);
  });

  it("waits for its time", async () => {
    await open();
    await start();
    const id = await schedule("app:note", { text: "in a week" }, 7 * DAY_MS);
    await ended(await schedule("app:note", { text: "now" }));
    expect((await jobOf(id))?.state.kind).toBe("pending");
    expect(await notes()).toEqual(["now"]);
  });
});

describe("a scheduled action", () => {
  it("is in progress while it runs, then a success", async () => {
    await open();
    await start();
    const id = await schedule("app:wait");
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    expect((await jobOf(id))?.state.kind).toBe("inProgress");
    gate.open();
    expect((await ended(id)).state.kind).toBe("success");
    expect(await notes()).toEqual(["waited"]);
  });

  it("that fails keeps its error without a request's id", async () => {
    await open();
    await start();
    const { state } = await ended(await schedule("app:failAction"));
    expect(state.kind).toBe("failed");
    expect(state.error).toMatch(/^Uncaught Error: bang/);
  });

  it("that can't be run has failed", async () => {
    await open();
    vi.spyOn(engine, "action").mockRejectedValueOnce(new Error("The engine is broken"));
    await start();
    expect((await ended(await schedule("app:wait"))).state).toEqual({
      kind: "failed",
      error: TRANSIENT_ERROR,
    });
  });

  it("that ran when the host ended has failed, and does not run again", async () => {
    await open();
    await start();
    const id = await schedule("app:wait");
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    await crash();
    // The door of the lost run stays shut: what comes after a crash is never heard of.
    gate = newGate();
    await open();
    await start();
    expect((await ended(id)).state).toEqual({ kind: "failed", error: TRANSIENT_ERROR });
    await ended(await schedule("app:note", { text: "next" }));
    expect(gate.arrived).toBe(0);
  });

  it("stays cancelled when it ends after that", async () => {
    const id = await cancelledAtTheDoor("app:wait");
    gate.open();
    await vi.waitFor(async () => expect(await notes()).toEqual(["waited"]), patiently);
    await jobs?.stop();
    expect((await jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("schedules nothing that would run once it is cancelled, nor does what it calls", async () => {
    await cancelledAtTheDoor("app:waitAndSchedule");
    gate.open();
    await jobs?.stop(60_000);
    const all = (await ask("app:jobs")) as JobDocument[];
    expect(all.map(({ state }) => state.kind)).toEqual(["canceled", "canceled", "canceled"]);
  });
});

describe("the loop", () => {
  it("runs eight jobs at once and the others after them", async () => {
    await open();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await schedule("app:wait"));
    await start();
    await vi.waitFor(() => expect(gate.arrived).toBe(8), patiently);
    // A turn of the loop that finds work and no free place.
    await schedule("app:note", { text: "waits too" });
    const states = await Promise.all(ids.map(async (id) => (await jobOf(id))?.state.kind));
    expect(states.filter((kind) => kind === "inProgress")).toHaveLength(8);
    expect(gate.arrived).toBe(8);
    gate.open();
    for (const id of ids) expect((await ended(id)).state.kind).toBe("success");
  });

  it("starts what waits for a free place when a job ends, without any other news", async () => {
    await open();
    const texts = Array.from({ length: 20 }, (_, n) => `note ${n}`);
    await mutate("app:scheduleAll", { texts });
    vi.spyOn(engine, "onJobsChanged").mockReturnValue(() => undefined);
    await start();
    await vi.waitFor(async () => expect(await notes()).toEqual(texts), patiently);
  });

  it("looks again soon after the database failed it", async () => {
    let nowMs = Date.now();
    await open();
    const id = await schedule("app:note", { text: "after a failure" });
    const read = vi.spyOn(engine, "read").mockRejectedValueOnce(new Error("The database failed"));
    // Each look at this clock takes a second, so that nobody has to wait for the alarm.
    await start(() => (nowMs += 1_000));
    expect((await ended(id)).state.kind).toBe("success");
    expect(read.mock.settledResults[0]?.type).toBe("rejected");
  });

  it("waits at its stop for what runs, and starts nothing more", async () => {
    await open();
    await start();
    const id = await schedule("app:wait");
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    const stopped = jobs?.stop(60_000);
    const late = await schedule("app:note", { text: "late" });
    gate.open();
    await stopped;
    expect((await jobOf(id))?.state.kind).toBe("success");
    expect((await jobOf(late))?.state.kind).toBe("pending");
  });

  it("waits at its stop also for what it was about to start", async () => {
    await open();
    await start();
    const committed = newGate();
    const system = engine.system.bind(engine);
    vi.spyOn(engine, "system").mockImplementationOnce(async (body) => {
      const result = await system(body);
      committed.arrived += 1;
      await committed.opened;
      return result;
    });
    const id = await schedule("app:wait");
    await vi.waitFor(() => expect(committed.arrived).toBe(1), patiently);
    const stopped = jobs?.stop(60_000);
    committed.open();
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    gate.open();
    await stopped;
    expect((await jobOf(id))?.state.kind).toBe("success");
  });

  it("writes no more once its stop has waited long enough", async () => {
    await open();
    const ran = vi.spyOn(engine, "action");
    await start();
    const id = await schedule("app:wait");
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    await jobs?.stop(0);
    gate.open();
    await ran.mock.results[0]?.value;
    // A commit comes after all that were asked for before it.
    await mutate("app:quiet", {});
    expect(await notes()).toEqual(["waited"]);
    expect((await jobOf(id))?.state.kind).toBe("inProgress");
  });

  it("forgets ended jobs after a week, and not before", async () => {
    await open();
    await start();
    const id = await schedule("app:note", { text: "kept" });
    await ended(id);
    await jobs?.stop();
    await start(() => Date.now() + 6 * DAY_MS);
    await jobs?.stop();
    expect(await jobOf(id)).toBeDefined();
    await start(() => Date.now() + 8 * DAY_MS);
    await vi.waitFor(async () => expect(await jobOf(id)).toBeUndefined(), patiently);
    expect(await engine.read((db) => db.rows("SELECT id FROM jobs"))).toEqual([]);
    expect(await notes()).toEqual(["kept"]);
  });

  it("wakes when the week of an ended job is over", async () => {
    await open();
    const set = vi.spyOn(Alarm.prototype, "set");
    onTestFinished(() => void set.mockRestore());
    await start();
    const { completedTime = 0 } = await ended(await schedule("app:note", { text: "kept" }));
    await vi.waitFor(() => expect(set).toHaveBeenLastCalledWith(completedTime + 7 * DAY_MS), patiently);
  });

  it("keeps ended jobs for good where it is told to", async () => {
    await open();
    await start();
    const id = await schedule("app:note", { text: "kept" });
    await ended(id);
    await jobs?.stop();
    const set = vi.spyOn(Alarm.prototype, "set");
    onTestFinished(() => void set.mockRestore());
    jobs = await startJobs({ engine, log, now: () => Date.now() + 8 * DAY_MS, deleteEnded: false });
    await vi.waitFor(() => expect(set).toHaveBeenCalledWith(null), patiently);
    expect(await jobOf(id)).toBeDefined();
  });

  it("fails a job whose function the app no longer has", async () => {
    await open();
    const id = await schedule("app:note", { text: "gone" });
    await crash();
    const app = loadTestApp({ modules: { app: { jobs: modules.app.jobs } } });
    engine = await createEngine({ app, dataDir: directory.path, synchronous: "NORMAL", log });
    await start();
    expect((await ended(id)).state).toEqual({
      kind: "failed",
      error: expect.stringContaining("Could not find function for 'app:note'") as string,
    });
  });
});

describe("a cron", () => {
  const hourly = { type: "interval", seconds: 3600 } as const;

  it("with an interval runs at once, and again after each", async () => {
    await open([cron("app:wait", { type: "interval", seconds: 0.02 })]);
    gate.open();
    await start();
    await vi.waitFor(() => expect(gate.arrived).toBeGreaterThanOrEqual(3), patiently);
    expect(await ask("app:jobs")).toEqual([]);
  });

  it("goes on after a mutation that writes nothing", async () => {
    let nowMs = Date.now();
    await open([cron("app:quiet", hourly)]);
    const ran = vi.spyOn(engine, "mutation");
    await start(() => nowMs);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), patiently);
    await jobs?.stop();
    nowMs += 3_600_000;
    await start(() => nowMs);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(2), patiently);
  });

  it("never runs twice at once", async () => {
    await open([cron("app:wait", { type: "interval", seconds: 0.01 })]);
    await start();
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    const due = (): Promise<unknown> => engine.read((db) => db.row("SELECT next_ms FROM crons")?.[0]);
    const before = await due();
    await vi.waitFor(async () => expect(await due()).toBeGreaterThan(Number(before) + 50), patiently);
    expect(gate.arrived).toBe(1);
    gate.open();
    await vi.waitFor(() => expect(gate.arrived).toBeGreaterThan(1), patiently);
  });

  it("keeps its place over a restart, and runs once for all that it missed", async () => {
    const startMs = Date.now();
    await open([cron("app:wait", hourly)]);
    gate.open();
    await start(() => startMs);
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    await crash();
    await open([cron("app:wait", hourly)]);
    await start(() => startMs + 3_599_000);
    await jobs?.stop();
    expect(gate.arrived).toBe(1);
    await start(() => startMs + 10.5 * 3_600_000);
    await vi.waitFor(() => expect(gate.arrived).toBe(2), patiently);
    await jobs?.stop();
    expect(gate.arrived).toBe(2);
    expect(await engine.read((db) => db.row("SELECT next_ms FROM crons")?.[0])).toBe(
      startMs + 11 * 3_600_000,
    );
  });

  it("does not stand still until a clock that was set back has caught up", async () => {
    let nowMs = Date.now();
    await open([cron("app:wait", hourly)]);
    const due = (): Promise<unknown> => engine.read((db) => db.row("SELECT next_ms FROM crons")?.[0]);
    gate.open();
    await start(() => nowMs);
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    nowMs -= 30 * DAY_MS;
    // Any news of a job makes the loop look at the clock.
    await schedule("app:note", { text: "meanwhile" });
    await vi.waitFor(async () => expect(await due()).toBe(nowMs + 3_600_000), patiently);
    await jobs?.stop();
    nowMs -= 30 * DAY_MS;
    await start(() => nowMs);
    expect(await due()).toBe(nowMs + 3_600_000);
    expect(gate.arrived).toBe(1);
  });

  it("whose schedule was changed starts afresh", async () => {
    const startMs = Date.now();
    await open([cron("app:wait", hourly)]);
    gate.open();
    await start(() => startMs);
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    await crash();
    await open([cron("app:wait", { type: "interval", seconds: 7200 })]);
    await start(() => startMs + 1_000);
    await vi.waitFor(() => expect(gate.arrived).toBe(2), patiently);
    expect(await engine.read((db) => db.row("SELECT next_ms FROM crons")?.[0])).toBe(
      startMs + 1_000 + 7_200_000,
    );
  });

  it("that the app no longer has runs no more", async () => {
    await open([cron("app:wait", hourly)]);
    gate.open();
    await start();
    await vi.waitFor(() => expect(gate.arrived).toBe(1), patiently);
    await crash();
    await open([]);
    await start();
    expect(await engine.read((db) => db.rows("SELECT * FROM crons"))).toEqual([]);
  });

  it("whose run failed runs again at its next time", async () => {
    await open([cron("app:fail", { type: "interval", seconds: 0.02 })]);
    const ran = vi.spyOn(engine, "mutation");
    await start();
    await vi.waitFor(() => expect(ran.mock.calls.length).toBeGreaterThanOrEqual(3), patiently);
    expect(await notes()).toEqual([]);
  });
});

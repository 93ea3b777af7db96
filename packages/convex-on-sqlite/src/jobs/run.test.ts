/** Jobs under database errors. */
import type { setTimeout as delay } from "node:timers/promises";
import { mutationGeneric } from "convex/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEngine, type Engine } from "../engine/engine";
import { createLogger } from "../log";
import { temporaryFolder, testApp } from "../../test/testApp";
import { MutationThrottle } from "./mutationThrottle";
import { runJob, type JobEngine, type RunParts } from "./run";
import { dequeueJob, enqueueJob, readJob, type Job } from "../store/jobQueue";

const job: Job = {
  id: "cron:test",
  ownerPath: null,
  address: { componentPath: "", name: "app:note" },
  args: {},
  dueMs: 0,
};
const logged: string[] = [];
const log = createLogger({ json: true, write: (line) => logged.push(line) });
const note = mutationGeneric({ args: {}, handler: async (ctx) => void (await ctx.db.insert("notes", {})) });

let directory: ReturnType<typeof temporaryFolder>;
let engine: Engine;

beforeEach(async () => {
  logged.length = 0;
  directory = temporaryFolder();
  const app = testApp({ "": { modules: { app: { note } }, tables: ["notes"] } });
  engine = await createEngine({ app, dataDir: directory.path, synchronous: "NORMAL", log });
  await engine.system((transaction) => enqueueJob(transaction.db, job));
});

afterEach(async () => {
  await engine.close();
  directory.remove();
});

/** The engine with a full disk for the first `failures` mutations. */
function failing(failures: number, onFailure: () => void = () => undefined): JobEngine {
  let failuresLeft = failures;
  return {
    app: engine.app,
    action: (...call) => engine.action(...call),
    system: (body) => engine.system(body),
    read: (body) => engine.read(body),
    onJobsChanged: (listener) => engine.onJobsChanged(listener),
    isServing: () => false,
    mutation: (...call) => {
      if (failuresLeft === 0) return engine.mutation(...call);
      failuresLeft -= 1;
      onFailure();
      const error = { message: "The database failed (SQLITE_FULL)", internal: true } as const;
      return Promise.resolve({ ok: false, error, logLines: [], ts: 0n });
    },
  };
}

function partsWith(jobEngine: JobEngine, stopping = new AbortController()): RunParts {
  const throttle = new MutationThrottle(() => false);
  const abandoned = new AbortController().signal;
  return { engine: jobEngine, log, mutationThrottle: throttle, stopping: stopping.signal, abandoned };
}

const countNotes = (): Promise<number> =>
  engine.read((db) => Number(db.row("SELECT count(*) FROM documents")?.[0] ?? 0));

it("the log of calls tells a cron from a scheduled function", async () => {
  const callers: unknown[] = [];
  const mutation: JobEngine["mutation"] = (address, args, options) => {
    callers.push(options.caller);
    return engine.mutation(address, args, options);
  };
  await runJob(partsWith({ ...failing(0), mutation }), job);
  expect(callers).toEqual(["Cron"]);
});

it("a mutation whose job ended before it could run does nothing, and does not fail", async () => {
  await engine.system((transaction) => dequeueJob(transaction.db, job.id));
  await runJob(partsWith(engine), job);
  expect([await countNotes(), logged]).toEqual([0, []]);
});

describe("a mutation that meets a database error", () => {
  it("is retried with increasing delays until it is committed once", async () => {
    const pauses: (number | undefined)[] = [];
    const wait = (ms?: number) => Promise.resolve(void pauses.push(ms));
    await runJob({ ...partsWith(failing(9)), wait: wait as typeof delay }, job);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(await countNotes()).toBe(1);
    expect(await engine.read((db) => readJob(db, job.id))).toBeNull();
  });

  it("stays in the queue when the host stops while it waits for the next try", async () => {
    const stopping = new AbortController();
    const whileItWaits = (): unknown => setImmediate(() => stopping.abort());
    await runJob(partsWith(failing(1, whileItWaits), stopping), job);
    expect(await countNotes()).toBe(0);
    expect((await engine.read((db) => readJob(db, job.id)))?.state).toBe("pending");
  });

  it("stays in the queue when the host stops before the database has recovered", async () => {
    const stopping = new AbortController();
    await runJob(
      partsWith(
        failing(Infinity, () => stopping.abort()),
        stopping,
      ),
      job,
    );
    expect(await countNotes()).toBe(0);
    expect((await engine.read((db) => readJob(db, job.id)))?.state).toBe("pending");
  });
});

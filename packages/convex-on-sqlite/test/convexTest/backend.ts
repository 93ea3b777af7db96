/** The backend of one test: the real engine and job loop, on a temporary database. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine";
import type { TransactionLimits } from "../../src/engine/limits";
import { createLogger } from "../../src/log";
import { vectorThread } from "../../src/search/startVectorThread";
import { TEST_ENGINE } from "../testApp";
import { ModuleMapApp, type ComponentSource, type ModuleMap, type Schema } from "./moduleMapApp";
import { ScheduledJobs } from "./scheduledJobs";
import { writeEmptyDatabase } from "./emptyDatabase";

/** The folder for test databases: in memory if possible, because waiting for a disk proves nothing. */
export const SCRATCH_DIR = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
/** Prefix of this process's folders there. */
export const DATA_DIR_PREFIX = `convex-test-on-host-${process.pid}-`;

/** The options of convex-test. */
export interface BackendOptions {
  readonly schema?: Schema;
  readonly modules?: ModuleMap;
  /** Overrides of Convex's limits; the others stay in force, because this engine can't disable them. */
  readonly transactionLimits?: Partial<TransactionLimits> | boolean;
}

/** A started backend. */
export interface RunningBackend {
  readonly app: ModuleMapApp;
  readonly engine: Engine;
  readonly jobs: ScheduledJobs;
}

/** Failed jobs appear in the output of their test. */
const log = createLogger({ json: false, level: "warn", write: (line) => console.error(line.trimEnd()) });

export class TestBackend {
  private readonly sources: Map<string, ComponentSource>;
  private readonly limits: Partial<TransactionLimits>;
  private running: Promise<RunningBackend> | null = null;

  constructor({ schema, modules, transactionLimits = true }: BackendOptions) {
    if (modules === undefined)
      throw new Error("convexTest on the host needs the modules: an import.meta.glob map.");
    this.sources = new Map([["", { schema, modules }]]);
    this.limits = typeof transactionLimits === "boolean" ? {} : transactionLimits;
  }

  /** Registers a component, which must precede the first call, because the database is created with it. */
  register(path: string, schema: Schema, modules: ModuleMap): void {
    if (this.running !== null) throw new Error(`Register the component "${path}" before the first call.`);
    this.sources.set(path, { schema, modules });
  }

  /** Starts the backend at its first call, which must happen during a test. */
  start(): Promise<RunningBackend> {
    if (this.running === null) {
      const stops: (() => Promise<void> | void)[] = [];
      this.running = this.open(stops);
      onTestFinished(async () => {
        await Promise.allSettled([this.running]);
        for (const stop of stops.reverse()) await stop();
      });
    }
    return this.running;
  }

  private async open(stops: (() => Promise<void> | void)[]): Promise<RunningBackend> {
    const dataDir = mkdtempSync(join(SCRATCH_DIR, DATA_DIR_PREFIX));
    stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const app = await ModuleMapApp.load(this.sources);
    await writeEmptyDatabase({ app: app.app, dataDir, log }, join(SCRATCH_DIR, DATA_DIR_PREFIX));
    const { limits } = this;
    const engine = await createEngine({
      app: app.app,
      dataDir,
      log,
      limits,
      vectorThread,
      ...TEST_ENGINE,
    });
    stops.push(() => engine.close());
    const jobs = await ScheduledJobs.start(engine, log);
    stops.push(() => jobs.stop());
    if (hasVectorIndex(app)) await threadStarted();
    return { app, engine, jobs };
  }
}

function hasVectorIndex({ app }: ModuleMapApp): boolean {
  return [...app.components.values()].some(({ schema }) =>
    [...(schema?.tables.values() ?? [])].some(({ vectorIndexes }) => vectorIndexes.length > 0),
  );
}

let started: Promise<unknown> | null = null;

/** Waits for the vector search thread: it may take seconds to start, but a search waits only two seconds for it. */
function threadStarted(): Promise<unknown> {
  return (started ??= vectorThread.request({ kind: "forget", path: "" }));
}

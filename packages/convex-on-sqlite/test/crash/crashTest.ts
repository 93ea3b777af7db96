/**
 * Crash test: runs a host repeatedly on the same data, each time under load, and ends each run with SIGKILL at a point
 * chosen by a seed. After every crash, a copy of the data is checked before the next run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Finding } from "convex-on-sqlite/testing";
import { seeded } from "../../../../test/support/random";
import { send } from "../../../../test/support/request";
import { until } from "../../../../test/support/until";
import { CrashInspector } from "./inspector";
import type { SchemaVersion } from "./appOptions";
import { prepareHostProcess, type HostProcess } from "./hostProcess";
import { History } from "./history";
import type { Observations } from "./checker";
import { SyncSession } from "./syncSession";
import { runWorkload } from "./workload";

export interface CrashTestOptions {
  readonly kills: number;
  readonly seed: number;
  /** All data are checked after every n-th crash; after the others only what is cheap. */
  readonly checkEvery: number;
  /** Called after each crash. */
  readonly onCrash?: (crash: Crash) => void;
}

/** When a run is killed. */
export type KillPoint =
  /** After this fraction of the expected start time: before it listens, or just after. */
  | { readonly kind: "starting"; readonly part: number }
  /** Right after this many answers. */
  | { readonly kind: "answers"; readonly count: number }
  /** Right after an answer, during a batch of 200 writes. */
  | { readonly kind: "batch"; readonly count: number }
  /** This long after it listens, as a fraction of the start time. */
  | { readonly kind: "working"; readonly part: number };

export interface Crash {
  readonly run: number;
  readonly point: KillPoint;
  /** Whether this run started with another schema. */
  readonly changesSchema: boolean;
  readonly hasListened: boolean;
  readonly answers: number;
  readonly findings: readonly Finding[];
}

export interface CrashTestResult {
  readonly crashes: readonly Crash[];
  /** Findings of all checks, including the final one, each with its run. */
  readonly findings: readonly string[];
  /** The observations of the final check. */
  readonly observations: Observations;
}

/** Concurrent writes. */
const BATCH = 200;
const SMALL_BATCH = 40;

/**
 * Chooses the kill point of a run. The kinds alternate, so that half of the crashes happen between answers however fast
 * the machine is; so do the quarters of a start.
 */
function killPoint(run: number, random: () => number): KillPoint {
  switch (run % 4) {
    case 0:
      return { kind: "starting", part: (((run / 4) % 4) + random()) / 4 };
    case 1:
      return { kind: "batch", count: 1 + Math.floor(random() * BATCH) };
    case 2:
      return { kind: "working", part: random() * 4 };
    default:
      return { kind: "answers", count: 1 + Math.floor(random() * 30) };
  }
}

/** Runs and kills the host `kills` times, then once more until all work is done, and returns the findings. */
export async function runCrashTest(options: CrashTestOptions): Promise<CrashTestResult> {
  const folder = mkdtempSync(join(tmpdir(), "crash-test-"));
  try {
    const dirs = { dataDir: join(folder, "data"), copyDir: join(folder, "copy") };
    return await new CrashTest(options, dirs).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class CrashTest {
  private readonly options: CrashTestOptions;
  private readonly dirs: { readonly dataDir: string; readonly copyDir: string };
  /** Chooses the kill points. */
  private readonly random: () => number;
  private readonly history = new History();
  private readonly sessions: SyncSession[];
  private readonly crashes: Crash[] = [];
  private readonly findings: string[] = [];
  private schemaVersion: SchemaVersion = "first";
  /** The moving average of start times, in milliseconds. */
  private startMs = 200;
  private next: HostProcess | null = null;
  private onAnswer = (): void => undefined;

  constructor(options: CrashTestOptions, dirs: { readonly dataDir: string; readonly copyDir: string }) {
    this.options = options;
    this.dirs = dirs;
    this.random = seeded(options.seed);
    this.sessions = [1, 2].map(
      (number) => new SyncSession(`00000000-0000-4000-8000-00000000000${number}`, () => this.onAnswer()),
    );
  }

  async run(): Promise<CrashTestResult> {
    const inspector = await CrashInspector.prepare(this.dirs, this.history, this.sessions);
    try {
      for (let run = 1; run <= this.options.kills; run++) await this.runAndKill(run, inspector);
      await this.finalRun(inspector);
    } finally {
      this.next?.kill();
      await this.next?.ended;
    }
    const { crashes, findings } = this;
    const { observations } = inspector;
    if (observations === null) throw new Error("The final run left no database.");
    return { crashes, findings, observations };
  }

  private async runAndKill(run: number, inspector: CrashInspector): Promise<void> {
    const point = killPoint(run, this.random);
    const before = this.schemaVersion;
    // Change the schema more often if the start itself is killed.
    if (this.random() < (point.kind === "starting" ? 0.6 : 0.25))
      this.schemaVersion = before === "first" ? "second" : "first";
    const host = this.takeNext();
    let answers = 0;
    this.onAnswer = () => {
      answers += 1;
      if ("count" in point && answers === point.count) host.kill();
    };
    const startedAt = performance.now();
    const starting = host.start(this.schemaVersion);
    if (point.kind === "starting") void killAfter(host, point.part * this.startMs);
    const url = await starting.catch((error: unknown) => this.crashedDuringStart(run, host, error));
    if (url !== null) {
      this.startMs = (3 * this.startMs + performance.now() - startedAt) / 4;
      if (point.kind === "working") void killAfter(host, point.part * this.startMs);
      await this.workload(run, url, point.kind === "batch" ? BATCH : SMALL_BATCH);
      // All requests were answered before the kill point.
      if ("count" in point) host.kill();
    }
    await host.ended;
    for (const session of this.sessions) session.disconnect();
    const changesSchema = before !== this.schemaVersion;
    const hasListened = url !== null;
    const findings = inspector.inspect({
      // The killed start, and those before it, may have changed the schema or not.
      schemaVersions: hasListened ? [this.schemaVersion] : ["first", "second"],
      hasListened,
      checksAll: run % this.options.checkEvery === 0,
    });
    for (const { rule, detail } of findings) this.findings.push(`after run ${run}: ${rule}: ${detail}`);
    const crash: Crash = { run, point, changesSchema, hasListened, answers, findings };
    this.crashes.push(crash);
    this.options.onCrash?.(crash);
  }

  /** Returns the prepared process of this run, and prepares the next one in parallel, unless this is the last. */
  private takeNext(isLast = false): HostProcess {
    const host = this.next ?? prepareHostProcess(this.dirs);
    this.next = isLast ? null : prepareHostProcess(this.dirs);
    return host;
  }

  /** Records a start that failed without being killed. */
  private async crashedDuringStart(run: number, host: HostProcess, error: unknown): Promise<null> {
    if ((await host.ended) !== null) this.findings.push(`run ${run}: ${String(error)}`);
    return null;
  }

  private workload(run: number, url: string, batch: number): Promise<void> {
    const { history, sessions } = this;
    // A separate generator, so that the kill points depend only on the seed.
    const random = seeded(this.options.seed + run);
    return runWorkload({ url, run, history, sessions, random, batch, onAnswer: () => this.onAnswer() });
  }

  /** The last run: under load, until all work is done, then stopped normally. */
  private async finalRun(inspector: CrashInspector): Promise<void> {
    this.onAnswer = () => undefined;
    const host = this.takeNext(true);
    const url = await host.start(this.schemaVersion);
    await this.workload(this.options.kills + 1, url, BATCH);
    await until("all answers to sessions", () => this.sessions.every(({ unanswered }) => unanswered === 0));
    await until("the end of all jobs", () => isSettled(url));
    for (const session of this.sessions) session.disconnect();
    const code = await host.stop();
    if (code !== 0) this.findings.push(`the final run ended with ${code}: ${host.errors()}`);
    const findings = inspector.inspect({
      schemaVersions: [this.schemaVersion],
      hasListened: true,
      checksAll: true,
      isSettled: true,
    });
    for (const { rule, detail } of findings) this.findings.push(`in the end: ${rule}: ${detail}`);
  }
}

const progress = z.object({
  status: z.literal("success"),
  value: z.object({ orders: z.number(), open: z.number(), tallied: z.number().nullable() }),
});

/** Whether no job is pending or running, including those of the counting component. */
async function isSettled(url: string): Promise<boolean> {
  const answer = await send("POST", `${url}/api/query`, { path: "orders:progress", args: {} });
  const { orders, open, tallied } = answer.as(progress).value;
  return open === 0 && tallied === orders;
}

async function killAfter(host: HostProcess, ms: number): Promise<void> {
  await delay(ms);
  host.kill();
}

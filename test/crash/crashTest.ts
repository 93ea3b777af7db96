/**
 * Pulling the plug: lives of a host on the same data, each under workload, each ended by SIGKILL at a point that a seed
 * chooses. What every crash leaves behind is checked as it lies there, in a copy, before the next life.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Finding } from "../host/invariants";
import { seeded } from "../support/random";
import { send } from "../support/request";
import { until } from "../support/until";
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
  /** Every how many crashes everything that is stored is checked; in between, only what is cheap. */
  readonly checkEvery: number;
  /** Told of each crash. */
  readonly onCrash?: (crash: Crash) => void;
}

/** When a life ends. */
export type KillPoint =
  /** At this part of the time that a start takes, as far as that is known: before it listens, or just after. */
  | { readonly kind: "starting"; readonly part: number }
  /** Right after so many answers. */
  | { readonly kind: "answers"; readonly count: number }
  /** Right after an answer, amid a batch of 200 writes. */
  | { readonly kind: "batch"; readonly count: number }
  /** So long after it listens, as a part of the time that a start takes. */
  | { readonly kind: "working"; readonly part: number };

export interface Crash {
  readonly run: number;
  readonly point: KillPoint;
  /** Whether the start of this life changed the schema. */
  readonly changesSchema: boolean;
  readonly hasListened: boolean;
  readonly answers: number;
  readonly findings: readonly Finding[];
}

export interface CrashTestResult {
  readonly crashes: readonly Crash[];
  /** Of all checks, the one after the last life included, each with the life it was found after. */
  readonly findings: readonly string[];
  /** What was compared in the end. */
  readonly observations: Observations;
}

/** Writes that are under way at once. */
const BATCH = 200;
const SMALL_BATCH = 40;

/**
 * Where the point of this life lies. Every kind has its turn, so that half of the crashes come amid answers, however fast the
 * machine is; and so has every quarter of a start.
 */
function killPoint(life: number, random: () => number): KillPoint {
  switch (life % 4) {
    case 0:
      return { kind: "starting", part: (((life / 4) % 4) + random()) / 4 };
    case 1:
      return { kind: "batch", count: 1 + Math.floor(random() * BATCH) };
    case 2:
      return { kind: "working", part: random() * 4 };
    default:
      return { kind: "answers", count: 1 + Math.floor(random() * 30) };
  }
}

/** Runs all lives, then one that is left to end its work, and answers what was found. */
export async function runCrashTest(options: CrashTestOptions): Promise<CrashTestResult> {
  const folder = mkdtempSync(join(tmpdir(), "plug-"));
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
  /** Chooses the points of crash. */
  private readonly random: () => number;
  private readonly history = new History();
  private readonly sessions: SyncSession[];
  private readonly crashes: Crash[] = [];
  private readonly findings: string[] = [];
  private schemaVersion: SchemaVersion = "first";
  /** What a start took, in milliseconds: the mean of the last ones. */
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
      for (let life = 1; life <= this.options.kills; life++) await this.runAndKill(life, inspector);
      await this.finalRun(inspector);
    } finally {
      this.next?.kill();
      await this.next?.ended;
    }
    const { crashes, findings } = this;
    const { observations } = inspector;
    if (observations === null) throw new Error("The last life left no database.");
    return { crashes, findings, observations };
  }

  private async runAndKill(life: number, inspector: CrashInspector): Promise<void> {
    const point = killPoint(life, this.random);
    const before = this.schemaVersion;
    // More often where the start is what is cut off.
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
    const url = await starting.catch((error: unknown) => this.crashedDuringStart(life, host, error));
    if (url !== null) {
      this.startMs = (3 * this.startMs + performance.now() - startedAt) / 4;
      if (point.kind === "working") void killAfter(host, point.part * this.startMs);
      await this.workload(life, url, point.kind === "batch" ? BATCH : SMALL_BATCH);
      // Everything was answered before the point was reached.
      if ("count" in point) host.kill();
    }
    await host.ended;
    for (const session of this.sessions) session.disconnect();
    const changesSchema = before !== this.schemaVersion;
    const hasListened = url !== null;
    const findings = inspector.inspect({
      // A start may have died on either side of the change, as may those before it.
      schemaVersions: hasListened ? [this.schemaVersion] : ["first", "second"],
      hasListened,
      hasAllFiles: life % this.options.checkEvery === 0,
    });
    for (const { rule, detail } of findings) this.findings.push(`after life ${life}: ${rule}: ${detail}`);
    const crash: Crash = { run: life, point, changesSchema, hasListened, answers, findings };
    this.crashes.push(crash);
    this.options.onCrash?.(crash);
  }

  /** The process of the next life. Unless it is the last, the one after it is prepared while this one lives. */
  private takeNext(isLast = false): HostProcess {
    const host = this.next ?? prepareHostProcess(this.dirs);
    this.next = isLast ? null : prepareHostProcess(this.dirs);
    return host;
  }

  /** A start may die of the plug only. */
  private async crashedDuringStart(life: number, host: HostProcess, error: unknown): Promise<null> {
    if ((await host.ended) !== null) this.findings.push(`life ${life}: ${String(error)}`);
    return null;
  }

  private workload(life: number, url: string, batch: number): Promise<void> {
    const { history, sessions } = this;
    // Of its own, so that the points of crash are the seed's, however much of the workload got through before.
    const random = seeded(this.options.seed + life);
    return runWorkload({ url, run: life, history, sessions, random, batch, onAnswer: () => this.onAnswer() });
  }

  /** A life under workload that is let go on until all is done, and stopped as a person stops it. */
  private async finalRun(inspector: CrashInspector): Promise<void> {
    this.onAnswer = () => undefined;
    const host = this.takeNext(true);
    const url = await host.start(this.schemaVersion);
    await this.workload(this.options.kills + 1, url, BATCH);
    await until("all answers to sessions", () => this.sessions.every(({ unanswered }) => unanswered === 0));
    await until("the end of all jobs", () => isSettled(url));
    for (const session of this.sessions) session.disconnect();
    const code = await host.stop();
    if (code !== 0) this.findings.push(`the last life ended with ${code}: ${host.errors()}`);
    const findings = inspector.inspect({
      schemaVersions: [this.schemaVersion],
      hasListened: true,
      hasAllFiles: true,
      isSettled: true,
    });
    for (const { rule, detail } of findings) this.findings.push(`in the end: ${rule}: ${detail}`);
  }
}

const progress = z.object({
  status: z.literal("success"),
  value: z.object({ orders: z.number(), open: z.number(), tallied: z.number().nullable() }),
});

/** Whether no job waits or runs, those of the component that counts included. */
async function isSettled(url: string): Promise<boolean> {
  const answer = await send("POST", `${url}/api/query`, { path: "orders:progress", args: {} });
  const { orders, open, tallied } = answer.as(progress).value;
  return open === 0 && tallied === orders;
}

async function killAfter(host: HostProcess, ms: number): Promise<void> {
  await delay(ms);
  host.kill();
}

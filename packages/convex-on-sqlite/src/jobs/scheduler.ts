/**
 * Runs scheduled functions and crons. A mutation runs exactly once: its success is part of its commit. An action runs at
 * most once: its start is committed before it runs, and an action found running at the start of the host has failed.
 */
import { errorFields, type Logger } from "../log";
import { Alarm } from "./alarm";
import { alignCrons, nextCronMs, startDueCrons } from "./crons";
import { MutationThrottle } from "./mutationThrottle";
import { functionKindOf, runJob, TRANSIENT_ERROR, type JobEngine, type RunParts } from "./run";
import { dueJobs, earlierOf, jobsInProgress, nextJobMs, type Job, type QueueState } from "../store/jobQueue";
import { beginJob, deleteEndedJob, endJob } from "../engine/jobTransitions";
import type { CronDefinition } from "../types";
import type { Sqlite } from "../store/sqlite";

/** Jobs that run at once; others wait, the longest due first. */
const PARALLELISM = 8;
/** Ended jobs deleted per transaction. */
const CLEANUP_BATCH = 256;
/**
 * Milliseconds that a stop waits for actions. They may take minutes while they wait for other services, and no caller
 * waits for them; unfinished work is repeated or made up for after the next start.
 */
const ACTION_GRACE_MS = 3_000;
/** Milliseconds to wait after a database error. */
const RETRY_MS = 1_000;

interface JobsDeps {
  readonly engine: JobEngine;
  readonly log: Pick<Logger, "warn" | "error">;
  /** Returns milliseconds since the epoch. Default: the system clock. */
  readonly now?: () => number;
  /** Whether ended jobs are deleted after their retention time. Default: true. */
  readonly deleteEnded?: boolean;
  /** Called when a job begins, with the milliseconds since it was due. */
  readonly onStart?: (lagMs: number) => void;
}

export interface Jobs {
  /** The names of the running functions. */
  running(): string[];
  /**
   * Starts no more jobs and waits for running ones, at most `graceMs` (default: 5 s), and less for actions. Jobs that still
   * run then end as after a crash: a mutation runs again at the next start, an action has failed. Further calls wait for
   * the first.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Ends the jobs that an earlier run of the host left running, then runs jobs and crons until stopped. Rejects if the
 * database fails at the start.
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const loop = new JobLoop(deps);
  await loop.start();
  return loop;
}

/** A running job. */
interface Run {
  readonly name: string;
  readonly isAction: boolean;
  readonly ended: Promise<void>;
}

class JobLoop implements Jobs {
  private readonly engine: JobEngine;
  private readonly log: JobsDeps["log"];
  private readonly now: () => number;
  private readonly deleteEnded: boolean;
  private readonly onStart: JobsDeps["onStart"];
  private readonly crons: readonly CronDefinition[];
  private readonly alarm: Alarm;
  private readonly mutationThrottle: MutationThrottle;
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private readonly runs = new Map<string, Run>();
  private turning: Promise<void> | null = null;
  private turnAgain = false;
  /** When the queue was last read. If the next read is earlier, the clock was set back. */
  private lastLookMs = -Infinity;
  private stopListening: () => void = () => undefined;
  private stopped: Promise<void> | null = null;

  constructor({ engine, log, now = Date.now, deleteEnded = true, onStart }: JobsDeps) {
    this.engine = engine;
    this.log = log;
    this.now = now;
    this.deleteEnded = deleteEnded;
    this.onStart = onStart;
    this.crons = [...engine.app.components.values()].flatMap((component) => component.crons);
    this.alarm = new Alarm(() => this.wake(), now);
    this.mutationThrottle = new MutationThrottle(() => engine.isServing());
  }

  async start(): Promise<void> {
    await this.engine.system((transaction) => {
      for (const id of jobsInProgress(transaction.db)) {
        endJob(transaction, id, { kind: "failed", error: TRANSIENT_ERROR });
      }
      alignCrons(transaction, this.crons, this.now());
    });
    this.stopListening = this.engine.onJobsChanged(() => this.wake());
    this.wake();
  }

  stop(graceMs = 5_000): Promise<void> {
    return (this.stopped ??= this.end(graceMs));
  }

  private async end(graceMs: number): Promise<void> {
    this.stopListening();
    this.stopping.abort();
    this.alarm.set(null);
    await this.turning;
    this.alarm.set(null);
    const runs = [...this.runs.values()];
    await Promise.all([
      waitForRuns(
        runs.filter(({ isAction }) => isAction),
        Math.min(graceMs, ACTION_GRACE_MS),
      ),
      waitForRuns(
        runs.filter(({ isAction }) => !isAction),
        graceMs,
      ),
    ]);
    const stillRunning = this.running();
    if (stillRunning.length > 0)
      this.log.warn("the stop did not wait for all jobs", { functions: stillRunning.join(", ") });
    this.abandoned.abort();
  }

  running(): string[] {
    return [...this.runs.values()].map(({ name }) => name);
  }

  /** Reads the queue, again if a read is in progress. */
  private wake(): void {
    if (this.stopping.signal.aborted) return;
    this.turnAgain = true;
    this.turning ??= this.runTurns();
  }

  private async runTurns(): Promise<void> {
    while (this.turnAgain && !this.stopping.signal.aborted) {
      this.turnAgain = false;
      try {
        await this.turn();
      } catch (thrown) {
        this.log.error("the jobs could not be read", errorFields(thrown));
        this.alarm.set(this.now() + RETRY_MS);
      }
    }
    // No await between the last check of `turnAgain` and this line, so no wake is lost.
    this.turning = null;
  }

  private async turn(): Promise<void> {
    const nowMs = this.now();
    if (nowMs < this.lastLookMs)
      await this.engine.system((transaction) => alignCrons(transaction, this.crons, nowMs));
    this.lastLookMs = nowMs;
    // Reading first avoids a commit if there is no work.
    if (await this.engine.read((db) => this.hasWork(db, nowMs))) {
      const jobs = await this.engine.system((transaction) => {
        startDueCrons(transaction, this.crons, nowMs);
        for (const job of this.expiredJobs(transaction.db, nowMs, CLEANUP_BATCH))
          deleteEndedJob(transaction, job);
        const due = this.runnable(transaction.db, nowMs);
        for (const job of due) {
          if (functionKindOf(this.engine.app, job) === "action") beginJob(transaction, job);
        }
        return due;
      });
      for (const job of jobs) this.launch(job);
      // There may be more ended jobs than one transaction deletes.
      this.turnAgain = true;
      return;
    }
    this.alarm.set(await this.engine.read((db) => this.nextMs(db, nowMs)));
  }

  private hasWork(db: Sqlite, nowMs: number): boolean {
    const cronMs = nextCronMs(db);
    return (
      (cronMs !== null && cronMs <= nowMs) ||
      this.expiredJobs(db, nowMs, 1).length > 0 ||
      this.runnable(db, nowMs).length > 0
    );
  }

  /** The next time at which there is work, or `null`. */
  private nextMs(db: Sqlite, nowMs: number): number | null {
    const states: readonly QueueState[] = this.deleteEnded ? ["pending", "ended"] : ["pending"];
    return earlierOf(nextJobMs(db, nowMs, states), nextCronMs(db));
  }

  /** Ended jobs whose retention time is over. */
  private expiredJobs(db: Sqlite, nowMs: number, limit: number): Job[] {
    return this.deleteEnded ? dueJobs(db, "ended", nowMs, limit) : [];
  }

  private runnable(db: Sqlite, nowMs: number): Job[] {
    const free = PARALLELISM - this.runs.size;
    return free <= 0 ? [] : dueJobs(db, "pending", nowMs, free, new Set(this.runs.keys()));
  }

  private launch(job: Job): void {
    const parts: RunParts = {
      engine: this.engine,
      log: this.log,
      mutationThrottle: this.mutationThrottle,
      stopping: this.stopping.signal,
      abandoned: this.abandoned.signal,
    };
    this.onStart?.(this.now() - job.dueMs);
    const ended = runJob(parts, job).then(
      () => this.onRunEnded(job),
      (thrown: unknown) => {
        this.log.error("a job could not be run", { job: job.id, ...errorFields(thrown) });
        this.onRunEnded(job);
      },
    );
    const isAction = functionKindOf(this.engine.app, job) === "action";
    this.runs.set(job.id, { name: job.address.name, isAction, ended });
  }

  private onRunEnded(job: Job): void {
    this.runs.delete(job.id);
    this.wake();
  }
}

async function waitForRuns(runs: readonly Run[], graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.all(runs.map(({ ended }) => ended)), grace]);
  clearTimeout(timer);
}

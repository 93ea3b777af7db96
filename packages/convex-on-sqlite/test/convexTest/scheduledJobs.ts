/** The job loop under a test's clock: jobs start when timers fire, so the test controls when they run. */
import { setTimeout as realTime } from "node:timers/promises";
import type { Engine } from "../../src/engine/engine";
import type { JobEngine } from "../../src/jobs/run";
import { startJobs, type Jobs } from "../../src/jobs/scheduler";
import { dueJobs } from "../../src/store/jobQueue";
import type { Logger } from "../../src/log";

/** Turns of the event loop in which a job on a real timer may become due, as in convex-test. */
const MAX_IDLE_TURNS = 20;

/** The job loop's work in progress. */
class Activity {
  /** Running functions. */
  readonly runs = new Set<Promise<unknown>>();
  runsBegun = 0;
  /** Running functions and reads of the queue. */
  private readonly all = new Set<Promise<unknown>>();

  get isBusy(): boolean {
    return this.all.size > 0;
  }

  run<T>(work: Promise<T>): Promise<T> {
    this.runsBegun += 1;
    return tracked(this.runs, this.work(work));
  }

  work<T>(work: Promise<T>): Promise<T> {
    return tracked(this.all, work);
  }
}

/** Keeps a promise in a set until it settles. */
function tracked<T>(set: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  const kept = work.finally(() => set.delete(kept));
  set.add(kept);
  return kept;
}

/** The jobs of one test. */
export class ScheduledJobs {
  private readonly engine: Engine;
  private readonly jobs: Jobs;
  private readonly activity: Activity;

  private constructor(engine: Engine, jobs: Jobs, activity: Activity) {
    this.engine = engine;
    this.jobs = jobs;
    this.activity = activity;
  }

  static async start(engine: Engine, log: Logger): Promise<ScheduledJobs> {
    const activity = new Activity();
    const jobs = await startJobs({
      engine: tracking(engine, activity),
      log,
      // The current global clock, which a test may replace.
      now: () => Date.now(),
      // Its alarm would advance a fake clock by a week.
      deleteEnded: false,
    });
    return new ScheduledJobs(engine, jobs, activity);
  }

  /** Resolves when no started job is running. */
  async finishInProgress(): Promise<void> {
    do await realTime(0);
    while (this.activity.isBusy);
  }

  /**
   * Advances timers until no pending job is left. Rejects after `maxRounds` rounds; a round consists of the jobs that run
   * at the same time.
   */
  async finishAll(advance: () => void, maxRounds: number): Promise<void> {
    const clock = globalThis.setTimeout;
    const advanceSameClock = (): void => {
      if (globalThis.setTimeout !== clock) {
        throw new Error(
          "Timers were replaced while finishAllScheduledFunctions waited for scheduled functions.",
        );
      }
      advance();
    };
    let rounds = 0;
    let begun = this.activity.runsBegun;
    let idleTurns = 0;
    let round: readonly Promise<unknown>[] = [];
    for (;;) {
      advanceSameClock();
      if (this.activity.isBusy) {
        idleTurns = 0;
      } else {
        if (idleTurns >= MAX_IDLE_TURNS || !(await this.anyPending())) return;
        idleTurns += 1;
      }
      // Most runs end within one turn of the event loop, so count started runs instead of visible ones.
      if (this.activity.runsBegun > begun && !round.some((run) => this.activity.runs.has(run))) {
        begun = this.activity.runsBegun;
        round = [...this.activity.runs];
        rounds += 1;
        if (rounds > maxRounds) throw new Error(tooMany(maxRounds));
      }
      // Running functions may wait for timers.
      await realTime(0);
    }
  }

  /** Starts no more jobs; running ones have no further effects. */
  stop(): Promise<void> {
    return this.jobs.stop(0);
  }

  private anyPending(): Promise<boolean> {
    return this.engine.read((db) => dueJobs(db, "pending", Number.MAX_SAFE_INTEGER, 1).length > 0);
  }
}

function tooMany(rounds: number): string {
  return (
    `Functions were still being scheduled after ${rounds} rounds of finishAllScheduledFunctions. ` +
    "Does one schedule itself forever?"
  );
}

/**
 * Wraps the engine for the job loop: all its work is tracked, and job changes are delivered by a timer of the current
 * clock, so that under a fake clock no job starts by itself.
 */
function tracking(engine: Engine, activity: Activity): JobEngine {
  return {
    app: engine.app,
    mutation: (...call) => activity.run(engine.mutation(...call)),
    action: (...call) => activity.run(engine.action(...call)),
    system: (body) => activity.work(engine.system(body)),
    read: (body) => activity.work(engine.read(body)),
    onJobsChanged: (listener) => engine.onJobsChanged(() => void globalThis.setTimeout(listener, 0)),
    // A fake clock may stand still, so no job may wait for requests.
    isServing: () => false,
  };
}

/** The host's own jobs under a test's clock: they start when timers fire, so a test decides when that is. */
import { setTimeout as realTime } from "node:timers/promises";
import type { Engine } from "../../../host/engine/engine";
import type { JobEngine } from "../../../host/jobs/run";
import { startJobs, type Jobs } from "../../../host/jobs/scheduler";
import { dueJobs } from "../../../host/store/jobQueue";
import type { Logger } from "../../../host/log";

/** Turns of the event loop that a job on a real timer gets to become due, as convex-test gives it. */
const MAX_IDLE_TURNS = 20;

/** What of the jobs' work is under way. */
class Activity {
  /** The functions that run. */
  readonly runs = new Set<Promise<unknown>>();
  runsBegun = 0;
  /** Those, and the loop's own looks at the queue. */
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

/** Keeps a promise in a set until it has settled. */
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
      engine: observed(engine, activity),
      log,
      // The global clock of the moment, which a test may replace.
      now: () => Date.now(),
      // The alarm for it would take a faked clock a week ahead.
      deleteEnded: false,
    });
    return new ScheduledJobs(engine, jobs, activity);
  }

  /** Resolves when nothing of what has been started is still running. */
  async finishInProgress(): Promise<void> {
    do await realTime(0);
    while (this.activity.isBusy);
  }

  /**
   * Advances timers until no job is left that they could start. Rejects after `maxRounds` rounds; a round is what runs
   * at one time.
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
      // Most runs are over within one turn of the event loop, so those that began are counted, not only those seen.
      if (this.activity.runsBegun > begun && !round.some((run) => this.activity.runs.has(run))) {
        begun = this.activity.runsBegun;
        round = [...this.activity.runs];
        rounds += 1;
        if (rounds > maxRounds) throw new Error(tooMany(maxRounds));
      }
      // What runs may wait for timers itself.
      await realTime(0);
    }
  }

  /** Starts no more jobs; those that run have no effects from now on. */
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
    "Does one schedule itself for ever?"
  );
}

/**
 * The engine as the jobs see it: all they do counts as activity, and news of a job reach them by a timer of the
 * moment's clock, so that under a faked one no job starts by itself.
 */
function observed(engine: Engine, activity: Activity): JobEngine {
  return {
    app: engine.app,
    mutation: (...call) => activity.run(engine.mutation(...call)),
    action: (...call) => activity.run(engine.action(...call)),
    system: (body) => activity.work(engine.system(body)),
    read: (body) => activity.work(engine.read(body)),
    onJobsChanged: (listener) => engine.onJobsChanged(() => void globalThis.setTimeout(listener, 0)),
    // A test's clock may stand still: no job waits for others by it.
    isServing: () => false,
  };
}

/** A clock that stands still until it is moved, and a host whose scheduled work runs at its moments by that clock. */
import type { Engine } from "convex-on-sqlite";
import { type Sqlite, earlierOf, nextCronMs, nextJobMs } from "convex-on-sqlite/testing";

/** How often it is looked whether work has ended. */
const LOOK_MS = 1;

export class MovedClock {
  private nowMs: number;
  private readonly realNow = Date.now;

  /** Takes over `Date.now` of this process until `restore`. `nowMs`: ms since the epoch. */
  constructor(nowMs: number) {
    this.nowMs = nowMs;
    Date.now = () => this.nowMs;
  }

  restore(): void {
    Date.now = this.realNow;
  }

  /** Moves on to `toMs`, and lets all work run at the moment at which it is due. */
  async runTo(engine: Engine, toMs: number): Promise<void> {
    for (;;) {
      await this.settle(engine);
      const dueMs = await engine.read((db) =>
        earlierOf(nextJobMs(db, this.nowMs, ["pending"]), nextCronMs(db)),
      );
      if (dueMs === null || dueMs > toMs) break;
      this.nowMs = Math.max(this.nowMs, dueMs);
    }
    this.nowMs = toMs;
    await this.settle(engine);
  }

  /** Moves on to `toMs` as if the machine had slept: what came due meanwhile runs late. */
  async sleepTo(engine: Engine, toMs: number): Promise<void> {
    this.nowMs = toMs;
    await this.settle(engine);
  }

  /** Lets the host's scheduler look at the clock, and waits until nothing that is due waits or runs. */
  private async settle(engine: Engine): Promise<void> {
    const isBusy = () => engine.read((db) => hasWork(db, this.nowMs));
    if (!(await isBusy())) return;
    await engine.system((transaction) => {
      transaction.jobsChanged = true;
    });
    while (await isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function hasWork(db: Sqlite, nowMs: number): boolean {
  const jobs = db.rows(
    "SELECT 1 FROM jobs WHERE state = 'inProgress' OR (state = 'pending' AND due_ms <= ?) LIMIT 1",
    [nowMs],
  );
  const cronMs = nextCronMs(db);
  return jobs.length > 0 || (cronMs !== null && cronMs <= nowMs);
}

/** The queue of all transactions: writes run in groups with one commit, reads run between groups, the event loop gets its turn. */
import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError, type Sqlite } from "../store/sqlite";

/** A queued write. Thousands may be queued, so keep it small. */
export interface Write {
  /** Runs in its own savepoint. Returns whether to keep its writes; throws if the database failed. */
  run(): Promise<boolean>;
  /** Its writes are durable: called in the order of the writes, before any of them is answered. */
  committed(): void;
  /** Its commit or rollback is complete. */
  answer(): void;
  /** The database failed, or the executor has stopped. */
  fail(error: unknown): void;
}

/** A queued read. */
interface Read {
  /** Must not throw. */
  run(): Promise<void>;
  /** No transaction could be started for it. */
  fail(error: unknown): void;
}

interface ExecutorHooks {
  /** All writes of a group have run; the commit follows. */
  beforeCommit(): void;
  /** A commit failed, and everything is as before its group. */
  afterFailure(): void;
  /** The transaction of reads, which are already answered, could not be ended. */
  readTransactionFailed(error: unknown): void;
}

/** Milliseconds of work before the event loop gets its turn. */
const SLICE_MS = 3;
/** A group ends after so long or with this many writes, so that the first does not wait long for the last. */
const MAX_GROUP_MS = 50;
const MAX_GROUP_WRITES = 64;

/**
 * Runs one transaction at a time, so that they are serializable. Reads never see uncommitted data; nothing is answered or
 * announced before its commit.
 */
export class Executor {
  private readonly db: Sqlite;
  private readonly hooks: ExecutorHooks;
  private readonly reads: Read[] = [];
  private readonly writes: Write[] = [];
  private readonly lone: (() => void)[] = [];
  private draining: Promise<void> | null = null;
  private stopped = false;
  private sliceStart: number | null = null;
  /** The open transaction is the one of the reads. */
  private reading = false;
  /** The queue belongs to no call, so it must not run in the async context of the call that happens to start it. */
  private readonly scope = new AsyncResource("executor");

  constructor(db: Sqlite, hooks: ExecutorHooks) {
    this.db = db;
    this.hooks = hooks;
  }

  /** Runs `body` while nothing is being written. Rejects once the executor has stopped. */
  read<T>(body: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.stopped) return reject(new StoppedError());
      this.reads.push({
        run: async () => {
          try {
            resolve(await body());
          } catch (error) {
            reject(error as Error);
          }
        },
        fail: reject,
      });
      this.start();
    });
  }

  /** Queues a write. */
  write(write: Write): void {
    if (this.stopped) return write.fail(new StoppedError());
    this.writes.push(write);
    this.start();
  }

  /** Runs `body` outside any transaction, while none runs. Rejects once the executor has stopped. */
  alone<T>(body: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.stopped) return reject(new StoppedError());
      this.lone.push(() => {
        try {
          this.endReading();
          resolve(body());
        } catch (error) {
          reject(error as Error);
        }
      });
      this.start();
    });
  }

  /** Rejects new transactions; resolves when the queued ones have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.draining;
    this.endReading();
  }

  private start(): void {
    this.draining ??= this.scope.runInAsyncScope(() => this.drain());
  }

  private async drain(): Promise<void> {
    // Wait for one microtask, so that transactions queued together run together.
    await Promise.resolve();
    while (this.reads.length > 0 || this.writes.length > 0 || this.lone.length > 0) {
      this.lone.shift()?.();
      if (this.sliceIsOver()) await nextTurn();
      if (this.reads.length > 0) await this.runReads();
      if (this.sliceIsOver()) await nextTurn();
      if (this.writes.length > 0) await this.runGroup();
    }
    this.draining = null;
  }

  /**
   * Start time of the current slice. It lasts until the event loop has had a turn, even if the queue was empty in between:
   * otherwise a caller that queues its next call on the answer to the last would never let the event loop run. If a handler
   * itself waits for the event loop, as for a digest, a new slice begins.
   */
  private slice(): number {
    if (this.sliceStart === null) {
      this.sliceStart = performance.now();
      setImmediate(() => {
        this.sliceStart = null;
        this.endReading();
      });
    }
    return this.sliceStart;
  }

  private sliceIsOver(): boolean {
    return performance.now() - this.slice() >= SLICE_MS;
  }

  /** All reads of a slice share one SQLite transaction, because starting one costs as much as reading a document. */
  private async runReads(): Promise<void> {
    try {
      if (!this.reading) this.beginReading();
    } catch (error) {
      for (const read of this.reads.splice(0)) read.fail(error);
      return;
    }
    do {
      await this.reads.shift()?.run();
    } while (this.reads.length > 0 && !this.sliceIsOver());
  }

  private beginReading(): void {
    // A transaction that could not be ended earlier would return outdated data.
    this.db.rollback();
    this.db.exec("BEGIN");
    this.reading = true;
  }

  /** Nothing awaits it, so it must not throw: the next transaction tries again and reports the error to its caller. */
  private endReading(): void {
    if (!this.reading) return;
    this.reading = false;
    try {
      this.db.rollback();
    } catch (error) {
      this.hooks.readTransactionFailed(error);
    }
  }

  private async runGroup(): Promise<void> {
    const group = this.writes.splice(0, 1);
    const kept: Write[] = [];
    const startedAt = performance.now();
    try {
      this.endReading();
      this.db.exec("BEGIN IMMEDIATE");
      for (const write of group) {
        if (await this.runOne(write, kept.length > 0)) kept.push(write);
        // Its turn brings the event loop's next requests, whose writes may join the group.
        const sliceIsOver = this.sliceIsOver();
        if (sliceIsOver) await nextTurn();
        const waits = sliceIsOver && this.reads.length > 0;
        const isOver = group.length >= MAX_GROUP_WRITES || performance.now() - startedAt >= MAX_GROUP_MS;
        // The loop continues with the writes that join the group.
        if (!waits && !isOver) group.push(...this.writes.splice(0, 1));
      }
      if (kept.length > 0) this.hooks.beforeCommit();
      this.db.exec(kept.length > 0 ? "COMMIT" : "ROLLBACK");
    } catch (error) {
      this.failGroup(group, error);
      return;
    }
    for (const write of kept) write.committed();
    for (const write of group) write.answer();
  }

  /**
   * Runs a write, and rolls it back if it is not kept. `hasKept`: the group has writes to keep. The first has none before it, so it
   * needs no savepoint, for which SQLite copies each page that it changes.
   */
  private async runOne(write: Write, hasKept: boolean): Promise<boolean> {
    if (hasKept) this.db.exec("SAVEPOINT one");
    const keep = await write.run();
    if (hasKept) {
      if (!keep) this.db.exec("ROLLBACK TO one");
      this.db.exec("RELEASE one");
    } else if (!keep) {
      this.db.exec("ROLLBACK");
      this.db.exec("BEGIN IMMEDIATE");
    }
    return keep;
  }

  /** Rolls back a group: an error of the database during one write, or at the commit, affects all of them. */
  private failGroup(group: readonly Write[], error: unknown): void {
    let reason = error;
    try {
      this.db.rollback();
    } catch (second) {
      reason = new AggregateError([error, second], "A transaction failed, and so did its rollback.");
    }
    this.hooks.afterFailure();
    for (const write of group) write.fail(reason);
  }
}

/** The call was made after the stop. */
export class StoppedError extends StoreError {
  constructor() {
    super("The host is stopping: it accepts no more calls.", "STOPPED");
  }
}

/** The one queue of all transactions: writes in groups under one commit, reads in between, the event loop in its turn. */
import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError, type Sqlite } from "../store/sqlite";

/** A write that waits for its turn. Thousands may be queued, so it is to be kept small. */
export interface Write {
  /** Runs in a savepoint of its own. Answers whether to keep what it wrote; throws where the database failed under it. */
  run(): Promise<boolean>;
  /** What was kept is durable: called in the order of the writes, before any of them is answered. */
  committed(): void;
  /** Its commit, or its taking back, is done. */
  answer(): void;
  /** The database failed, or nothing is taken any more. */
  fail(error: unknown): void;
}

/** A read that waits for its turn. */
interface Read {
  /** Must not throw. */
  run(): Promise<void>;
  /** No transaction could be begun for it. */
  fail(error: unknown): void;
}

interface ExecutorHooks {
  /** All writes of a group are done; their commit follows. */
  beforeCommit(): void;
  /** A commit failed, and all is as it was before its group. */
  afterFailure(): void;
  /** The transaction of reads that were answered could not be ended as it should. */
  readTransactionFailed(error: unknown): void;
}

/** The event loop gets its turn after this much work: milliseconds. */
const SLICE_MS = 3;
/** A group ends with its slice, or with this many writes, so that the first does not wait long for the last. */
const MAX_GROUP_WRITES = 64;

/**
 * Runs one transaction at a time, so that all of them are serial. Reads never see what is not committed; nothing is
 * answered or announced before its commit.
 */
export class Executor {
  private readonly db: Sqlite;
  private readonly hooks: ExecutorHooks;
  private readonly reads: Read[] = [];
  private readonly writes: Write[] = [];
  private draining: Promise<void> | null = null;
  private stopped = false;
  private sliceStart: number | null = null;
  /** The transaction that is open is that of the reads. */
  private reading = false;
  /** The queue belongs to no call, so it must not run in the context of the one that happened to start it. */
  private readonly scope = new AsyncResource("executor");

  constructor(db: Sqlite, hooks: ExecutorHooks) {
    this.db = db;
    this.hooks = hooks;
  }

  /** Runs `body` while nothing is written. Rejects once the executor has stopped. */
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

  /** Takes nothing more; resolves when all that was queued has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.draining;
    this.endReading();
  }

  private start(): void {
    this.draining ??= this.scope.runInAsyncScope(() => this.drain());
  }

  private async drain(): Promise<void> {
    // A turn of microtasks first, so that what is queued together runs together.
    await Promise.resolve();
    while (this.reads.length > 0 || this.writes.length > 0) {
      if (this.sliceIsOver()) await nextTurn();
      if (this.reads.length > 0) await this.runReads();
      if (this.sliceIsOver()) await nextTurn();
      if (this.writes.length > 0) await this.runGroup();
    }
    this.draining = null;
  }

  /**
   * When the slice at hand began. It lasts until the event loop has had a turn, even when the queue was empty in between:
   * a caller that queues its next call on the answer to the last would otherwise never let it have one. Where a handler
   * has waited for the event loop, as for a digest, the next slice begins.
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

  /** All reads of a slice share one transaction of SQLite, since to begin one costs as much as to read a document. */
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
    // What could not be ended before would answer with what was true then.
    this.db.rollback();
    this.db.exec("BEGIN");
    this.reading = true;
  }

  /** Nobody waits for it, so it must not throw: the next transaction tries again, and its caller hears of it. */
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
    const start = this.slice();
    try {
      this.endReading();
      this.db.exec("BEGIN IMMEDIATE");
      for (const write of group) {
        if (await this.runOne(write)) kept.push(write);
        const isOver = group.length >= MAX_GROUP_WRITES || performance.now() - start >= SLICE_MS;
        // The loop goes on with what joins the group.
        if (!isOver) group.push(...this.writes.splice(0, 1));
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

  private async runOne(write: Write): Promise<boolean> {
    this.db.exec("SAVEPOINT one");
    const keep = await write.run();
    if (!keep) this.db.exec("ROLLBACK TO one");
    this.db.exec("RELEASE one");
    return keep;
  }

  /** Takes back what a group has done: what the database failed under one of them, or at their commit, it did to all. */
  private failGroup(group: readonly Write[], error: unknown): void {
    let reason = error;
    try {
      this.db.rollback();
    } catch (second) {
      reason = new AggregateError([error, second], "A transaction failed, and so did taking it back.");
    }
    this.hooks.afterFailure();
    for (const write of group) write.fail(reason);
  }
}

/** The call came after the stop. */
export class StoppedError extends StoreError {
  constructor() {
    super("The host is stopping: it takes no more calls.", "STOPPED");
  }
}

/** The one queue of all transactions: writes in groups under one commit, reads in between, the event loop in its turn. */
import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError, type Sqlite } from "../store/sqlite";

/** A write as its group runs it. */
export interface Write<T> {
  /** Runs in a savepoint of its own; must not throw. With `keep: false`, what it wrote is undone. */
  run(): Promise<{ readonly keep: boolean; readonly result: T }>;
  /** Called when the commit of what was kept has failed, before the promise rejects. */
  undone(): void;
  /** Called when what was kept is durable, in the order of the writes, before the promise resolves. */
  committed(): void;
  /** What the promise resolves to where the database failed or nothing is taken any more; what it throws rejects it. */
  failed(error: unknown): T;
}

interface Queued {
  run(): Promise<boolean>;
  undone(): void;
  committed(): void;
  answer(): void;
  fail(error: unknown): void;
}

/** A write that waits for its turn, and who waits for its answer. Thousands may be queued, so it is kept small. */
class QueuedWrite<T> implements Queued {
  private readonly write: Write<T>;
  private readonly resolve: (result: T) => void;
  private readonly reject: (error: unknown) => void;
  private result: { readonly of: T } | null = null;

  constructor(write: Write<T>, resolve: (result: T) => void, reject: (error: unknown) => void) {
    this.write = write;
    this.resolve = resolve;
    this.reject = reject;
  }

  async run(): Promise<boolean> {
    const { keep, result } = await this.write.run();
    this.result = { of: result };
    return keep;
  }

  undone(): void {
    this.write.undone();
  }

  committed(): void {
    this.write.committed();
  }

  answer(): void {
    if (this.result !== null) this.resolve(this.result.of);
  }

  fail(error: unknown): void {
    try {
      this.resolve(this.write.failed(error));
    } catch (thrown) {
      this.reject(thrown);
    }
  }
}

/** The event loop gets its turn after this much work: milliseconds. */
const SLICE_MS = 3;
/** A group ends with its slice, or with this many writes, so that the first does not wait long for the last. */
const GROUP = 64;

/**
 * Runs one transaction at a time, so that all of them are serial. Reads never see what is not committed; nothing is
 * answered or announced before its commit.
 */
export class Executor {
  private readonly db: Sqlite;
  /** Called with all writes of a group done, before their commit. */
  private readonly beforeCommit: () => void;
  /** Called after a commit failed, when all is as it was before its group. */
  private readonly afterFailure: () => void;
  private readonly reads: (() => Promise<void>)[] = [];
  private readonly writes: Queued[] = [];
  private running = false;
  private stopped = false;
  private sliceStart: number | null = null;
  /** The transaction that is open is that of the reads. */
  private reading = false;
  private idle: (() => void)[] = [];
  /** The queue belongs to no call, so it must not run in the context of the one that happened to start it. */
  private readonly scope = new AsyncResource("executor");

  constructor(db: Sqlite, hooks: { beforeCommit(): void; afterFailure(): void }) {
    this.db = db;
    this.beforeCommit = () => hooks.beforeCommit();
    this.afterFailure = () => hooks.afterFailure();
  }

  /** Runs `body` while nothing is written. Rejects once the executor has stopped. */
  read<T>(body: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.stopped) return reject(new StoppedError());
      this.reads.push(async () => {
        try {
          resolve(await body());
        } catch (error) {
          reject(error);
        }
      });
      this.start();
    });
  }

  /** Runs a write. Resolves after its commit or its rollback, or to what it makes of a failure. */
  write<T>(write: Write<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queued = new QueuedWrite(write, resolve, reject);
      if (this.stopped) return queued.fail(new StoppedError());
      this.writes.push(queued);
      this.start();
    });
  }

  /** Takes nothing more; resolves when all that was queued has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.running) await new Promise<void>((resolve) => this.idle.push(resolve));
    this.endReading();
  }

  private start(): void {
    if (this.running) return;
    this.running = true;
    this.scope.runInAsyncScope(() => {
      void this.drain();
    });
  }

  private async drain(): Promise<void> {
    // A turn of microtasks first, so that what is queued together runs together.
    await Promise.resolve();
    this.beginSlice();
    while (this.reads.length > 0 || this.writes.length > 0) {
      if (this.reads.length > 0) await this.runReads();
      if (this.sliceIsOver()) await this.nextSlice();
      if (this.writes.length > 0) await this.runGroup();
      if (this.sliceIsOver()) await this.nextSlice();
    }
    this.running = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  /**
   * A slice lasts until the event loop has had a turn, even when the queue was empty in between: a caller that queues
   * its next call on the answer to the last would otherwise never let it have one.
   */
  private beginSlice(): void {
    if (this.sliceStart !== null) return;
    this.sliceStart = performance.now();
    setImmediate(() => {
      this.sliceStart = null;
      this.endReading();
    });
  }

  private async nextSlice(): Promise<void> {
    await nextTurn();
    this.beginSlice();
  }

  private sliceIsOver(): boolean {
    return this.sliceStart !== null && performance.now() - this.sliceStart >= SLICE_MS;
  }

  /** All reads of a slice share one transaction of SQLite, since to begin one costs as much as to read a document. */
  private async runReads(): Promise<void> {
    if (!this.reading && !this.db.inTransaction) {
      this.db.exec("BEGIN");
      this.reading = true;
    }
    do {
      await this.reads.shift()?.();
    } while (this.reads.length > 0 && !this.sliceIsOver());
  }

  private endReading(): void {
    if (!this.reading) return;
    this.reading = false;
    // An error of the database may have ended it already.
    if (this.db.inTransaction) this.db.exec("COMMIT");
  }

  private async runGroup(): Promise<void> {
    const kept: Queued[] = [];
    const ended: Queued[] = [];
    // A handler may wait for the event loop, as for a digest: then its slice ends before the group does.
    const start = this.sliceStart ?? performance.now();
    try {
      this.endReading();
      this.db.exec("BEGIN IMMEDIATE");
      do {
        const write = this.writes.shift();
        if (write === undefined) break;
        ended.push(write);
        if (await this.runOne(write, kept.length === 0)) kept.push(write);
      } while (ended.length < GROUP && performance.now() - start < SLICE_MS);
      if (kept.length > 0) this.beforeCommit();
      this.db.exec(kept.length > 0 ? "COMMIT" : "ROLLBACK");
    } catch (error) {
      this.failGroup(ended, kept, error);
      return;
    }
    for (const write of kept) write.committed();
    for (const write of ended) write.answer();
  }

  /** The first write of a group needs no savepoint: undoing it undoes all that the group has done. */
  private async runOne(write: Queued, isFirst: boolean): Promise<boolean> {
    if (!isFirst) this.db.exec("SAVEPOINT one");
    const keep = await write.run();
    if (isFirst) {
      if (!keep) this.db.exec("ROLLBACK; BEGIN IMMEDIATE");
      return keep;
    }
    if (!keep) this.db.exec("ROLLBACK TO one");
    this.db.exec("RELEASE one");
    return keep;
  }

  private failGroup(ended: readonly Queued[], kept: readonly Queued[], error: unknown): void {
    // A write whose BEGIN failed must not stay at the head of the queue for ever.
    const first = ended.length === 0 ? this.writes.shift() : undefined;
    let reason = error;
    try {
      this.db.rollback();
    } catch (second) {
      reason = new AggregateError([error, second], "A commit failed, and so did taking it back.");
    }
    for (const write of [...kept].reverse()) write.undone();
    this.afterFailure();
    for (const write of first === undefined ? ended : [first]) write.fail(reason);
  }
}

/** The call came after the stop. */
export class StoppedError extends StoreError {
  constructor() {
    super("The host is stopping: it takes no more calls.", "STOPPED");
  }
}

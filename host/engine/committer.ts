/** The order of commits: every transaction runs through one queue, and what it kept is announced once it is durable. */
import { errorFields, ThrottledLog, type Logger } from "../log";
import type { Commit } from "../types";
import { Executor } from "./executor";
import { Transaction, type TransactionKind, type TransactionParts } from "./transaction";

/** What a transaction came to; with `keep: false`, what it wrote is undone. */
export interface TransactionEnd<T> {
  readonly keep: boolean;
  readonly result: T;
}

export class Committer {
  private readonly parts: TransactionParts;
  private readonly log: Pick<Logger, "error">;
  private readonly executor: Executor;
  private readonly commitListeners = new Set<(commit: Commit) => void>();
  private readonly jobListeners = new Set<() => void>();
  /** Is told of each commit before anything else is, and before anything later is read. */
  private readonly onDurable: (transaction: Transaction) => void;
  /** The clock's ts runs ahead of this one while a group of writes is open. */
  private durable: bigint;

  constructor(
    parts: TransactionParts,
    log: Pick<Logger, "error">,
    onDurable: (transaction: Transaction) => void,
  ) {
    this.parts = parts;
    this.log = log;
    this.onDurable = onDurable;
    const { clock, db } = parts;
    this.durable = clock.lastTs;
    // Any reader may bring it about, where the file is damaged.
    const failures = new ThrottledLog((count, fields) =>
      log.error("a transaction of reads could not be ended", { count, ...fields }),
    );
    this.executor = new Executor(db, {
      beforeCommit: () => clock.save(db),
      afterFailure: () => {
        clock.lastTs = this.durable;
      },
      readTransactionFailed: (error) => failures.record(errorFields(error)),
    });
  }

  /** The ts of the last commit that is durable. */
  get durableTs(): bigint {
    return this.durable;
  }

  begin(kind: TransactionKind): Transaction {
    return new Transaction(this.parts, kind);
  }

  /** Runs `body` on committed state, while nothing is written. Rejects once the committer has stopped. */
  read<T>(body: () => Promise<T>): Promise<T> {
    return this.executor.read(body);
  }

  /**
   * Runs `body` in a transaction of its own; resolves once what it kept is durable, and rejects with what kept it from
   * being so. What `body` throws undoes and fails itself alone: anybody may bring it about.
   */
  commit<T>(body: (transaction: Transaction) => Promise<TransactionEnd<T>>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let announced = (): void => undefined;
      let answer = (): void => undefined;
      this.executor.write({
        run: async () => {
          const transaction = this.begin("mutation");
          try {
            const { keep, result } = await body(transaction);
            answer = () => resolve(result);
            announced = () => this.announce(transaction);
            if (keep && transaction.hasWritten) this.parts.clock.lastTs = transaction.commitTs;
            return keep;
          } catch (thrown) {
            // Some errors have made SQLite roll back everything: then there is no group left to go on with.
            if (!this.parts.db.inTransaction) throw thrown;
            answer = () => reject(thrown as Error);
            return false;
          }
        },
        committed: () => announced(),
        answer: () => answer(),
        fail: reject,
      });
    });
  }

  /** The same for what the host itself writes, all of which is kept unless `body` throws. */
  system<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.commit((transaction) => Promise.resolve({ keep: true, result: body(transaction) }));
  }

  /** Listens to every commit; answers how to stop. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.commitListeners.add(listener);
    return () => void this.commitListeners.delete(listener);
  }

  /** Listens to commits that add, change or remove jobs; answers how to stop. */
  onJobsChanged(listener: () => void): () => void {
    this.jobListeners.add(listener);
    return () => void this.jobListeners.delete(listener);
  }

  /** Takes nothing more; resolves when all that was queued has ended. */
  async stop(): Promise<void> {
    await this.executor.stop();
  }

  private announce(transaction: Transaction): void {
    if (transaction.hasWritten) {
      this.durable = transaction.commitTs;
      this.onDurable(transaction);
      const commit: Commit = { ts: transaction.commitTs, writes: transaction.writeLog.writeSet() };
      for (const listener of this.commitListeners) this.notify(() => listener(commit));
    }
    if (transaction.jobsChanged) for (const listener of this.jobListeners) this.notify(listener);
  }

  /** What is committed is committed: a listener that fails must not make its answer fail. */
  private notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.log.error("a listener to commits failed", errorFields(error));
    }
  }
}

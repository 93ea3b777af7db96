/** Runs every transaction through one queue, and announces its changes once they are durable. */
import { errorFields, ThrottledLog, type Logger } from "../log";
import type { Commit } from "../types";
import { writesRolledBack } from "../search/rolledBack";
import { Executor } from "./executor";
import { NO_LIMITS, type TransactionLimits } from "./limits";
import { Transaction, type TransactionKind, type TransactionParts } from "./transaction";

/** The end of a transaction; with `keep: false`, its writes are rolled back. */
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
  /** Called for each commit before any listener, and before any later read. */
  private readonly onDurable: (transaction: Transaction) => void;
  /** The ts of the last durable commit. The clock's ts is ahead of it while a group of writes is open. */
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
    // Any reader can cause this if the file is damaged, hence the throttled log.
    const failures = new ThrottledLog((count, fields) =>
      log.error("a read transaction could not be ended", { count, ...fields }),
    );
    this.executor = new Executor(db, {
      beforeCommit: () => clock.save(db),
      afterFailure: () => {
        writesRolledBack();
        clock.lastTs = this.durable;
      },
      readTransactionFailed: (error) => failures.record(errorFields(error)),
    });
  }

  /** The ts of the last commit that is durable. */
  get durableTs(): bigint {
    return this.durable;
  }

  begin(kind: TransactionKind, limits = this.parts.limits): Transaction {
    return new Transaction({ ...this.parts, limits }, kind);
  }

  /** Runs `body` on committed state, while nothing is being written. Rejects once the committer has stopped. */
  read<T>(body: () => Promise<T>): Promise<T> {
    return this.executor.read(body);
  }

  /**
   * Runs `body` in a transaction of its own. Resolves once its writes are durable, and rejects if they can't be committed.
   * An error thrown by `body` rolls back and fails only this transaction: any caller can cause one.
   */
  commit<T>(
    body: (transaction: Transaction) => Promise<TransactionEnd<T>>,
    limits?: TransactionLimits,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let announced = (): void => undefined;
      let answer = (): void => undefined;
      this.executor.write({
        run: async () => {
          const transaction = this.begin("mutation", limits);
          try {
            const { keep, result } = await body(transaction);
            answer = () => resolve(result);
            announced = () => this.announce(transaction);
            if (keep && transaction.hasWritten) this.parts.clock.lastTs = transaction.commitTs;
            if (!keep) this.rolledBack(transaction);
            return keep;
          } catch (thrown) {
            // After some errors SQLite has rolled back everything, so the group can't continue.
            if (!this.parts.db.inTransaction) throw thrown;
            this.rolledBack(transaction);
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

  /** As `commit`, for the host's own writes, which are kept unless `body` throws. */
  system<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.commit((transaction) => Promise.resolve({ keep: true, result: body(transaction) }));
  }

  /** As `system`, for a body that takes long: it has no limits, and may wait so that the event loop gets its turn. */
  bulk<T>(body: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.commit(async (transaction) => ({ keep: true, result: await body(transaction) }), NO_LIMITS);
  }

  /** Runs `body` outside any transaction, while none runs. */
  alone<T>(body: () => T): Promise<T> {
    return this.executor.alone(body);
  }

  /** Adds a listener for every commit; returns a function that removes it. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.commitListeners.add(listener);
    return () => void this.commitListeners.delete(listener);
  }

  /** Adds a listener for commits that add, change or remove jobs; returns a function that removes it. */
  onJobsChanged(listener: () => void): () => void {
    this.jobListeners.add(listener);
    return () => void this.jobListeners.delete(listener);
  }

  /** Rejects new transactions; resolves when the queued ones have ended. */
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

  private rolledBack({ hasWritten }: Transaction): void {
    if (hasWritten) writesRolledBack();
  }

  /** Calls a listener. The transaction is already durable, so a failing listener must not fail its caller. */
  private notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.log.error("a commit listener failed", errorFields(error));
    }
  }
}

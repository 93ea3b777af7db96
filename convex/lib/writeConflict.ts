/** Transactions that failed because others wrote what they had read. */

// The platform tells a conflict by its text alone: its code where it has one, else the sentence people read.
const CONFLICT = /OptimisticConcurrencyControlFailure|changed while this mutation was being run/;

/** Whether a mutation failed because others wrote what it had read, more often than the platform tries again. */
export function isWriteConflict(thrown: unknown): boolean {
  return thrown instanceof Error && CONFLICT.test(`${thrown.name} ${thrown.message}`);
}

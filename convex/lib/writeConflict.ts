// The platform reports a conflict only in the error's text: as a code or as a sentence.
const CONFLICT = /OptimisticConcurrencyControlFailure|changed while this mutation was being run/;

/** Whether a mutation failed because others wrote what it had read, and the platform's retries failed too. */
export function isWriteConflict(thrown: unknown): boolean {
  return thrown instanceof Error && CONFLICT.test(`${thrown.name} ${thrown.message}`);
}

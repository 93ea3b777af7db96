/**
 * A write-ahead log beside a database that was put there later: who restores one file of a service that crashed leaves the
 * log of before, and SQLite writes its pages over what was restored.
 */
import { statSync } from "node:fs";
import { Sqlite, StoreError } from "./sqlite";

/** The service itself writes to the file no later than this after it wrote to the log, where it does not stop: milliseconds. */
const TOLERANCE_MS = 5_000;

/** What is closed folds its log into the file: where the two don't belong together, no connection may be closed, or collected. */
const neverClosed = new Set<Sqlite>();

/**
 * Looks at a log that an earlier run left, where the file has changed since. Throws a `StoreError`, with both as they were,
 * where they make no sound database together; where they do, `warn` is told, for then what was restored is undone. Call it
 * before the database is opened.
 */
export function checkStaleWal(
  path: string,
  warn: (message: string) => void,
  toleranceMs = TOLERANCE_MS,
): void {
  const log = `${path}-wal`;
  const file = statSync(path, { throwIfNoEntry: false });
  const left = statSync(log, { throwIfNoEntry: false });
  if (file === undefined || left === undefined || left.size === 0) return;
  // When it was last changed in any way: a copy may keep the time of its last writing.
  if (file.ctimeMs - left.ctimeMs <= toleranceMs) return;
  const remedy = `If the file was restored from a backup, the log is not its own: delete ${log} and ${path}-shm before the start.`;
  if (!isSound(path)) {
    throw new StoreError(
      `The database ${path} and the older write-ahead log beside it don't belong together; both were left as they are. ${remedy}`,
      "SQLITE_CORRUPT",
    );
  }
  warn(`the database was changed after the write-ahead log beside it, which is taken for its own. ${remedy}`);
}

function isSound(path: string): boolean {
  const db = Sqlite.open(path, { readOnly: true });
  neverClosed.add(db);
  try {
    if (db.row("PRAGMA quick_check(1)")?.[0] !== "ok") return false;
  } catch (thrown) {
    if (thrown instanceof StoreError && /^SQLITE_(CORRUPT|NOTADB)/.test(thrown.code)) return false;
    throw thrown;
  }
  neverClosed.delete(db);
  db.close();
  return true;
}

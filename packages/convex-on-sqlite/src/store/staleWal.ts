/**
 * Detects a write-ahead log that belongs to an older database: restoring only the database file of a crashed service
 * leaves the old log beside it, and SQLite would write the log's pages over the restored data.
 */
import { statSync } from "node:fs";
import { Sqlite, StoreError } from "./sqlite";

/** Milliseconds. While it runs, the service writes to the database no later than this after it wrote to the log. */
const TOLERANCE_MS = 5_000;

/** Closing a connection checkpoints its log, so connections to mismatched files must not be closed or garbage collected. */
const neverClosed = new Set<Sqlite>();

/**
 * Checks the log of an earlier run if the database changed after it. Throws a `StoreError`, and changes neither file, if
 * they don't form a sound database together. If they do, calls `warn`, because a restored backup may be undone. Call it
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
  // ctime, because a copy may preserve the mtime.
  if (file.ctimeMs - left.ctimeMs <= toleranceMs) return;
  const remedy = `If the database was restored from a backup, the log does not belong to it: delete ${log} and ${path}-shm before the start.`;
  if (!isSound(path)) {
    throw new StoreError(
      `The database ${path} and the older write-ahead log beside it don't match; both were left unchanged. ${remedy}`,
      "SQLITE_CORRUPT",
    );
  }
  warn(`the database was changed after the write-ahead log beside it; the log is applied anyway. ${remedy}`);
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

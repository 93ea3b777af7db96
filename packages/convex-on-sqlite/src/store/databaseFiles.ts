/** Watches whether the open files still exist under their names: a deleted or replaced file accepts writes but loses them. */
import { statSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import { LOCK_FILE } from "./pidlock";

/** Writes between two checks are lost; a check takes a few microseconds. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Calls `onLost` once, with the path, when a file of the open database, or the lock beside it, was deleted or replaced,
 * for example by restoring a backup under a running service. Returns a function that stops watching.
 */
export function watchDatabaseFiles(
  database: string,
  onLost: (path: string) => void,
  everyMs = CHECK_INTERVAL_MS,
): () => void {
  // Without the lock file a second host could start; without the log the newest data are gone.
  const own = [database, `${database}-wal`, join(database, "..", LOCK_FILE)].map((path) => ({
    path,
    opened: fileAt(path),
  }));
  const timer = setInterval(() => {
    for (const { path, opened } of own) {
      if (opened === null || isSame(opened, fileAt(path))) continue;
      clearInterval(timer);
      onLost(path);
      return;
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** An open file's inode number is not reused, even if the file is deleted. */
function isSame(opened: BigIntStats, found: BigIntStats | null): boolean {
  return found !== null && found.ino === opened.ino && found.dev === opened.dev;
}

function fileAt(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

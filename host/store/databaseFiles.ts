/** Whether the files that are open are still those of their names: one that was deleted or replaced takes writes as ever, and keeps none. */
import { statSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import { LOCK_FILE } from "./pidlock";

/** What is answered between two looks is lost, and a look is a few microseconds. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Calls `lost` once, with the path, when a file of an open database, or the lock beside it, is gone or another one. Who
 * restores a backup under a running service, or deletes its folder, brings that about. Returns what ends the watch.
 */
export function watchDatabaseFiles(
  database: string,
  onLost: (path: string) => void,
  everyMs = CHECK_INTERVAL_MS,
): () => void {
  // Without the lock's file a second host is not refused; without the log the newest data are gone.
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

/** As long as a file is open no other gets its number, though it be deleted. */
function isSame(opened: BigIntStats, found: BigIntStats | null): boolean {
  return found !== null && found.ino === opened.ino && found.dev === opened.dev;
}

function fileAt(path: string): BigIntStats | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/**
 * One host per data directory: a SQLite lock on a file of its own. The system releases it however the process ends, and
 * it also works between containers that share the directory but don't see each other's processes.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Sqlite, StoreError } from "./sqlite";

/** Locked and never written: an empty file needs no space and can't be damaged. */
export const LOCK_FILE = "host.lock.sqlite3";

/** Names the holder of the lock, for the error message only: a file left by a crash does not block a start. */
export const HOLDER_FILE = "host.lock";

export class DataDirectoryLocked extends Error {
  override readonly name = "DataDirectoryLocked";
}

export interface PidLock {
  /** Releases the directory. May be called more than once. */
  release(): void;
}

/** Keeps the connections from being garbage collected, which would release their locks. */
const held = new Set<Sqlite>();

/**
 * Locks a directory, which must exist. Throws {@link DataDirectoryLocked} while its holder runs, and a `StoreError` or an
 * error of the system if the directory can't be written.
 */
export function acquirePidLock(directory: string): PidLock {
  const file = join(directory, LOCK_FILE);
  const holderFile = join(directory, HOLDER_FILE);
  // Created atomically, so that concurrent starts lock the same file.
  closeSync(openSync(file, "a", 0o600));
  const db = Sqlite.open(file, { withoutLog: true });
  try {
    db.exec("PRAGMA busy_timeout = 0");
    // A journal in memory leaves no files behind, even after a crash.
    db.exec("PRAGMA journal_mode = MEMORY");
    // An open transaction is the lock. Others may still read the file, as a backup does.
    db.exec("BEGIN IMMEDIATE");
    // In another container the process id may belong to another process.
    writeFileSync(holderFile, `process ${process.pid} on ${hostname()}`, { mode: 0o600 });
  } catch (thrown) {
    db.rollback();
    db.close();
    if (!(thrown instanceof StoreError) || !thrown.code.startsWith("SQLITE_BUSY")) throw thrown;
    throw new DataDirectoryLocked(
      `The data directory ${directory} is in use by ${holderIn(holderFile)}. Stop it first, or choose another DATA_DIR.`,
    );
  }
  held.add(db);
  return {
    release: () => {
      if (!held.delete(db)) return;
      // Delete it before releasing the lock: afterwards it may belong to the next holder.
      rmSync(holderFile, { force: true });
      db.rollback();
      db.close();
    },
  };
}

/** Describes the holder. Network folders without locking fail like a locked file. */
function holderIn(path: string): string {
  const holder = existsSync(path) ? readFileSync(path, "utf8") : "";
  return holder === ""
    ? "another process that is just starting, or on a file system that can't lock files"
    : holder;
}

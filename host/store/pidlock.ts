/**
 * One host per data directory: a lock of SQLite on a file of its own. The system gives it free however the process ends,
 * and it holds between containers that share the directory, too, which don't see each other's processes.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Sqlite, StoreError } from "./sqlite";

/** Locked and never written: what stays empty neither needs room nor can be damaged. */
export const LOCK_FILE = "host.lock.sqlite3";

/** Who holds the lock, for the message only: one that was left by a crash keeps nobody out. */
export const HOLDER_FILE = "host.lock";

export class DataDirectoryLocked extends Error {
  override readonly name = "DataDirectoryLocked";
}

export interface PidLock {
  /** Gives the directory free. May be called more than once. */
  release(): void;
}

/** A connection that nobody holds may be collected, and its lock with it. */
const held = new Set<Sqlite>();

/**
 * Takes the lock of a directory that exists. Throws {@link DataDirectoryLocked} while its holder lives, and a `StoreError`
 * or an error of the system where the directory can't be written.
 */
export function acquirePidLock(directory: string): PidLock {
  const file = join(directory, LOCK_FILE);
  const holderFile = join(directory, HOLDER_FILE);
  // In one step, so that two that come at once lock the same.
  closeSync(openSync(file, "a", 0o600));
  const db = Sqlite.open(file, { isLock: true });
  try {
    db.exec("PRAGMA busy_timeout = 0");
    // Nothing lies beside the file then, nor is left by a crash.
    db.exec("PRAGMA journal_mode = MEMORY");
    // An open transaction is the lock. Others may still read the file, as a backup does.
    db.exec("BEGIN IMMEDIATE");
    // To another container the process may be another's.
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
      // Before the lock: after it, the file may be the next one's.
      rmSync(holderFile, { force: true });
      db.rollback();
      db.close();
    },
  };
}

/** Network folders that can't lock refuse as one that is locked does. */
function holderIn(path: string): string {
  const holder = existsSync(path) ? readFileSync(path, "utf8") : "";
  return holder === ""
    ? "another process that is just starting, or lies where files can't be locked"
    : holder;
}

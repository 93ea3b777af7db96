/** The data directory: created if missing, and used by one host at a time. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { withAdvice } from "./advice";
import { acquirePidLock, LOCK_FILE, type PidLock } from "./pidlock";
import { draftOf, StoreError } from "./sqlite";

/** The name of the database within the data directory. */
export const DATABASE_FILE = "convex.sqlite3";

/**
 * Creates the directory, accessible only to its owner, and locks it. Throws `DataDirectoryLocked` while another host uses
 * it, and a `StoreError` with advice if it can't be written.
 */
export function takeDataDir(directory: string): PidLock {
  try {
    makeDirectory(resolve(directory));
    noteFirstUse(directory);
    return acquirePidLock(directory);
  } catch (thrown) {
    const isSystemError = thrown instanceof Error && "code" in thrown && "syscall" in thrown;
    if (!isSystemError && !(thrown instanceof StoreError)) throw thrown;
    const code = String(thrown.code);
    const failure = `The data directory ${directory} can't be written (${code})`;
    throw new StoreError(withAdvice(failure, code), code, { cause: thrown });
  }
}

/**
 * Begins the database of a directory that was never used, so that one which is missing beside a lock is known to be lost
 * (store/leftovers), even where the first start is killed.
 */
function noteFirstUse(directory: string): void {
  const database = join(directory, DATABASE_FILE);
  if (existsSync(join(directory, LOCK_FILE)) || existsSync(database)) return;
  closeSync(openSync(draftOf(database), "a", 0o600));
}

/**
 * Creates a directory and its parents, accessible only to their owner. `path` is absolute. Node's own `recursive` option
 * loops forever in a directory that allows no children, such as /proc, because it takes the error for a missing parent.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    // The agent's memories are private.
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    // A concurrent start may have created it.
    if (!existsSync(path)) throw thrown;
  }
}

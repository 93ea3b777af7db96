/** The data directory: created if missing, and used by one host at a time. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { withAdvice } from "./advice";
import { acquirePidLock, type PidLock } from "./pidlock";
import { StoreError } from "./sqlite";

/**
 * Creates the directory, accessible only to its owner, and locks it. Throws `DataDirectoryLocked` while another host uses
 * it, and a `StoreError` with advice if it can't be written.
 */
export function takeDataDir(directory: string): PidLock {
  try {
    makeDirectory(resolve(directory));
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

/** The data directory: made where it is missing, and taken by one host at a time. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { withAdvice } from "./advice";
import { acquirePidLock, type PidLock } from "./pidlock";
import { StoreError } from "./sqlite";

/**
 * Makes the directory, for its owner only, and locks it. Throws `DataDirectoryLocked` while another host has it, and a
 * `StoreError` that says what to do where it can't be written.
 */
export function takeDataDir(directory: string): PidLock {
  try {
    makeDirectory(resolve(directory));
    return acquirePidLock(directory);
  } catch (thrown) {
    const isSystems = thrown instanceof Error && "code" in thrown && "syscall" in thrown;
    if (!isSystems && !(thrown instanceof StoreError)) throw thrown;
    const code = String(thrown.code);
    const failure = `The data directory ${directory} can't be written (${code})`;
    throw new StoreError(withAdvice(failure, code), code, { cause: thrown });
  }
}

/**
 * Makes a directory and those above it, for their owner only. `path` is absolute. Node's own `recursive` never returns
 * where a directory exists in which none can be made, such as /proc: it takes the refusal for a missing parent, for ever.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    // What the agent remembers is its owner's business.
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    // Another start may have made it meanwhile.
    if (!existsSync(path)) throw thrown;
  }
}

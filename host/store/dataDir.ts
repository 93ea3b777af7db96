/** The data directory: made where it is missing, and taken by one host at a time. */
import { mkdirSync } from "node:fs";
import { adviceFor } from "./advice";
import { acquirePidLock, type PidLock } from "./pidlock";
import { StoreError } from "./sqlite";

/**
 * Makes the directory, for its owner only, and locks it. Throws `DataDirectoryLocked` while another host has it, and a
 * `StoreError` that says what to do where it can't be written.
 */
export function takeDataDir(directory: string): PidLock {
  try {
    // What the agent remembers is its owner's business.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return acquirePidLock(directory);
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("code" in thrown) || !("syscall" in thrown)) throw thrown;
    const code = String(thrown.code);
    const message = [`The data directory ${directory} can't be written (${code}).`, adviceFor(code)];
    throw new StoreError(message.filter((part) => part !== null).join(" "), code, { cause: thrown });
  }
}

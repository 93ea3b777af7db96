/**
 * One host per data directory: a lock of SQLite on a file of its own. The system gives it free however the process ends,
 * and it holds between containers that share the directory, too, which don't see each other's processes.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Sqlite, StoreError } from "./sqlite";

/** Locked and never written: what stays empty neither needs room nor can be damaged. */
export const LOCK_FILE = "host.lock.sqlite3";

/** Who holds the lock, for the message only: one that was left by a crash keeps nobody out. */
export const HOLDER_FILE = "host.lock";

interface Holder {
  /** As the process sees itself: to another container it may be another's. */
  readonly pid: number;
  readonly machine: string;
}

export class DataDirectoryLocked extends Error {
  override readonly name = "DataDirectoryLocked";
  /** The process that holds the lock; null if it has not written its name yet. */
  readonly pid: number | null;

  constructor(directory: string, holder: Holder | null) {
    super(
      `The data directory ${directory} is in use by ${spoken(holder)}. Stop it first, or choose another DATA_DIR.`,
    );
    this.pid = holder?.pid ?? null;
  }
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
  const holderFile = join(directory, HOLDER_FILE);
  const holder: Holder = { pid: process.pid, machine: hostname() };
  // Containers may have one number and one name, each of its own.
  const name = JSON.stringify({ ...holder, id: randomUUID() });
  const db = Sqlite.open(join(directory, LOCK_FILE), { journal: "MEMORY", staysEmpty: true });
  try {
    db.exec("PRAGMA busy_timeout = 0");
    // An open transaction is the lock. Others may still read the file, as a backup does.
    db.exec("BEGIN IMMEDIATE");
    writeFileSync(holderFile, name, { mode: 0o600 });
  } catch (thrown) {
    db.rollback();
    db.close();
    const isHeld = thrown instanceof StoreError && thrown.code.startsWith("SQLITE_BUSY");
    throw isHeld ? new DataDirectoryLocked(directory, readHolder(holderFile)) : thrown;
  }
  held.add(db);
  return {
    release: () => {
      if (!held.delete(db)) return;
      try {
        // Before the lock: after it, the file may be the next one's; and so it may be where the directory was replaced.
        if (readIfThere(holderFile) === name) rmSync(holderFile, { force: true });
      } finally {
        db.rollback();
        db.close();
      }
    },
  };
}

/** Null where the holder has not written its name yet. */
function readHolder(path: string): Holder | null {
  let value: unknown;
  try {
    value = JSON.parse(readIfThere(path) ?? "");
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
  if (typeof value !== "object" || value === null || !("pid" in value) || typeof value.pid !== "number")
    return null;
  const machine = "machine" in value && typeof value.machine === "string" ? value.machine : hostname();
  return { pid: value.pid, machine };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return null;
    throw thrown;
  }
}

function spoken(holder: Holder | null): string {
  // Network folders that can't lock refuse as one that is locked does.
  if (holder === null) return "another process that is just starting, or lies where files can't be locked";
  return holder.machine === hostname()
    ? `process ${holder.pid}`
    : `process ${holder.pid} on ${holder.machine}`;
}

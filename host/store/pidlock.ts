/**
 * One host per data directory: a lock file that names the process holding it. A lock left by a process that is gone
 * is taken over; a process id that has since been given to somebody else is told apart by its start time, and a lock
 * that was copied with its directory by the directory's inode.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const LOCK_FILE = "host.lock";

/** Held only while a stale lock is replaced, so that two newcomers cannot both replace it. */
const TAKEOVER_FILE = "host.lock.takeover";

/** Either of them on its way, with the process that makes it. */
const DRAFT = /^host\.lock\.(?:takeover\.)?\d+$/;

/** Where a lock can't be made whole at once it is empty for microseconds; one this old was left so by a crash. */
const UNWRITTEN_GRACE_MS = 5_000;

interface Holder {
  readonly pid: number;
  /** In clock ticks since boot, with the boot's id; null where the system does not tell. */
  readonly startTime: string | null;
  /** The inode of the directory that it locks; null in locks of former versions. */
  readonly directory: string | null;
}

export class DataDirectoryLocked extends Error {
  override readonly name = "DataDirectoryLocked";
  /** The process that holds the lock; null if it has not written its name yet. */
  readonly pid: number | null;

  constructor(directory: string, pid: number | null) {
    const holder = pid === null ? "another process that is just starting" : `process ${pid}`;
    super(
      `The data directory ${directory} is in use by ${holder}. Stop it first, or choose another DATA_DIR.`,
    );
    this.pid = pid;
  }
}

export interface PidLock {
  /** Gives the directory free. May be called more than once. */
  release(): void;
}

/** Locks of this process: two hosts in one process exclude each other too. */
const ownLocks = new Set<string>();

/** Takes the lock of a directory that exists. Throws {@link DataDirectoryLocked} while its holder lives. */
export function acquirePidLock(directory: string): PidLock {
  const path = resolve(directory, LOCK_FILE);
  if (ownLocks.has(path)) throw new DataDirectoryLocked(directory, process.pid);
  if (!createExclusively(path)) {
    takeOver(directory, path);
    if (!createExclusively(path)) throw new DataDirectoryLocked(directory, readHolder(path)?.pid ?? null);
  }
  ownLocks.add(path);
  removeAbandonedDrafts(directory);
  return {
    release: () => {
      if (ownLocks.delete(path)) rmSync(path, { force: true });
    },
  };
}

/** Removes the lock if its holder is gone; throws if it is not. */
function takeOver(directory: string, path: string): void {
  if (isHeld(path)) throw new DataDirectoryLocked(directory, readHolder(path)?.pid ?? null);
  const guard = join(directory, TAKEOVER_FILE);
  // A guard whose owner crashed within these few lines must not lock the directory for ever.
  if (!isHeld(guard)) rmSync(guard, { force: true });
  if (!createExclusively(guard)) throw new DataDirectoryLocked(directory, readHolder(guard)?.pid ?? null);
  try {
    // Looked at again under the guard: somebody may have replaced it in between, and a live lock is never removed.
    if (isHeld(path)) throw new DataDirectoryLocked(directory, readHolder(path)?.pid ?? null);
    rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Makes a lock that names this process, whole from its first moment, so that a crash leaves none that names nobody. */
function createExclusively(path: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    const holder: Holder = {
      pid: process.pid,
      startTime: startTimeOf(process.pid),
      directory: inodeOf(dirname(path)),
    };
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
    linkOrCopy(draft, path);
    return true;
  } catch (thrown) {
    if (isSystemError(thrown, "EEXIST")) return false;
    throw thrown;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives a file a second name, which must be free. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (thrown) {
    // File systems without hard links, such as exFAT, know the one or the other of these.
    const codes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];
    if (!codes.some((code) => isSystemError(thrown, code))) throw thrown;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Removes what starts left that were killed while they made their lock. */
function removeAbandonedDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (DRAFT.test(name) && !isHeld(path)) rmSync(path, { force: true });
  }
}

function isHeld(path: string): boolean {
  const holder = readHolder(path);
  if (holder === null) return isYoung(path);
  // Its process may live and hold the directory that this one is a copy of.
  if (holder.directory !== null && holder.directory !== inodeOf(dirname(path))) return false;
  // Our own id, and not in `ownLocks`: an earlier process had it, as happens in containers.
  if (holder.pid === process.pid || !isAlive(holder.pid)) return false;
  const startTime = startTimeOf(holder.pid);
  return startTime === null || holder.startTime === null || startTime === holder.startTime;
}

/** Null when there is no file, or nothing legible in it. */
function readHolder(path: string): Holder | null {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    if (thrown instanceof SyntaxError || isSystemError(thrown, "ENOENT")) return null;
    throw thrown;
  }
  if (typeof value !== "object" || value === null || !("pid" in value) || typeof value.pid !== "number")
    return null;
  const startTime = "startTime" in value && typeof value.startTime === "string" ? value.startTime : null;
  const directory = "directory" in value && typeof value.directory === "string" ? value.directory : null;
  return { pid: value.pid, startTime, directory };
}

/** What a directory keeps while it is moved, and its copy does not have. */
function inodeOf(directory: string): string {
  return String(statSync(directory, { bigint: true }).ino);
}

function isYoung(path: string): boolean {
  const age = statSync(path, { throwIfNoEntry: false });
  return age !== undefined && Math.abs(Date.now() - age.mtimeMs) < UNWRITTEN_GRACE_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: it lives, and belongs to somebody else.
    return isSystemError(thrown, "EPERM");
  }
  // One that ended stays listed until its parent has asked how, which some never do: it holds nothing any more.
  return !["Z", "X"].includes(statOf(pid)?.[STATE] ?? "");
}

/** Fields of a process's status after its command, which stands in brackets and may hold anything. */
const STATE = 0;
const START_TIME = 19;

/** When a process started, as Linux tells it; null elsewhere, or when it is gone. */
function startTimeOf(pid: number): string | null {
  const ticks = statOf(pid)?.[START_TIME];
  if (ticks === undefined) return null;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
}

/** What Linux tells of a process; null elsewhere, or when it is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch (thrown) {
    if (["ENOENT", "ESRCH", "EACCES"].some((code) => isSystemError(thrown, code))) return null;
    throw thrown;
  }
}

function isSystemError(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}

/** Full and read-only disks for one process, without root: by process limits, or a mount namespace. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "convex-on-sqlite";

/** The process of a host, or of a service. */
interface Running {
  readonly pid: number | undefined;
}

/** One that can be killed. `ended` resolves when it is gone. */
interface Killable extends Running {
  kill(): void;
  readonly ended: Promise<unknown>;
}

/** A data directory whose disk can be full. */
export interface Disk {
  readonly dataDir: string;
  /** The command that wraps the host's process. */
  readonly wrapper: readonly string[];
  /** Leaves room for only a few more writes. */
  fill(host: Running): void;
  makeRoom(host: Running): void;
  /** Kills the host, and copies its data to a folder. */
  killAndCopy(host: Killable, folder: string): Promise<void>;
}

/** Free space on a full disk. */
const LEFT_BYTES = 100_000;
const TMPFS_MIB = 8;

/** A folder where the host's process may let no file grow: writes fail as on a full disk, with EFBIG. */
export function limitedDisk(folder: string): Disk {
  const dataDir = join(folder, "data");
  return {
    dataDir,
    wrapper: [],
    fill: (host) => limitFiles(host, statSync(join(dataDir, `${DATABASE_FILE}-wal`)).size + LEFT_BYTES),
    makeRoom: (host) => limitFiles(host, "unlimited"),
    killAndCopy: async (host, to) => {
      host.kill();
      await host.ended;
      copyDatabase(dataDir, to);
    },
  };
}

/** Limits the size of every file that the host's process writes. */
export function limitFiles(host: Running, bytes: number | "unlimited"): void {
  // Only the soft limit, which any user may raise again.
  execFileSync("prlimit", [`--pid=${host.pid}`, `--fsize=${bytes}:unlimited`]);
}

/** A small in-memory file system that only the host's process sees, filled by a file. */
export function smallDisk(folder: string, mebibytes = TMPFS_MIB): Disk {
  const mount = join(folder, "mount");
  mkdirSync(mount);
  const seenFrom = ({ pid }: Running): string => join("/proc", String(pid), "root", mount);
  return {
    dataDir: join(mount, "data"),
    wrapper: inNamespace(`mount -t tmpfs -o size=${mebibytes}m tmpfs "$0"`, mount),
    fill: (host) => fillUp(join(seenFrom(host), "filler")),
    makeRoom: (host) => rmSync(join(seenFrom(host), "filler")),
    killAndCopy: async (host, to) => {
      // The file system disappears with its process, so copy it while the process is stopped.
      process.kill(host.pid ?? 0, "SIGSTOP");
      copyDatabase(join(seenFrom(host), "data"), to);
      host.kill();
      await host.ended;
    },
  };
}

/** A command that mounts something visible only to the process it executes. `$0` is `path`. */
export function inNamespace(mount: string, path: string): string[] {
  return ["unshare", "--map-root-user", "--mount", "bash", "-c", `${mount} && exec "$@"`, path];
}

/** Whether this user can create namespaces, and the commands exist. */
export function canMount(): boolean {
  return succeeds("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
}

/** Whether limits of other processes can be changed. */
export function canLimit(): boolean {
  return succeeds("prlimit", ["--version"]);
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk with a file, then frees a little. */
function fillUp(path: string): void {
  const file = openSync(path, "w");
  const block = Buffer.alloc(4_096);
  let size = 0;
  try {
    for (;;) size += writeSync(file, block);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOSPC")) throw cause;
    ftruncateSync(file, size - LEFT_BYTES);
  } finally {
    closeSync(file);
  }
}

function copyDatabase(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) copyFileSync(join(from, file), join(to, file));
}

/** Disks for one process that can be full or read-only, as any user: limits of the process, or a namespace of its own. */
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
import { DATABASE_FILE } from "../../host/engine/engine";
import type { HostProcess } from "./hostProcess";

/** A place for data that can be full. */
export interface Disk {
  readonly dataDir: string;
  /** What the host's process must run in. */
  readonly wrapper: readonly string[];
  /** Leaves so much room that a few more writes succeed. */
  fill(host: HostProcess): void;
  makeRoom(host: HostProcess): void;
  /** Ends the host where it stands, and copies what it left to a folder. */
  killAndCopy(host: HostProcess, folder: string): Promise<void>;
}

/** The room that a full disk has left. */
const LEFT_BYTES = 100_000;
const TMPFS_MIB = 8;

/** Any folder; the host's process may let no file of it grow. Writes then fail as on a full disk, with EFBIG. */
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
export function limitFiles(host: HostProcess, bytes: number | "unlimited"): void {
  // The soft limit only: what any user may raise again.
  execFileSync("prlimit", [`--pid=${host.pid}`, `--fsize=${bytes}:unlimited`]);
}

/** A small file system in memory that only the host's process sees, filled up by a file. */
export function smallDisk(folder: string): Disk {
  const mount = join(folder, "mount");
  mkdirSync(mount);
  const seenFrom = ({ pid }: HostProcess): string => join("/proc", String(pid), "root", mount);
  return {
    dataDir: join(mount, "data"),
    wrapper: inNamespace(`mount -t tmpfs -o size=${TMPFS_MIB}m tmpfs "$0"`, mount),
    fill: (host) => fillUp(join(seenFrom(host), "filler")),
    makeRoom: (host) => rmSync(join(seenFrom(host), "filler")),
    killAndCopy: async (host, to) => {
      // It is gone with its process, so it is copied from under it while that stands still.
      process.kill(host.pid ?? 0, "SIGSTOP");
      copyDatabase(join(seenFrom(host), "data"), to);
      host.kill();
      await host.ended;
    },
  };
}

/** A command that mounts something where only the process it then becomes sees it. `$0` is `path`. */
export function inNamespace(mount: string, path: string): string[] {
  return ["unshare", "--map-root-user", "--mount", "bash", "-c", `${mount} && exec "$@"`, path];
}

/** Whether this system lets this user have namespaces, and has the commands. */
export function canMount(): boolean {
  return succeeds("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
}

/** Whether limits of other processes can be changed here. */
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

/** Writes a file until nothing goes in any more, then gives a little back. */
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

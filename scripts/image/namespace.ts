/** Runs commands in a folder as their root, with this machine's programs as the base image. Needs root on Linux. */
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Command {
  readonly root: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** User and group as numbers. Default: root. */
  readonly user?: string;
  /** Folders of this machine by their path inside. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Whether nothing but the mounts and /tmp can be written. */
  readonly readOnly?: boolean;
}

/** What an image of Debian with Node would hold; Node may be elsewhere on this machine. */
const BASE = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/etc", "/root", "/opt"];

export const canIsolate = (): boolean =>
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "true"], { stdio: "ignore" }).status === 0;

export function start(command: Command, stdio: StdioOptions): ChildProcess {
  const { root, words, env, workdir, user, mounts = {}, readOnly = false } = command;
  const node = dirname(dirname(process.execPath));
  const base = [...BASE, ...(BASE.some((folder) => isWithin(node, folder)) ? [] : [node])];
  const lines = ['mount --bind "$1" "$1"', 'cd "$1"'];
  for (const folder of base) lines.push(...mountBase(root, folder));
  for (const folder of ["/proc", "/dev"]) {
    mkdirSync(join(root, folder), { recursive: true });
    lines.push(`mount --rbind ${folder} .${folder}`);
  }
  mkdirSync(join(root, "tmp"), { recursive: true });
  if (readOnly) lines.push('mount -o remount,bind,ro "$1"', "mount -t tmpfs -o mode=1777 tmpfs ./tmp");
  for (const [inside, folder] of Object.entries(mounts)) {
    mkdirSync(join(root, inside), { recursive: true });
    lines.push(`mount --bind ${quoted(folder)} .${quoted(inside)}`);
  }
  const [uid, gid = uid] = (user ?? "0:0").split(":");
  const drop = `setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs${uid === "0" ? "" : " --inh-caps=-all --bounding-set=-all"}`;
  lines.push("shift", `exec chroot . ${drop} sh -c 'cd "$0" && exec "$@"' ${quoted(workdir)} "$@"`);
  const script = ["set -e", ...lines].join("\n");
  return spawn("unshare", ["--mount", "bash", "-c", script, "bash", root, ...words], {
    env: { ...env },
    stdio,
  });
}

/** A folder of this machine, read-only. A link, such as /bin of Debian, stays one. */
function mountBase(root: string, folder: string): string[] {
  if (!existsSync(folder)) return [];
  const inside = join(root, folder);
  if (lstatSync(folder).isSymbolicLink()) {
    if (!existsSync(dirname(inside))) mkdirSync(dirname(inside), { recursive: true });
    if (lstatSync(inside, { throwIfNoEntry: false }) === undefined) symlinkSync(readlinkSync(folder), inside);
    return [];
  }
  mkdirSync(inside, { recursive: true });
  return [`mount --bind ${quoted(folder)} .${quoted(folder)}`, `mount -o remount,bind,ro .${quoted(folder)}`];
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

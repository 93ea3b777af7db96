import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { acquirePidLock, DataDirectoryLocked, HOLDER_FILE, LOCK_FILE } from "./pidlock";

const root = resolve(import.meta.dirname, "../../../..");

let folder: ReturnType<typeof temporaryFolder>;
let directory: string;
let holderFile: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  directory = folder.path;
  holderFile = join(directory, HOLDER_FILE);
});

afterEach(async () => {
  await Promise.all(children.map(end));
  children = [];
  folder.remove();
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A command that isolates a process from others, as in a container. */
const APART = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

const canPartProcesses = spawnSync(APART.join(" ") + " true", { shell: true }).status === 0;

/** A process that holds the lock, and its own process id. Rejects with its output if it can't get the lock. */
async function holder(...before: readonly string[]): Promise<{ child: ChildProcess; pid: number }> {
  const run = [
    process.execPath,
    "scripts/run.mjs",
    "packages/convex-on-sqlite/test/children/dataDirLock.ts",
    directory,
  ];
  const [command = "", ...args] = [...before, ...run];
  const child = spawn(command, args, { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += String(chunk)));
  const refused = once(child, "close").then(() => Promise.reject(new Error(errors)));
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), refused])) as [string];
  refused.catch(() => undefined);
  return { child, pid: Number(line) };
}

describe("the lock of a data directory", () => {
  it("names this process while it is held, in a private file that a release deletes", () => {
    const lock = acquirePidLock(directory);
    expect(readFileSync(holderFile, "utf8")).toBe(`process ${process.pid} on ${hostname()}`);
    expect(readdirSync(directory).sort()).toEqual([HOLDER_FILE, LOCK_FILE]);
    for (const file of readdirSync(directory))
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    // The empty lock file stays: deleting it could let another process lock a replaced file.
    expect(readdirSync(directory)).toEqual([LOCK_FILE]);
    expect(statSync(join(directory, LOCK_FILE)).size).toBe(0);
  });

  it("rejects a second holder in the same process, and keeps the first one's lock", () => {
    const lock = acquirePidLock(directory);
    for (const _ of [1, 2])
      expect(() => acquirePidLock(directory)).toThrow(`process ${process.pid} on ${hostname()}.`);
    expect(existsSync(holderFile)).toBe(true);
    lock.release();
    acquirePidLock(directory).release();
  });

  it("is rejected with the holder's process id, and free as soon as the holder is killed", async () => {
    const { child, pid } = await holder();
    expect(pid).toBe(child.pid);
    expect(() => acquirePidLock(directory)).toThrow(`process ${pid} on ${hostname()}.`);
    await end(child);
    const lock = acquirePidLock(directory);
    expect(readFileSync(holderFile, "utf8")).toBe(`process ${process.pid} on ${hostname()}`);
    lock.release();
  });

  it.skipIf(!canPartProcesses)("holds between processes that don't see each other", async () => {
    const { pid } = await holder(...APART);
    expect(() => acquirePidLock(directory)).toThrow(DataDirectoryLocked);
    expect(() => acquirePidLock(directory)).toThrow(`process ${pid} on ${hostname()}.`);
    // The same holds if both have the same process id.
    await expect(holder(...APART)).rejects.toThrow("DataDirectoryLocked");
  });

  it("excludes others even before its holder is named", async () => {
    await holder();
    writeFileSync(holderFile, "");
    expect(() => acquirePidLock(directory)).toThrow("just starting");
  });

  it("ignores leftover holder names, even of its own or a living process", () => {
    for (const pid of [process.pid, process.ppid]) {
      // The format of earlier versions.
      writeFileSync(holderFile, JSON.stringify({ pid, startTime: null, directory: null }));
      acquirePidLock(directory).release();
      expect(existsSync(holderFile)).toBe(false);
    }
  });

  it("of a copied directory is independent of the original's", async () => {
    await holder();
    const copy = temporaryFolder();
    try {
      cpSync(directory, copy.path, { recursive: true });
      acquirePidLock(copy.path).release();
    } finally {
      copy.remove();
    }
    expect(() => acquirePidLock(directory)).toThrow(DataDirectoryLocked);
  });

  it("can be released after its directory was deleted", () => {
    const lock = acquirePidLock(directory);
    folder.remove();
    lock.release();
    expect(existsSync(directory)).toBe(false);
  });

  it("is released if its holder can't be named", () => {
    const other = temporaryFolder();
    try {
      // A folder instead of the file: not even root can write there.
      cpSync(other.path, holderFile, { recursive: true });
      expect(() => acquirePidLock(directory)).toThrow("EISDIR");
      expect(() => acquirePidLock(directory)).toThrow("EISDIR");
    } finally {
      other.remove();
    }
  });
});

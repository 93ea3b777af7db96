import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/host/testApp";
import { acquirePidLock, DataDirectoryLocked, HOLDER_FILE, LOCK_FILE } from "./pidlock";

const root = resolve(import.meta.dirname, "../..");

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

/** What puts a process where it sees no other process, as in a container. */
const APART = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

const canPartProcesses = spawnSync(APART.join(" ") + " true", { shell: true }).status === 0;

/** A process that holds the lock, and what it takes itself for. Rejects with what it says where it can't have it. */
async function holder(...before: readonly string[]): Promise<{ child: ChildProcess; pid: number }> {
  const run = [process.execPath, "scripts/run.mjs", "test/host/children/dataDirLock.ts", directory];
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
  it("names this process while it is held, for its owner only, and no longer when released", () => {
    const lock = acquirePidLock(directory);
    expect(readFileSync(holderFile, "utf8")).toBe(`process ${process.pid} on ${hostname()}`);
    expect(readdirSync(directory).sort()).toEqual([HOLDER_FILE, LOCK_FILE]);
    for (const file of readdirSync(directory))
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    // What is locked stays, empty: who removed it might lock a file that another has replaced.
    expect(readdirSync(directory)).toEqual([LOCK_FILE]);
    expect(statSync(join(directory, LOCK_FILE)).size).toBe(0);
  });

  it("refuses a second holder in the same process, and leaves the first one's lock alone", () => {
    const lock = acquirePidLock(directory);
    for (const _ of [1, 2])
      expect(() => acquirePidLock(directory)).toThrow(`process ${process.pid} on ${hostname()}.`);
    expect(existsSync(holderFile)).toBe(true);
    lock.release();
    acquirePidLock(directory).release();
  });

  it("is refused by the id of the process that holds it, and free as soon as that is killed", async () => {
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
    // Neither does one that takes itself for the same process as the one that holds it.
    await expect(holder(...APART)).rejects.toThrow("DataDirectoryLocked");
  });

  it("keeps others out before it names anybody", async () => {
    await holder();
    writeFileSync(holderFile, "");
    expect(() => acquirePidLock(directory)).toThrow("just starting");
  });

  it("is kept out by no name that was left behind, its own or that of one that lives", () => {
    for (const pid of [process.pid, process.ppid]) {
      // As earlier versions wrote it.
      writeFileSync(holderFile, JSON.stringify({ pid, startTime: null, directory: null }));
      acquirePidLock(directory).release();
      expect(existsSync(holderFile)).toBe(false);
    }
  });

  it("is not held by what holds the directory that this one is a copy of", async () => {
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

  it("is released though its directory is gone", () => {
    const lock = acquirePidLock(directory);
    folder.remove();
    lock.release();
    expect(existsSync(directory)).toBe(false);
  });

  it("is given back where its holder can't be named", () => {
    const other = temporaryFolder();
    try {
      // A folder in the place of the file: not even root writes there.
      cpSync(other.path, holderFile, { recursive: true });
      expect(() => acquirePidLock(directory)).toThrow("EISDIR");
      expect(() => acquirePidLock(directory)).toThrow("EISDIR");
    } finally {
      other.remove();
    }
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { acquirePidLock, DataDirectoryLocked } from "./pidlock";

let directory: string;
let lockFile: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pidlock-"));
  lockFile = join(directory, "host.lock");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A process id that was real a moment ago. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  const { pid } = child;
  await once(child, "exit");
  if (pid === undefined) throw new Error("the process did not start");
  return pid;
}

describe("the lock of a data directory", () => {
  it("names this process while it is held and is gone when released", () => {
    const lock = acquirePidLock(directory);
    expect(JSON.parse(readFileSync(lockFile, "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
    lock.release();
    expect(existsSync(lockFile)).toBe(false);
  });

  it("refuses a second holder in the same process, and leaves the first one's lock alone", () => {
    const lock = acquirePidLock(directory);
    expect(() => acquirePidLock(directory)).toThrow(DataDirectoryLocked);
    expect(existsSync(lockFile)).toBe(true);
    lock.release();
    acquirePidLock(directory).release();
  });

  it.runIf(existsSync("/proc/self/stat"))(
    "is taken over from a process that has ended, though its parent never asked how",
    async () => {
      // A shell asks how its children ended; what takes its place, before the child ends, does not.
      const parent = spawn("sh", ["-c", "cat <&3 >&2 & echo $!; exec sleep 60"], {
        stdio: ["ignore", "pipe", "ignore", "pipe"],
      });
      const stat = (id: number | undefined) => readFileSync(`/proc/${id}/stat`, "utf8");
      try {
        const [printed] = (await once(parent.stdout as Readable, "data")) as [Buffer];
        const pid = Number(String(printed));
        await vi.waitFor(() => expect(stat(parent.pid)).toContain("(sleep)"), { timeout: 30_000 });
        (parent.stdio[3] as Writable).end();
        await vi.waitFor(() => expect(stat(pid).split(") ")[1]?.[0]).toBe("Z"), { timeout: 30_000 });
        writeFileSync(lockFile, JSON.stringify({ pid, startTime: null }));
        acquirePidLock(directory).release();
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );

  it("refuses a directory that another living process holds, by that process's id", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    try {
      writeFileSync(lockFile, JSON.stringify({ pid: child.pid, startTime: null }));
      expect(() => acquirePidLock(directory)).toThrow(`process ${child.pid}`);
    } finally {
      child.stdin.end();
      await once(child, "exit");
    }
  });

  it.runIf(existsSync("/proc/self/stat"))("refuses it where that process has said when it started", () => {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    writeFileSync(lockFile, JSON.stringify({ pid: process.ppid, startTime: `${boot}:${ticks}` }));
    expect(() => acquirePidLock(directory)).toThrow(`process ${process.ppid}`);
  });

  it("takes over the lock of a process that is gone", async () => {
    writeFileSync(lockFile, JSON.stringify({ pid: await deadPid(), startTime: null }));
    const lock = acquirePidLock(directory);
    expect(JSON.parse(readFileSync(lockFile, "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it("is left to a newcomer that took it over just before", async () => {
    writeFileSync(lockFile, JSON.stringify({ pid: await deadPid(), startTime: null }));
    const kill = process.kill.bind(process);
    const looking = vi.spyOn(process, "kill").mockImplementationOnce((...asked) => {
      writeFileSync(lockFile, JSON.stringify({ pid: process.ppid, startTime: null }));
      return kill(...asked);
    });
    onTestFinished(() => looking.mockRestore());
    expect(() => acquirePidLock(directory)).toThrow(`process ${process.ppid}`);
    expect(readdirSync(directory)).toEqual(["host.lock"]);
  });

  it.runIf(existsSync("/proc/self/stat"))("takes over when the id now belongs to a younger process", () => {
    // The parent lives, but did not start at this time.
    writeFileSync(lockFile, JSON.stringify({ pid: process.ppid, startTime: "another-boot:1" }));
    const lock = acquirePidLock(directory);
    expect(readFileSync(lockFile, "utf8")).not.toContain("another-boot");
    lock.release();
  });

  it("is not held by what holds the directory that this one is a copy of", () => {
    const lock = acquirePidLock(directory);
    const holder = JSON.parse(readFileSync(lockFile, "utf8")) as object;
    lock.release();
    // As another process would have written it that lives.
    writeFileSync(lockFile, JSON.stringify({ ...holder, pid: process.ppid, startTime: null }));
    expect(() => acquirePidLock(directory)).toThrow(DataDirectoryLocked);
    const copy = `${directory}-copy`;
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(directory, copy, { recursive: true });
    acquirePidLock(copy).release();
    expect(() => acquirePidLock(directory)).toThrow(DataDirectoryLocked);
  });

  it("takes over its own id left by an earlier process, as after a container's restart", () => {
    for (const startTime of ["another-boot:1", null]) {
      writeFileSync(lockFile, JSON.stringify({ pid: process.pid, startTime }));
      const lock = acquirePidLock(directory);
      expect(readFileSync(lockFile, "utf8")).not.toContain("another-boot");
      lock.release();
    }
  });

  it("gives a lock without a name time to be written, then takes it for the trace of a crash", () => {
    writeFileSync(lockFile, "");
    expect(() => acquirePidLock(directory)).toThrow("just starting");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lockFile, longAgo, longAgo);
    acquirePidLock(directory).release();
    // As far in the future: the clock was set back since.
    writeFileSync(lockFile, "");
    const toCome = new Date(Date.now() + 60_000);
    utimesSync(lockFile, toCome, toCome);
    acquirePidLock(directory).release();
  });

  it("is not kept out for ever by a crash in the middle of a takeover", async () => {
    const holder = JSON.stringify({ pid: await deadPid(), startTime: null });
    writeFileSync(lockFile, holder);
    writeFileSync(join(directory, "host.lock.takeover"), holder);
    acquirePidLock(directory).release();
    expect(existsSync(join(directory, "host.lock.takeover"))).toBe(false);
  });

  it("removes what starts left that were killed while they made their lock, and nothing else", async () => {
    const dead = await deadPid();
    writeFileSync(join(directory, `host.lock.${dead}`), JSON.stringify({ pid: dead, startTime: null }));
    // Another newcomer's, which it is about to put in place.
    const living = JSON.stringify({ pid: process.ppid, startTime: null });
    writeFileSync(join(directory, `host.lock.${process.ppid}`), living);
    writeFileSync(join(directory, "host.lock.backup"), "");
    const lock = acquirePidLock(directory);
    expect(readdirSync(directory).toSorted()).toEqual(
      ["host.lock", `host.lock.${process.ppid}`, "host.lock.backup"].toSorted(),
    );
    lock.release();
  });
});

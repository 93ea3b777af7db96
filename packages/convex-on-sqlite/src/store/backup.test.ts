/** A restore that is killed at any step is noticed, and made whole when it is run again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { backUp, BadBackup, restoreBackup } from "./backup";
import { DATABASE_FILE, takeDataDir } from "./dataDir";
import { markRunning, markStopped, prepareFormat, readMeta, writeMeta } from "./format";
import { checkLeftovers } from "./leftovers";
import { HOLDER_FILE } from "./pidlock";
import { RESTORING_FILE } from "./restoring";
import { Sqlite } from "./sqlite";

let folder: ReturnType<typeof temporaryFolder>;
/** A directory as a crash left it: its newest data are in the log alone. */
let crashed: string;
let backup: string;

const within = (...names: string[]): string => join(folder.path, ...names);
const databaseIn = (dataDir: string): string => join(dataDir, DATABASE_FILE);

beforeAll(() => {
  folder = temporaryFolder();
  crashed = within("crashed");
  backup = within("backup");
  const running = within("running");
  const lock = takeDataDir(running);
  const db = Sqlite.open(databaseIn(running));
  db.exec("CREATE TABLE documents (a); CREATE TABLE tablets (a)");
  prepareFormat(db);
  writeMeta(db, { agent: "earlier" });
  markRunning(db);
  backUp(databaseIn(running), backup);
  db.exec("PRAGMA wal_autocheckpoint = 0");
  writeMeta(db, { agent: "newest" });
  cpSync(running, crashed, { recursive: true });
  markStopped(db);
  db.close();
  lock.release();
});
afterAll(() => folder.remove());

/** A copy of the directory that the crash left. */
function crashedCopy(name: string): string {
  const dataDir = within(name);
  cpSync(crashed, dataDir, { recursive: true });
  return dataDir;
}

/** Which state of the agent a database holds, with its log. */
function agentIn(database: string): string | undefined {
  const copy = within("read");
  mkdirSync(copy, { recursive: true });
  for (const end of ["", "-wal"]) {
    rmSync(join(copy, `db${end}`), { force: true });
    if (existsSync(database + end)) copyFileSync(database + end, join(copy, `db${end}`));
  }
  const db = Sqlite.open(join(copy, "db"), { readOnly: true });
  try {
    return readMeta(db, "agent");
  } finally {
    db.close();
  }
}

const restore = (dataDir: string, source = backup, tryStart = () => Promise.resolve()) =>
  restoreBackup({ source, dataDir, now: new Date(), tryStart });

async function killedRestore(dataDir: string, step: string): Promise<void> {
  const args = ["scripts/run.mjs", "test/support/killed-restore-main.ts", backup, dataDir, step];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect({ code, signal }).toEqual({ code: null, signal: "SIGKILL" });
}

const MOVED = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, DATABASE_FILE].map((file) => `moved ${file}`);

describe("a restore", () => {
  it.concurrent.each(["copied", "marked", ...MOVED, "renamed"])("killed after it %s", async (step) => {
    const dataDir = crashedCopy(`killed ${step}`);
    await killedRestore(dataDir, step);
    expect(() => checkLeftovers(dataDir)).toThrow("anima restore ");
    const { replaced } = await restore(dataDir);
    expect(() => checkLeftovers(dataDir)).not.toThrow();
    expect(agentIn(databaseIn(dataDir))).toBe("earlier");
    expect(replaced).not.toBeNull();
    expect(agentIn(databaseIn(replaced ?? ""))).toBe("newest");
    const left = readdirSync(dataDir).filter(
      (name) => !/^(replaced-|host\.lock|convex\.sqlite3$)/.test(name),
    );
    expect(left).toEqual([]);
  });

  it("that a start would refuse changes nothing", async () => {
    const dataDir = crashedCopy("refused");
    await expect(restore(dataDir, backup, () => Promise.reject(new Error("no start")))).rejects.toThrow(
      "no start",
    );
    expect(() => checkLeftovers(dataDir)).not.toThrow();
    const unlocked = readdirSync(crashed).filter((name) => name !== HOLDER_FILE);
    expect(readdirSync(dataDir).sort()).toEqual(unlocked.sort());
    expect(agentIn(databaseIn(dataDir))).toBe("newest");
  });

  it("of a database whose newest data are in its log is refused", async () => {
    const dataDir = crashedCopy("logged");
    await expect(restore(within("other"), databaseIn(dataDir))).rejects.toThrow(BadBackup);
  });
});

describe("a directory is refused", () => {
  it("if an orphaned draft lies in it, until that is deleted or the restore is run again", async () => {
    const dataDir = crashedCopy("draft");
    const draft = join(dataDir, `${DATABASE_FILE}.restored`);
    copyFileSync(backup, draft);
    expect(() => checkLeftovers(dataDir)).toThrow(draft);
    rmSync(draft);
    expect(() => checkLeftovers(dataDir)).not.toThrow();
  });

  it("if its marker was torn by a power failure", async () => {
    const dataDir = crashedCopy("torn");
    copyFileSync("/dev/null", join(dataDir, RESTORING_FILE));
    expect(() => checkLeftovers(dataDir)).toThrow("anima restore ");
    await restore(dataDir);
    expect(agentIn(databaseIn(dataDir))).toBe("earlier");
  });

  it("if the log of a service that did not stop is missing, until what is there is accepted", async () => {
    const dataDir = crashedCopy("no log");
    for (const end of ["-wal", "-shm"]) rmSync(databaseIn(dataDir) + end);
    for (let twice = 0; twice < 2; twice++) expect(() => checkLeftovers(dataDir)).toThrow("-wal is missing");
    expect(() => backUp(databaseIn(dataDir), within("no"))).toThrow(BadBackup);
    const { lacksLog } = await restore(dataDir, databaseIn(dataDir));
    expect(lacksLog).toBe(true);
    expect(() => checkLeftovers(dataDir)).not.toThrow();
    expect(agentIn(databaseIn(dataDir))).toBe("earlier");
  });

  it("if the database beside its lock is missing, with or without its log", () => {
    const dataDir = crashedCopy("no database");
    rmSync(databaseIn(dataDir));
    expect(() => checkLeftovers(dataDir)).toThrow(`${DATABASE_FILE} is missing`);
    for (const end of ["-wal", "-shm"]) rmSync(databaseIn(dataDir) + end);
    expect(() => checkLeftovers(dataDir)).toThrow(`${DATABASE_FILE} is missing`);
  });
});

describe("a directory is accepted", () => {
  it("if its first start was killed before there was a database", () => {
    const dataDir = within("first");
    takeDataDir(dataDir).release();
    takeDataDir(dataDir).release();
    expect(() => checkLeftovers(dataDir)).not.toThrow();
  });

  it("if a backup was copied in by hand", () => {
    const dataDir = crashedCopy("by hand");
    for (const end of ["-wal", "-shm"]) rmSync(databaseIn(dataDir) + end);
    copyFileSync(backup, databaseIn(dataDir));
    expect(() => checkLeftovers(dataDir)).not.toThrow();
  });

  it("if a backup after the crash has merged the log", () => {
    const dataDir = crashedCopy("merged");
    const file = within("after the crash");
    backUp(databaseIn(dataDir), file);
    expect(agentIn(file)).toBe("newest");
    // As SQLite does when the process of the backup ends.
    for (const end of ["-wal", "-shm"]) rmSync(databaseIn(dataDir) + end, { force: true });
    expect(() => checkLeftovers(dataDir)).not.toThrow();
    expect(agentIn(databaseIn(dataDir))).toBe("newest");
  });
});

import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../../test/support/until";
import { temporaryFolder } from "../../test/testApp";
import { checkStaleWal } from "./staleWal";
import { Sqlite } from "./sqlite";

let folder: ReturnType<typeof temporaryFolder>;
let backup: string;
/** The files as a crash left them. */
let crashed: string;
let warnings: string[];

beforeEach(() => {
  folder = temporaryFolder();
  backup = join(folder.path, "backup.sqlite3");
  mkdirSync(join(folder.path, "crashed"));
  crashed = join(folder.path, "crashed", "data.sqlite3");
  warnings = [];
  const running = join(folder.path, "data.sqlite3");
  const before = Sqlite.open(running);
  fill(before, "early");
  before.close();
  copyFileSync(running, backup);
  const later = Sqlite.open(running);
  fill(later, "late");
  later.row("PRAGMA wal_checkpoint(TRUNCATE)");
  later.exec("DELETE FROM early WHERE rowid % 2");
  for (const end of ["", "-wal"]) copyFileSync(`${running}${end}`, `${crashed}${end}`);
  later.close();
});

afterEach(() => folder.remove());

function fill(db: Sqlite, table: string): void {
  db.exec(`CREATE TABLE ${table} (a TEXT PRIMARY KEY, b TEXT)`);
  db.transaction(() => {
    for (let n = 0; n < 400; n++)
      db.run(`INSERT INTO ${table} VALUES (?, ?)`, [`${n * 7919}`, "x".repeat(99)]);
  });
}

const check = (): void => checkStaleWal(crashed, (message) => warnings.push(message), 0);

/** Replaces the crashed database, after the last write to its log. */
async function put(file: string): Promise<void> {
  const bytes = readFileSync(file);
  copyFileSync(file, `${crashed}.copy`);
  await until("the clock of the files to advance", () => {
    copyFileSync(`${crashed}.copy`, crashed);
    return statSync(crashed).ctimeMs > statSync(`${crashed}-wal`).ctimeMs;
  });
  expect(readFileSync(crashed).equals(bytes)).toBe(true);
}

describe("a log left by a crash", () => {
  it("is applied without a warning if nothing changed since", () => {
    checkStaleWal(crashed, (message) => warnings.push(message));
    checkStaleWal(join(folder.path, "none"), (message) => warnings.push(message));
    expect(warnings).toEqual([]);
  });

  it("is rejected without changes if it would damage a restored database", async () => {
    await put(backup);
    const log = readFileSync(`${crashed}-wal`);
    expect(check).toThrow(/were left unchanged\..* delete .*-wal and .*-shm/);
    expect(readFileSync(crashed).equals(readFileSync(backup))).toBe(true);
    expect(readFileSync(`${crashed}-wal`).equals(log)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it("causes a warning if it undoes a restored database", async () => {
    await put(crashed);
    check();
    expect(warnings).toEqual([expect.stringMatching(/changed after .* delete .*-wal/)]);
    expect(existsSync(crashed)).toBe(true);
  });
});

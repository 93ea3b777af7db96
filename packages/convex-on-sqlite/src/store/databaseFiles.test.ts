import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { watchDatabaseFiles } from "./databaseFiles";
import { acquirePidLock, LOCK_FILE, type PidLock } from "./pidlock";
import { Sqlite } from "./sqlite";

const DATABASE = "data.sqlite3";

let folder: ReturnType<typeof temporaryFolder>;
let lock: PidLock;
let db: Sqlite;
let database: string;

beforeEach(() => {
  folder = temporaryFolder();
  lock = acquirePidLock(folder.path);
  database = join(folder.path, DATABASE);
  db = Sqlite.open(database);
  db.exec("CREATE TABLE t (a)");
});

afterEach(() => {
  db.close();
  lock.release();
  folder.remove();
});

/** The path reported after `change`. */
function lostBy(change: () => void): Promise<string> {
  return new Promise((resolve) => {
    watchDatabaseFiles(database, resolve, 1);
    change();
  });
}

describe("the files of an open database", () => {
  it.each([DATABASE, `${DATABASE}-wal`, LOCK_FILE])("are reported when %s is deleted", async (name) => {
    expect(await lostBy(() => rmSync(join(folder.path, name)))).toBe(join(folder.path, name));
  });

  it("are reported when identical copies replace them", async () => {
    const put = (): void => {
      copyFileSync(database, `${database}.copy`);
      renameSync(`${database}.copy`, database);
    };
    expect(await lostBy(put)).toBe(database);
  });

  it("are reported when their folder is moved", async () => {
    const aside = `${folder.path}.aside`;
    expect(await lostBy(() => renameSync(folder.path, aside))).toBe(database);
    renameSync(aside, folder.path);
  });

  it("are not reported after writes, or after the watch has ended", async () => {
    const reported: string[] = [];
    const looks = watchDatabaseFiles(database, (path) => reported.push(path), 1);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.exec("INSERT INTO t VALUES (1); VACUUM");
    // A second, later watch shows when the first has checked.
    await lostBy(() => {
      looks();
      rmSync(database);
    });
    expect(reported).toEqual([]);
  });
});

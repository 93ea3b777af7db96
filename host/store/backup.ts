/** Copies the database of a data directory into one file while it is in use, and puts such a file back. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { takeDataDir } from "./dataDir";
import { checkFormat } from "./format";
import { Sqlite, StoreError } from "./sqlite";

/** The file is no whole backup that this version can read. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/**
 * Copies the database at one moment of its history into a new file that only its owner can read. A running service goes on
 * writing; its log grows until the copy is done. The copy holds no deleted data: SQLite writes live rows only.
 */
export function backUp(database: string, target: string): void {
  if (!existsSync(database)) throw new BadBackup(`There is no database ${database} to back up.`);
  if (existsSync(target)) throw new BadBackup(`${target} exists already: choose another name.`);
  const draft = `${target}.part`;
  // A part that an interrupted run left.
  rmSync(draft, { force: true });
  closeSync(openSync(draft, "wx", 0o600));
  // libsql has no online backup; VACUUM INTO reads one snapshot, too.
  const db = Sqlite.open(database, { readOnly: true });
  try {
    db.exec("PRAGMA query_only = 0");
    db.run("VACUUM INTO ?", [draft]);
    syncFile(draft);
    check(draft);
    renameSync(draft, target);
    syncFile(dirname(target));
  } finally {
    db.close();
    rmSync(draft, { force: true });
  }
}

/**
 * Makes a backup the database of a data directory that no service uses. Returns the folder to which an earlier database was
 * moved, or null. Throws `BadBackup`, and changes nothing, where the file is not sound.
 */
export function restoreBackup(source: string, dataDir: string, name: string, now: Date): string | null {
  if (!existsSync(source)) throw new BadBackup(`There is no file ${source}.`);
  const lock = takeDataDir(dataDir);
  const database = join(dataDir, name);
  const draft = `${database}.restored`;
  try {
    copyFileSync(source, draft);
    check(draft);
    syncFile(draft);
    const replaced = existsSync(database)
      ? join(dataDir, `replaced-${now.toISOString().replaceAll(":", "-")}`)
      : null;
    if (replaced !== null) mkdirSync(replaced, { mode: 0o700 });
    // The log goes first: beside another database SQLite would apply it.
    for (const file of [`${name}-wal`, `${name}-shm`, name]) {
      const path = join(dataDir, file);
      if (replaced !== null && existsSync(path)) renameSync(path, join(replaced, file));
      else rmSync(path, { force: true });
    }
    renameSync(draft, database);
    syncFile(dataDir);
    return replaced;
  } finally {
    for (const file of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`])
      rmSync(file, { force: true });
    lock.release();
  }
}

/** @throws {BadBackup} where a file is no database of this host, or is damaged; a StoreError where it is of another version */
function check(path: string): void {
  if (!isSqlite(path)) throw new BadBackup("The file is no SQLite database.");
  try {
    const db = Sqlite.open(path, { readOnly: true });
    try {
      checkContents(db);
    } finally {
      db.close();
    }
  } catch (thrown) {
    if (thrown instanceof StoreError && /^SQLITE_(CORRUPT|NOTADB)/.test(thrown.code))
      throw new BadBackup(`The file is damaged (${thrown.code}).`, { cause: thrown });
    throw thrown;
  }
}

function checkContents(db: Sqlite): void {
  const found = db.row("PRAGMA integrity_check(1)")?.[0];
  if (found !== "ok") throw new BadBackup(`The file is damaged: ${String(found)}`);
  const tables = db.rows("SELECT name FROM sqlite_master WHERE name IN ('meta', 'documents', 'tablets')");
  if (tables.length < 3) throw new BadBackup("The file is a SQLite database, but none of this service.");
  checkFormat(db);
}

const MAGIC = "SQLite format 3\0";

function isSqlite(path: string): boolean {
  const start = new Uint8Array(MAGIC.length);
  const file = openSync(path, "r");
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return new TextDecoder("latin1").decode(start) === MAGIC;
}

function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

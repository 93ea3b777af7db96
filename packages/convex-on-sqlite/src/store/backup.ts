/** Copies the database of a data directory into one file while it is in use, and puts such a file back. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DATABASE_FILE, takeDataDir } from "./dataDir";
import { isMarkedRunning, markStopped } from "./format";
import { acquirePidLock, DataDirectoryLocked, LOCK_FILE } from "./pidlock";
import { readRestoring, removeRestoring, restoredDraftOf, writeRestoring } from "./restoring";
import { draftOf, Sqlite, StoreError } from "./sqlite";
import { syncToDisk } from "./syncToDisk";

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
  const hasLog = existsSync(`${database}-wal`);
  if (!hasLog && wasRunning(database))
    throw new BadBackup(
      `The log of ${database} is missing, and with it the newest data: start the service, which says what to do.`,
    );
  const draft = `${target}.part`;
  // A part that an interrupted run left.
  rmSync(draft, { force: true });
  closeSync(openSync(draft, "wx", 0o600));
  // libsql has no online backup; VACUUM INTO reads one snapshot, too.
  const db = Sqlite.open(database, { readOnly: true });
  try {
    db.exec("PRAGMA query_only = 0");
    db.run("VACUUM INTO ?", [draft]);
    completeCopy(draft);
    syncToDisk(draft);
    check(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
  } finally {
    db.close();
    removeDatabase(draft);
    noteMergedLog(database);
  }
}

/**
 * Where no service runs, SQLite merges the log that a crash left as soon as the database was read. Then the database lacks nothing,
 * and a start must not look for its log.
 */
function noteMergedLog(database: string): void {
  const folder = dirname(database);
  if (!existsSync(join(folder, LOCK_FILE)) || !wasRunning(database)) return;
  try {
    const lock = acquirePidLock(folder);
    const db = Sqlite.open(database);
    markStopped(db);
    db.close();
    lock.release();
  } catch (thrown) {
    if (!(thrown instanceof DataDirectoryLocked)) throw thrown;
  }
}

/** A copy has no log, and a start must not look for one. */
function completeCopy(copy: string): void {
  const db = Sqlite.open(copy, { withoutLog: true });
  markStopped(db);
  db.close();
}

export interface Restoration {
  /** The backup. */
  readonly source: string;
  /** A folder that no service uses. */
  readonly dataDir: string;
  readonly now: Date;
  /** Opens the copy of the backup as a start does, and closes it again; rejects where a start would. */
  readonly tryStart: (database: string) => Promise<void>;
  /** For tests: called after each step that a power failure may follow. */
  readonly onStep?: (step: string) => void;
}

/**
 * Makes a backup the database of a data directory. Returns the folder to which an earlier database was moved, or null, and whether
 * the backup may lack its newest data. Throws, and changes nothing, where a start would refuse it. Where it is interrupted
 * later, a start refuses the directory until it is run again (store/leftovers).
 */
export async function restoreBackup(
  restoration: Restoration,
): Promise<{ readonly replaced: string | null; readonly lacksLog: boolean }> {
  const { source, dataDir, now, tryStart, onStep = () => undefined } = restoration;
  if (!existsSync(source)) throw new BadBackup(`There is no file ${source}.`);
  if ((statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new BadBackup(
      `${source} is the database of a service that runs, or did not stop cleanly: its newest data are in ${source}-wal. ` +
        `Make a backup of it (DATA_DIR=${dirname(source)} anima backup FILE), and restore that.`,
    );
  const lock = takeDataDir(dataDir);
  const database = join(dataDir, DATABASE_FILE);
  const draft = restoredDraftOf(database);
  try {
    removeDatabase(draft);
    let lacksLog: boolean;
    try {
      copyFileSync(source, draft);
      check(draft);
      lacksLog = wasRunning(draft);
      if (lacksLog) completeCopy(draft);
      onStep("copied");
      await tryStart(draft);
    } catch (thrown) {
      removeDatabase(draft);
      throw thrown;
    }
    syncToDisk(draft);
    const files = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, DATABASE_FILE];
    const isReplacing = files.some((file) => existsSync(join(dataDir, file)));
    const folder = join(dataDir, `replaced-${now.toISOString().replaceAll(":", "-")}`);
    // Run again, it goes on: what is in the folder of the interrupted run is the database before.
    const { replaced } = readRestoring(dataDir) ?? { replaced: isReplacing ? folder : null };
    writeRestoring(dataDir, { source, replaced });
    onStep("marked");
    if (replaced !== null) mkdirSync(replaced, { mode: 0o700, recursive: true });
    // The log goes first: beside another database SQLite would apply it.
    for (const file of files) {
      const path = join(dataDir, file);
      if (!existsSync(path)) continue;
      if (replaced === null || existsSync(join(replaced, file))) rmSync(path);
      else renameSync(path, join(replaced, file));
      onStep(`moved ${file}`);
    }
    if (replaced !== null) syncToDisk(replaced);
    rmSync(draftOf(database), { force: true });
    renameSync(draft, database);
    syncToDisk(dataDir);
    onStep("renamed");
    removeDatabase(draft);
    removeRestoring(dataDir);
    return { replaced, lacksLog };
  } finally {
    lock.release();
  }
}

/** Whether the file was copied from a service that ran, without its log. */
function wasRunning(path: string): boolean {
  const db = Sqlite.open(path, { immutable: true });
  try {
    return isMarkedRunning(db);
  } finally {
    db.close();
  }
}

function removeDatabase(path: string): void {
  for (const file of [path, `${path}-journal`, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
}

/** @throws {BadBackup} where a file is no database of this host, or is damaged */
function check(path: string): void {
  if (!isSqlite(path)) throw new BadBackup("The file is no SQLite database.");
  try {
    const db = Sqlite.open(path, { immutable: true });
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

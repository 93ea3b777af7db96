/** The tables of the database file, its format, and which build wrote it. */
import { StoreError, type Sqlite } from "./sqlite";

/** Of the tables. Increment with every change that an older host could not read. */
const FORMAT_VERSION = 2;
/** It had neither a data format nor the build's version. */
const OLDEST_FORMAT = 1;

/** What runs on the database. */
export interface Build {
  /** As people name it, such as 0.2.0. */
  readonly version: string;
  /** The number of the format of the app's rows; a greater one is newer. */
  readonly dataFormat: number;
}

/** The data format of files that name none. */
export const FIRST_DATA_FORMAT = 1;

/** An app without migrations. */
export const UNNAMED: Build = { version: "0.0.0", dataFormat: FIRST_DATA_FORMAT };

const TABLES = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tablets (
    id INTEGER PRIMARY KEY,
    component TEXT NOT NULL,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    UNIQUE (component, name)
  );
  CREATE TABLE IF NOT EXISTS indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tablet INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    definition TEXT NOT NULL,
    UNIQUE (tablet, name, kind)
  );
  CREATE TABLE IF NOT EXISTS documents (
    seq INTEGER PRIMARY KEY,
    tablet INTEGER NOT NULL,
    size INTEGER NOT NULL,
    json TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS index_entries (
    index_id INTEGER NOT NULL,
    key BLOB NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (index_id, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session_requests (
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    value TEXT NOT NULL,
    log_lines TEXT NOT NULL,
    ts TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (session, request)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_requests_by_age ON session_requests (at_ms);
`;

/** Creates the tables in an empty file; rejects a file of a newer build. Call it in a transaction. */
export function prepareFormat(db: Sqlite, build: Build = UNNAMED): void {
  db.exec(TABLES);
  if (readMeta(db, "format") !== undefined) checkFormat(db, build);
  writeMeta(db, { format: String(FORMAT_VERSION) });
}

/** Rejects a file that was written by a newer build, or by none. */
export function checkFormat(db: Sqlite, build: Build): void {
  const format = Number(readMeta(db, "format"));
  const dataFormat = dataFormatOf(db);
  if (format >= OLDEST_FORMAT && format <= FORMAT_VERSION && dataFormat <= build.dataFormat) return;
  throw new StoreError(
    `The database has format ${format} and data format ${dataFormat}, but this version, ${build.version}, reads formats up to ` +
      `${FORMAT_VERSION} and ${build.dataFormat}. Start version ${writerOf(db)}, or a newer one.`,
    "FORMAT",
  );
}

/** The format of the app's rows. */
export function dataFormatOf(db: Sqlite): number {
  return Number(readMeta(db, "data_format") ?? FIRST_DATA_FORMAT);
}

/** Whether the rows have an older format than the build's. */
export function isOutdated(db: Sqlite, build: Build): boolean {
  return hasMeta(db) && dataFormatOf(db) < build.dataFormat;
}

/** Whether the file is this host's, and not a new one. */
function hasMeta(db: Sqlite): boolean {
  return db.row("SELECT 1 FROM sqlite_master WHERE name = 'meta'") !== undefined;
}

/** Names the build as what wrote the rows, in its format. */
export function writeBuild(db: Sqlite, { version, dataFormat }: Build): void {
  writeMeta(db, { version, data_format: String(dataFormat) });
}

/** The version that wrote the rows. */
export function writerOf(db: Sqlite): string {
  return readMeta(db, "version") ?? "0.1.0 or earlier";
}

const RUNNING = "running";

/**
 * Notes in the database file itself that a service runs, so that newer data may be in its write-ahead log alone. The mark is
 * taken away in the last commit before the log is merged.
 */
export function markRunning(db: Sqlite): void {
  writeMeta(db, { [RUNNING]: "1" });
  db.row("PRAGMA wal_checkpoint(PASSIVE)");
}

/** Notes that all data will be in the database file once its log is merged. */
export function markStopped(db: Sqlite): void {
  if (isMarkedRunning(db)) db.run("DELETE FROM meta WHERE key = ?", [RUNNING]);
}

/** Whether the file was last written by a service that has not stopped since. */
export function isMarkedRunning(db: Sqlite): boolean {
  return hasMeta(db) && readMeta(db, RUNNING) !== undefined;
}

/** Reads a value stored once per file. */
export function readMeta(db: Sqlite, key: string): string | undefined {
  const value = db.row("SELECT value FROM meta WHERE key = ?", [key])?.[0];
  return typeof value === "string" ? value : undefined;
}

/** Sets values stored once per file, by key. */
export function writeMeta(db: Sqlite, values: Readonly<Record<string, string>>): void {
  const entries = Object.entries(values);
  const sql = `INSERT INTO meta (key, value) VALUES ${entries.map(() => "(?, ?)").join(", ")}
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  db.run(sql, entries.flat());
}

/** The ts of the last commit, in nanoseconds since the epoch; 0 before the first. */
export function lastCommitTs(db: Sqlite): bigint {
  return BigInt(readMeta(db, "last_ts") ?? 0);
}

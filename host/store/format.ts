/** The tables of the database file, and its format version. */
import { StoreError, type Sqlite } from "./sqlite";

/** Increment with every change that an older host could not read. */
const FORMAT_VERSION = 1;

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

/** Creates the tables in an empty file; rejects a file written by a newer host. Call it in a transaction. */
export function prepareFormat(db: Sqlite): void {
  db.exec(TABLES);
  if (readMeta(db, "format") === undefined) writeMeta(db, { format: String(FORMAT_VERSION) });
  checkFormat(db);
}

/** Rejects a file that was written by another version of the host, or by none. */
export function checkFormat(db: Sqlite): void {
  const found = readMeta(db, "format");
  if (Number(found) === FORMAT_VERSION) return;
  throw new StoreError(
    `The database has format ${found}, but this version reads format ${FORMAT_VERSION}. ` +
      "Start the version that wrote it, or a newer one.",
    "FORMAT",
  );
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

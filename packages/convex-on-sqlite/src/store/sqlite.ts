/** The only module that uses libsql: a small SQLite interface without libsql's pitfalls. */
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { withAdvice } from "./advice";

/** The value of a column or parameter. Numbers are integers below 2^53, or doubles; SQL has no booleans. */
export type SqlValue = string | number | Uint8Array | null;

/** A row as the list of its columns, in the order of the SELECT. */
export type SqlRow = readonly SqlValue[];

interface SqliteOptions {
  readonly readOnly?: boolean;
  /** FULL keeps commits through a power failure, NORMAL only through a crash of the process. */
  readonly synchronous?: "FULL" | "NORMAL";
  /** For an existing file, such as a lock: creates no log beside it. */
  readonly withoutLog?: boolean;
  /** Reads the file as it is, without its log, and leaves no file beside it. Nothing else may use it meanwhile. */
  readonly immutable?: boolean;
  /** For reading all pages once: few stay in memory, and none is mapped. */
  readonly readsOnce?: boolean;
  /** Told of every failure. */
  readonly onFailure?: (error: StoreError) => void;
}

/** SQLite failed: the disk is full, the file is damaged, a constraint was violated. Never the fault of a function. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** SQLite's error name, such as `SQLITE_FULL`. */
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Milliseconds that a statement waits for another process, such as a backup, that locks the file. */
const BUSY_TIMEOUT_MS = 5_000;

/** 64 MiB of pages: enough for the working set of an agent's memory, and small compared to the process. */
const CACHE_KIB = 65_536;
/** SQLite's default. */
const SMALL_CACHE_KIB = 2_000;

/** Memory-mapped up to SQLite's maximum, so reads need no copy: a search over many pages is a third faster. */
const MAPPED_BYTES = 2 ** 31 - 65_536;

/** 16 MiB of the log are merged at once: a page that many commits change is written to the database once. */
const CHECKPOINT_PAGES = 4_000;

/** The path of an in-memory database. */
export const IN_MEMORY = ":memory:";

/** A connection. Statements are prepared once and cached. */
export class Sqlite {
  private readonly connection: Libsql.Database;
  private readonly statements = new Map<string, Libsql.Statement<[SqlValue[]]>>();

  readonly isReadOnly: boolean;
  private readonly onFailure: SqliteOptions["onFailure"];

  private constructor(connection: Libsql.Database, { readOnly, onFailure }: SqliteOptions) {
    this.connection = connection;
    this.isReadOnly = readOnly === true;
    this.onFailure = onFailure;
  }

  /** Opens the file, and creates it unless `readOnly`. Throws a `StoreError` if it can't be opened. */
  static open(path: string, options: SqliteOptions = {}): Sqlite {
    const connection = withStoreErrors(() => {
      if (options.immutable === true) return new Libsql(`${pathToFileURL(path).href}?immutable=1`);
      // libsql closes a connection only when its statements are collected as garbage. One that may write would then merge and
      // delete the log of a service that was killed meanwhile.
      if (options.readOnly === true) return new Libsql(`${pathToFileURL(path).href}?mode=ro`);
      if (options.withoutLog !== true && path !== IN_MEMORY) createPrivateFile(path);
      return new Libsql(path);
    });
    const isReadOnly = options.readOnly === true || options.immutable === true;
    const sqlite = new Sqlite(connection, { ...options, readOnly: isReadOnly });
    try {
      sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      const readsOnce = options.readsOnce === true;
      sqlite.exec(`PRAGMA cache_size = -${readsOnce ? SMALL_CACHE_KIB : CACHE_KIB}`);
      sqlite.exec(`PRAGMA mmap_size = ${readsOnce ? 0 : MAPPED_BYTES}`);
      if (isReadOnly) {
        sqlite.exec("PRAGMA query_only = 1");
      } else if (options.withoutLog !== true) {
        sqlite.exec("PRAGMA journal_mode = WAL");
        sqlite.exec(`PRAGMA synchronous = ${options.synchronous ?? "FULL"}`);
        sqlite.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        // What a savepoint may restore stays in memory: beyond 64 KiB it would be written to a file.
        sqlite.exec("PRAGMA temp_store = MEMORY");
      }
      return sqlite;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** The first row, or `undefined`. */
  row(sql: string, parameters: SqlValue[] = []): SqlRow | undefined {
    return this.using(sql, parameters, (statement) => statement.get(parameters)) as SqlRow | undefined;
  }

  /** All rows. */
  rows(sql: string, parameters: SqlValue[] = []): SqlRow[] {
    return this.using(sql, parameters, (statement) => statement.all(parameters)) as SqlRow[];
  }

  /** Runs a statement without result rows; returns the rowid of the last inserted row. */
  run(sql: string, parameters: SqlValue[] = []): number {
    return Number(this.using(sql, parameters, (statement) => statement.run(parameters)).lastInsertRowid);
  }

  /** Runs SQL without parameters, such as a pragma or transaction control. */
  exec(sql: string): void {
    withStoreErrors(() => this.connection.exec(sql), this.onFailure);
  }

  /** Runs `body` such that a lock of another connection makes it fail, or do less, at once. */
  withoutWaiting<T>(body: () => T): T {
    this.exec("PRAGMA busy_timeout = 0");
    try {
      return body();
    } finally {
      this.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  get inTransaction(): boolean {
    return this.connection.inTransaction;
  }

  /** Runs `body` in one transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(body: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = body();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Rolls back the open transaction, if any: after some errors SQLite has done so already. */
  rollback(): void {
    if (this.inTransaction) this.exec("ROLLBACK");
  }

  /**
   * Checkpoints the write-ahead log, so that a stopped service is a single file to copy, and closes the connection. If the
   * checkpoint fails, it throws after closing the connection: the log stays beside the file with the missing data.
   */
  close(): void {
    try {
      // libsql keeps statements open after the close, so SQLite does not checkpoint by itself.
      if (!this.isReadOnly) this.row("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.statements.clear();
      this.connection.close();
    }
  }

  private using<T>(
    sql: string,
    parameters: readonly SqlValue[],
    body: (statement: Libsql.Statement<[SqlValue[]]>) => T,
  ): T {
    for (const parameter of parameters) rejectUnbindable(parameter);
    try {
      return withStoreErrors(() => body(this.statements.get(sql) ?? this.prepare(sql)), this.onFailure);
    } catch (error) {
      // libsql does not reset a failed statement, which would then always fail: the next use prepares a new one.
      this.statements.delete(sql);
      throw error;
    }
  }

  private prepare(sql: string): Libsql.Statement<[SqlValue[]]> {
    const statement = this.connection.prepare<[SqlValue[]]>(sql);
    // Rows as arrays, so that Buffers stay Buffers and no metadata is added.
    if (statement.reader) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }
}

/**
 * Creates a missing file, accessible only to its owner: SQLite would let others read it, and it copies the permissions of
 * this file to the files beside it. Existing files keep their permissions. The file is renamed into place with its first
 * page, so an empty file of that name always means lost data, never an interrupted start.
 */
function createPrivateFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw new StoreError(
      `${path} is a directory, but should be the database file. Move it away, or choose another DATA_DIR.`,
      "EISDIR",
    );
  }
  if (found?.size === 0) {
    throw new StoreError(
      `The database ${path} is empty: its data are lost. Restore it from a backup, or delete it to start anew.`,
      "EMPTY",
    );
  }
  if (found !== undefined) return;
  const draft = draftOf(path);
  // SQLite would apply leftover files of another database to this one.
  for (const left of [`${draft}-journal`, `${path}-wal`, `${path}-shm`]) rmSync(left, { force: true });
  // Emptied, not deleted: until it is renamed, the draft says that there never was a database (store/leftovers).
  closeSync(openSync(draft, "w", 0o600));
  const connection = new Libsql(draft);
  try {
    // Writes the first page and syncs it to disk.
    connection.exec("PRAGMA user_version = 0");
  } finally {
    connection.close();
  }
  renameSync(draft, path);
}

/** The name of a database that is being created. */
export function draftOf(path: string): string {
  return `${path}.new`;
}

/** Rejects values that libsql can't bind: it would crash the process or change them silently. */
function rejectUnbindable(value: unknown): void {
  if (typeof value === "string" || value === null || value instanceof Uint8Array) return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  throw new TypeError(`SQLite can't bind ${typeof value === "number" ? value : typeof value}.`);
}

function withStoreErrors<T>(body: () => T, onFailure?: SqliteOptions["onFailure"]): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const code = codeOf(error, message);
    const failure = withAdvice(`The database failed (${code}): ${message}`, code);
    const storeError = new StoreError(failure, code, { cause: error });
    onFailure?.(storeError);
    throw storeError;
  }
}

/** libsql reports no code, only a number in the message, when a file can't be opened. */
function codeOf(error: unknown, message: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "SQLITE_ERROR";
  return code === "" && /^ConnectionFailed\(.*\b14\b/.test(message) ? "SQLITE_CANTOPEN" : code;
}

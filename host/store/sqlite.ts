/** The one door to SQLite: what the host needs of libsql, without its traps. */
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import Libsql from "libsql";
import { withAdvice } from "./advice";

/** What a column holds or a parameter binds. Numbers are whole below 2^53, or doubles; there are no booleans in SQL. */
export type SqlValue = string | number | Uint8Array | null;

/** A row as the list of its columns, in the order of the SELECT. */
export type SqlRow = readonly SqlValue[];

interface SqliteOptions {
  readonly readOnly?: boolean;
  /** FULL keeps every commit through a loss of power, NORMAL through a crash of the process only. */
  readonly synchronous?: "FULL" | "NORMAL";
  /** For a file that is there, empty, to be locked and never written: no log lies beside it. */
  readonly isLock?: boolean;
}

/** SQLite refused or failed: the disk is full, the file is damaged, a constraint broke. Never the fault of a function. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** SQLite's own name of the error, such as `SQLITE_FULL`. */
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** How long a statement waits for another process, such as a backup, that holds the file: milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** 64 MiB of pages: the working set of an agent's memory, and small beside the process itself. */
const CACHE_KIB = 65_536;

/** Files up to here, the most that SQLite is built for, are read without copying: a search over many pages is a third faster. */
const MAPPED_BYTES = 2 ** 31 - 65_536;

/** The path of a database that no file keeps. */
export const IN_MEMORY = ":memory:";

/** One connection. Statements are prepared once and kept. */
export class Sqlite {
  private readonly connection: Libsql.Database;
  private readonly statements = new Map<string, Libsql.Statement<[SqlValue[]]>>();

  private readonly readOnly: boolean;

  private constructor(connection: Libsql.Database, readOnly: boolean) {
    this.connection = connection;
    this.readOnly = readOnly;
  }

  /** Opens the file, creating it unless `readOnly`. Throws a `StoreError` where it can't be opened. */
  static open(path: string, options: SqliteOptions = {}): Sqlite {
    const connection = translated(() => {
      if (options.readOnly !== true && options.isLock !== true && path !== IN_MEMORY) makePrivate(path);
      return new Libsql(path);
    });
    const sqlite = new Sqlite(connection, options.readOnly === true);
    try {
      sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      sqlite.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
      sqlite.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
      if (options.readOnly === true) {
        sqlite.exec("PRAGMA query_only = 1");
      } else if (options.isLock !== true) {
        sqlite.exec("PRAGMA journal_mode = WAL");
        sqlite.exec(`PRAGMA synchronous = ${options.synchronous ?? "FULL"}`);
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

  /** Runs a statement that returns no rows; answers the rowid of the last row it inserted. */
  run(sql: string, parameters: SqlValue[] = []): number {
    return Number(this.using(sql, parameters, (statement) => statement.run(parameters)).lastInsertRowid);
  }

  /** Runs SQL without parameters, such as a pragma or the control of a transaction. */
  exec(sql: string): void {
    translated(() => this.connection.exec(sql));
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

  /** Ends the transaction without its effects. Some errors have made SQLite do so already: then nothing is left to do. */
  rollback(): void {
    if (this.inTransaction) this.exec("ROLLBACK");
  }

  /**
   * Folds the write-ahead log into the file, so that a stopped service is one file to copy; closes the connection. Where
   * the folding fails it throws, with the connection closed: the log stays beside the file and has what that lacks.
   */
  close(): void {
    try {
      // libsql keeps statements open past the close, so SQLite does not do this by itself.
      if (!this.readOnly) this.row("PRAGMA wal_checkpoint(TRUNCATE)");
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
    for (const parameter of parameters) refuseUnbindable(parameter);
    try {
      return translated(() => body(this.statements.get(sql) ?? this.prepare(sql)));
    } catch (error) {
      // libsql does not reset a statement that failed, which would fail for ever: the next use prepares another.
      this.statements.delete(sql);
      throw error;
    }
  }

  private prepare(sql: string): Libsql.Statement<[SqlValue[]]> {
    const statement = this.connection.prepare<[SqlValue[]]>(sql);
    // Rows as lists: a Buffer stays a Buffer there, and no metadata is added to them.
    if (statement.reader) statement.raw();
    this.statements.set(sql, statement);
    return statement;
  }
}

/**
 * Makes the file, where it is missing, for its owner only: SQLite would let others read it, and gives the files beside it
 * the permissions of this one. What is there already keeps its own. The file gets its name with its first page, so that
 * an empty one of that name is one that has lost what it held: never the trace of a start that was killed.
 */
function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw new StoreError(
      `${path} is a directory, and should be the database's file. Move it away, or name another DATA_DIR.`,
      "EISDIR",
    );
  }
  if (found?.size === 0) {
    throw new StoreError(
      `The database ${path} is empty: what it held is gone. Restore it from a backup, or delete it for a new start.`,
      "EMPTY",
    );
  }
  if (found !== undefined) return;
  const draft = `${path}.new`;
  // SQLite would take what another file has left for this one's.
  for (const left of [draft, `${draft}-journal`, `${path}-wal`, `${path}-shm`]) rmSync(left, { force: true });
  closeSync(openSync(draft, "wx", 0o600));
  const connection = new Libsql(draft);
  try {
    // Writes the first page, and waits for the disk.
    connection.exec("PRAGMA user_version = 0");
  } finally {
    connection.close();
  }
  renameSync(draft, path);
}

/** What libsql can't bind ends the process or changes silently, so it never gets that far. */
function refuseUnbindable(value: unknown): void {
  if (typeof value === "string" || value === null || value instanceof Uint8Array) return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  throw new TypeError(`SQLite can't bind ${typeof value === "number" ? value : typeof value}.`);
}

function translated<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const code = codeOf(error, message);
    throw new StoreError(withAdvice(`The database failed (${code}): ${message}`, code), code, {
      cause: error,
    });
  }
}

/** libsql gives no code, but the number within its words, where a file can't be opened. */
function codeOf(error: unknown, message: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "SQLITE_ERROR";
  return code === "" && /^ConnectionFailed\(.*\b14\b/.test(message) ? "SQLITE_CANTOPEN" : code;
}

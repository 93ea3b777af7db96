import { chmodSync, copyFileSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { IN_MEMORY, Sqlite, StoreError, type SqlValue } from "./sqlite";

let folder: ReturnType<typeof temporaryFolder>;
let db: Sqlite;
beforeEach(() => {
  folder = temporaryFolder();
  db = Sqlite.open(join(folder.path, "test.sqlite3"));
  db.exec("CREATE TABLE t (a UNIQUE, b)");
});
afterEach(() => {
  db.close();
  folder.remove();
});

describe("a SQLite connection", () => {
  it("returns bytes as bytes from row and rows", () => {
    const bytes = Buffer.from([0, 255, 1]);
    db.run("INSERT INTO t VALUES (?, ?)", [bytes, null]);
    expect(db.row("SELECT a, b FROM t")).toEqual([bytes, null]);
    expect(db.rows("SELECT a FROM t WHERE a = ?", [bytes])).toEqual([[bytes]]);
  });

  it("rejects values that would crash the process", () => {
    for (const value of [true, undefined, {}, 10n, NaN]) {
      expect(() => db.run("INSERT INTO t VALUES (?, 1)", [value as unknown as SqlValue])).toThrow(
        "SQLite can't bind",
      );
    }
  });

  it("creates private files, and keeps the permissions of existing ones", () => {
    const modes = (file: string): number[] =>
      ["", "-wal", "-shm"].map((end) => statSync(`${file}${end}`).mode & 0o777);
    db.run("INSERT INTO t VALUES (1, 1)");
    expect(modes(join(folder.path, "test.sqlite3"))).toEqual([0o600, 0o600, 0o600]);
    const shared = join(folder.path, "shared.sqlite3");
    copyFileSync(join(folder.path, "test.sqlite3"), shared);
    chmodSync(shared, 0o640);
    const other = Sqlite.open(shared);
    other.exec("CREATE TABLE other (a)");
    expect(modes(shared)).toEqual([0o640, 0o640, 0o640]);
    other.close();
  });

  it("rejects an empty file and a directory, without changing them", () => {
    const emptied = join(folder.path, "emptied.sqlite3");
    writeFileSync(emptied, "");
    expect(() => Sqlite.open(emptied)).toThrow(/is empty: .* delete it to start anew/);
    expect(statSync(emptied).size).toBe(0);
    expect(() => Sqlite.open(folder.path)).toThrow(/is a directory, .* Move it away/);
  });

  it("never leaves an empty file, whatever an interrupted start has left beside it", () => {
    const file = join(folder.path, "killed.sqlite3");
    writeFileSync(`${file}.new`, "");
    // The log of another file, which must not be applied to this one.
    db.run("INSERT INTO t VALUES (1, 1)");
    copyFileSync(join(folder.path, "test.sqlite3-wal"), `${file}-wal`);
    const opened = Sqlite.open(file);
    expect(statSync(file).size).toBeGreaterThan(0);
    expect(existsSync(`${file}.new`)).toBe(false);
    expect(opened.rows("SELECT name FROM sqlite_master")).toEqual([]);
    opened.close();
  });

  it("creates no file for an in-memory database", () => {
    const inMemory = Sqlite.open(IN_MEMORY);
    inMemory.exec("CREATE TABLE t (a)");
    inMemory.run("INSERT INTO t VALUES (1)");
    expect(inMemory.rows("SELECT a FROM t")).toEqual([[1]]);
    inMemory.close();
    expect(existsSync(IN_MEMORY)).toBe(false);
  });

  it("leaves a single complete file when it is closed after its reader", () => {
    const file = join(folder.path, "closed.sqlite3");
    const writer = Sqlite.open(file);
    writer.exec("CREATE TABLE t (a)");
    const reader = Sqlite.open(file, { readOnly: true });
    writer.run("INSERT INTO t VALUES (?)", ["kept"]);
    expect(reader.rows("SELECT a FROM t")).toEqual([["kept"]]);
    reader.close();
    writer.close();
    const copy = join(folder.path, "copy.sqlite3");
    copyFileSync(file, copy);
    const copied = Sqlite.open(copy);
    expect(copied.rows("SELECT a FROM t")).toEqual([["kept"]]);
    copied.close();
  });

  it("reports SQLite's error code", () => {
    db.run("INSERT INTO t VALUES (1, 1)");
    expect(() => db.run("INSERT INTO t VALUES (1, 2)")).toThrow(
      expect.objectContaining({ name: "StoreError", code: "SQLITE_CONSTRAINT_UNIQUE" }),
    );
  });

  it("can rerun a failed statement", () => {
    db.run("INSERT INTO t VALUES (1, 1)");
    const sql = "SELECT a FROM t LIMIT ?";
    const asked = [(limit: number) => db.row(sql, [limit]), (limit: number) => db.rows(sql, [limit])[0]];
    for (const ask of asked) {
      expect(() => ask(1.5)).toThrow(expect.objectContaining({ code: "SQLITE_MISMATCH" }));
      expect(ask(1)).toEqual([1]);
    }
  });

  it("rolls a transaction back when its body throws", () => {
    const failing = () =>
      db.transaction(() => {
        db.run("INSERT INTO t VALUES (1, 1)");
        throw new StoreError("made to fail", "TEST");
      });
    expect(failing).toThrow("made to fail");
    expect(db.rows("SELECT * FROM t")).toEqual([]);
    expect(db.inTransaction).toBe(false);
  });

  it("maps the file into memory, unless it reads everything once", () => {
    const mapped = (readsOnce: boolean): number => {
      const reader = Sqlite.open(join(folder.path, "test.sqlite3"), { readOnly: true, readsOnce });
      try {
        return Number(reader.row("PRAGMA mmap_size")?.[0]);
      } finally {
        reader.close();
      }
    };
    expect([mapped(false) > 0, mapped(true)]).toEqual([true, 0]);
  });

  it("opens a reader that can't write", () => {
    const reader = Sqlite.open(join(folder.path, "test.sqlite3"), { readOnly: true });
    expect(() => reader.run("INSERT INTO t VALUES (1, 1)")).toThrow(StoreError);
    reader.close();
  });
});

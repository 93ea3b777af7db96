import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { prepareFormat } from "./format";
import { purgeFiles } from "./purge";
import { Sqlite } from "./sqlite";

const ROWS = 3_000;
/** Long enough not to occur by chance, and different from its neighbors, so that indexes compress little of it. */
const token = (i: number) => `${((i * 2_654_435_761) >>> 0).toString(36)}zq${i}x`;

it("a purge leaves nothing of deleted and replaced rows in the database and its log", () => {
  const folder = temporaryFolder();
  const path = join(folder.path, "test.sqlite3");
  const db = Sqlite.open(path);
  try {
    prepareFormat(db);
    db.exec("CREATE VIRTUAL TABLE words USING fts5(body, content = '', contentless_delete = 1)");
    const write = (i: number, text: string) => {
      db.run("INSERT INTO documents (seq, tablet, size, json) VALUES (?, 1, 1, ?)", [i + 1, text]);
      db.run("INSERT INTO index_entries (index_id, key, seq) VALUES (1, ?, ?)", [Buffer.from(text), i + 1]);
      db.run("INSERT INTO words (rowid, body) VALUES (?, ?)", [i + 1, text]);
    };
    const remove = (i: number, text: string) => {
      db.run("DELETE FROM documents WHERE seq = ?", [i + 1]);
      db.run("DELETE FROM index_entries WHERE index_id = 1 AND key = ?", [Buffer.from(text)]);
      db.run("DELETE FROM words WHERE rowid = ?", [i + 1]);
    };
    const text = (i: number) => `${token(i)} ${"harbour ".repeat((i * 7) % 60)}`;
    const inBatches = (work: (i: number) => void) => {
      for (let from = 0; from < ROWS; from += 10)
        db.transaction(() => {
          for (let i = from; i < from + 10; i++) work(i);
        });
    };
    const isDeleted = (i: number) => (i * 7_919) % 10 < 5;
    inBatches((i) => write(i, text(i)));
    inBatches((i) => {
      if (isDeleted(i)) remove(i, text(i));
    });
    const left = () => {
      const bytes = [path, `${path}-wal`].map((file) => readFileSync(file).toString("latin1")).join("");
      return Array.from({ length: ROWS }, (_, i) => i).filter((i) => bytes.includes(token(i)));
    };
    expect(left().some(isDeleted)).toBe(true);

    const reader = Sqlite.open(path, { readOnly: true });
    reader.exec("BEGIN");
    reader.rows("SELECT seq FROM documents LIMIT 1");
    expect(purgeFiles(db, ["words"])).toBe(false);
    reader.rollback();
    reader.close();
    expect(purgeFiles(db, ["words"])).toBe(true);
    expect(left()).toEqual(Array.from({ length: ROWS }, (_, i) => i).filter((i) => !isDeleted(i)));
  } finally {
    db.close();
    folder.remove();
  }
});

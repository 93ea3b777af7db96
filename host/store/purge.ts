/** Purges the database's files of deleted data: none of their pages, used or free, holds any of it afterwards. */
import type { Sqlite } from "./sqlite";

/**
 * Rewrites what may still hold deleted data. SQLite overwrites a deleted row with zeros (`secure_delete`), but leaves copies
 * where it moved rows between pages, and before-images in the write-ahead log. FTS5 keeps deleted words until it merges
 * segments. `textTables`: the names of the FTS5 tables. Call it outside any transaction. Returns false where a reader still
 * needs the log: then call it again.
 */
export function purgeFiles(db: Sqlite, textTables: readonly string[]): boolean {
  for (const table of textTables) db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  return db.withoutWaiting(() => {
    db.exec("VACUUM");
    const [isBusy] = db.row("PRAGMA wal_checkpoint(TRUNCATE)") ?? [];
    return isBusy === 0;
  });
}

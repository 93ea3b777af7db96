/** Purges the database's files of deleted data, so that no page, used or free, holds any of it. */
import type { Sqlite } from "./sqlite";

/**
 * Rewrites everything that may still hold deleted data: free pages, gaps in other pages, before-images in the write-ahead
 * log, and segments of FTS5, which keeps deleted words until it merges them. `secure_delete` is not enough: it leaves copies
 * where SQLite moved rows between pages, and makes a store five per cent slower. `textTables`: the names of the FTS5 tables.
 * Call it outside any transaction. Returns false if a reader still needs the log: then call it again.
 */
export function purgeFiles(db: Sqlite, textTables: readonly string[]): boolean {
  for (const table of textTables) db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  return db.withoutWaiting(() => {
    // It copies the whole database, so not in memory.
    db.exec("PRAGMA temp_store = FILE");
    db.exec("VACUUM");
    db.exec("PRAGMA temp_store = MEMORY");
    const [isBusy] = db.row("PRAGMA wal_checkpoint(TRUNCATE)") ?? [];
    return isBusy === 0;
  });
}

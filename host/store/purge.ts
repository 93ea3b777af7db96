/** Purges the database's files of deleted data: none of their pages, used or free, holds any of it afterwards. */
import type { Sqlite } from "./sqlite";

/**
 * Rewrites what may still hold deleted data: free pages and the gaps in others, before-images in the write-ahead log, and segments of
 * FTS5, which keeps deleted words until it merges them. `secure_delete` would not do: it leaves copies where SQLite moved rows
 * between pages, and costs a store five per cent. `textTables`: the names of the FTS5 tables. Call it outside any transaction. Returns
 * false where a reader still needs the log: then call it again.
 */
export function purgeFiles(db: Sqlite, textTables: readonly string[]): boolean {
  for (const table of textTables) db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
  return db.withoutWaiting(() => {
    db.exec("VACUUM");
    const [isBusy] = db.row("PRAGMA wal_checkpoint(TRUNCATE)") ?? [];
    return isBusy === 0;
  });
}

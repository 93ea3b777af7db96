/** What a stopped service left on the disk, past every interface: the documents of a table. */
import { join } from "node:path";
import { Sqlite } from "../../host/store/sqlite";
import type * as z from "zod";

/** All documents of one of the app's tables, oldest first. The service must not be running. */
export function readTable<T>(dataDir: string, table: string, document: z.ZodType<T>): T[] {
  const db = Sqlite.open(join(dataDir, "convex.sqlite3"), { readOnly: true });
  try {
    return db
      .rows(
        `SELECT json FROM documents JOIN tablets ON tablets.id = documents.tablet
         WHERE component = '' AND name = ? ORDER BY seq`,
        [table],
      )
      .map(([json]) => document.parse(JSON.parse(String(json))));
  } finally {
    db.close();
  }
}

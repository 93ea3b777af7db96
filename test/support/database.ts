/** What a service keeps on the disk, past every interface: the documents of a table, or of all. */
import { join } from "node:path";
import { Sqlite } from "../../host/store/sqlite";
import type * as z from "zod";
import { until } from "./until";

/** All documents of one of the app's tables, oldest first. The service must not be running. */
export function readTable<T>(dataDir: string, table: string, document: z.ZodType<T>): T[] {
  const db = Sqlite.open(join(dataDir, "convex.sqlite3"), { readOnly: true });
  try {
    return documentsIn(db, table, document);
  } finally {
    db.close();
  }
}

function documentsIn<T>(db: Sqlite, table: string, document: z.ZodType<T>): T[] {
  return db
    .rows(
      `SELECT json FROM documents JOIN tablets ON tablets.id = documents.tablet
       WHERE component = '' AND name = ? ORDER BY seq`,
      [table],
    )
    .map(([json]) => document.parse(JSON.parse(String(json))));
}

/** A database to look at while the service runs. */
export interface DatabaseWatch {
  /** Changes with every commit of the service's, and only then. */
  version(): number;
  /** How many documents one of the app's tables has. */
  count(table: string): number;
  /** All documents of one of the app's tables as of now, oldest first. */
  read<T>(table: string, document: z.ZodType<T>): T[];
  /** Every document of the app and its components, by where it stands. */
  documents(): Map<string, string>;
  /** The same, once the service has done what it does behind its answers. */
  settled(): Promise<Map<string, string>>;
  close(): void;
}

/** Watches the database of a running service, without holding it up. */
export function watchDatabase(dataDir: string): DatabaseWatch {
  const db = Sqlite.open(join(dataDir, "convex.sqlite3"), { readOnly: true });
  const watch: DatabaseWatch = {
    version: () => Number(db.row("PRAGMA data_version")?.[0]),
    count: (table) =>
      Number(
        db.row(
          `SELECT count(*) FROM documents JOIN tablets ON tablets.id = documents.tablet
           WHERE component = '' AND name = ?`,
          [table],
        )?.[0],
      ),
    read: (table, document) => documentsIn(db, table, document),
    documents: () =>
      new Map(
        db
          .rows(
            `SELECT component, name, seq, json FROM documents JOIN tablets ON tablets.id = documents.tablet
             ORDER BY seq`,
          )
          .map(([component, name, seq, json]) => [
            `${String(component)}/${String(name)} ${String(seq)}`,
            String(json),
          ]),
      ),
    settled: async () => {
      // A job is written with what schedules it, and so before its answer; crons are from the start on.
      const working = `
        SELECT 1 FROM jobs WHERE state = 'inProgress' OR (state = 'pending' AND due_ms < ?1)
        UNION ALL SELECT 1 FROM crons WHERE next_ms < ?1`;
      await until("a service without work", () => db.row(working, [Date.now() + SOON_MS]) === undefined);
      return watch.documents();
    },
    close: () => db.close(),
  };
  return watch;
}

/** What is due later is no work of what was answered by now. */
const SOON_MS = 1_000;

/** Reads documents directly from a service's database. */
import { join } from "node:path";
import { Sqlite } from "convex-on-sqlite/testing";
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

/** Read access to the database of a running service. */
export interface DatabaseWatch {
  /** Changes with every commit of the service, and only then. */
  version(): number;
  /** The number of documents in one of the app's tables. */
  count(table: string): number;
  /** All current documents of one of the app's tables, oldest first. */
  read<T>(table: string, document: z.ZodType<T>): T[];
  /** Every document of the app and its components, by table. */
  documents(): Map<string, string>;
  /** The same, once the service has finished its background work. */
  settled(): Promise<Map<string, string>>;
  close(): void;
}

/** Opens the database of a running service without blocking the service. */
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
      // A job is written by the transaction that schedules it, before the response. Crons exist from the start.
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

/** Jobs that are due later do not belong to earlier requests. */
const SOON_MS = 1_000;

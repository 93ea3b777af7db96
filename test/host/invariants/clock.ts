/** The database's clock, and the answers kept for client sessions, which may not be ahead of it. */
import { readMeta } from "../../../host/store/format";
import type { Sqlite } from "../../../host/store/sqlite";
import type { CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** The clock as it is stored. Both numbers never fall, over all lives of a host. */
export interface StoredClock {
  /** Of the last commit, in nanoseconds since the epoch. */
  readonly lastTs: bigint;
  /** Of the last document, in milliseconds since the epoch. */
  readonly lastCreationTime: number;
}

/** Reads the clock; zero where nothing has been committed yet. */
export function readClock(db: Sqlite): StoredClock {
  return {
    lastTs: BigInt(readMeta(db, "last_ts") ?? 0),
    lastCreationTime: Number(readMeta(db, "last_creation_time") ?? 0),
  };
}

/** Reports documents and answers that are later than the clock, and answers that can't be given again. */
export function checkClock(db: Sqlite, documents: readonly CheckedDocument[], report: Report): void {
  const clock = readClock(db);
  const last = documents.at(-1);
  if (last !== undefined && Number(last.document._creationTime) > clock.lastCreationTime)
    report("clock", `document ${last.id} is later than the clock`);
  const sql = "SELECT session, request, value, log_lines, ts FROM session_requests";
  for (const [session, request, value, logLines, ts] of db.rows(sql)) {
    const where = `the answer to request ${request} of session ${session}`;
    if (!/^\d+$/.test(String(ts)) || BigInt(String(ts)) > clock.lastTs)
      report("session", `${where} is later than the clock`);
    if (!isJson(value) || !isJson(logLines)) report("session", `${where} can't be read`);
  }
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch (cause) {
    if (cause instanceof SyntaxError) return false;
    throw cause;
  }
}

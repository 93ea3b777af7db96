/** Checks the database's clock, and the stored results of client sessions, which must not be later than it. */
import { readMeta } from "../../src/store/format";
import type { Sqlite } from "../../src/store/sqlite";
import type { CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** The stored clock. Both numbers never decrease, even across restarts. */
export interface StoredClock {
  /** Ts of the last commit, in nanoseconds since the epoch. */
  readonly lastTs: bigint;
  /** Creation time of the last document, in milliseconds since the epoch. */
  readonly lastCreationTime: number;
}

/** Reads the clock; zero before the first commit. */
export function readClock(db: Sqlite): StoredClock {
  return {
    lastTs: BigInt(readMeta(db, "last_ts") ?? 0),
    lastCreationTime: Number(readMeta(db, "last_creation_time") ?? 0),
  };
}

/** Reports documents and stored results that are later than the clock, and unreadable results. */
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

/** Stored results of client sessions' mutations, so that a mutation sent again after a reconnect runs only once. */
import type { Sqlite } from "../store/sqlite";

/** Identifies a mutation by its client session and request. */
interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** The result of a committed mutation. */
interface StoredResult {
  readonly value: string;
  readonly logLines: readonly string[];
  readonly ts: bigint;
}

/** A week. A client that was away longer starts a new session in practice. */
export const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** The newest answers are kept regardless of their age, because a clock set ahead makes all of them old at once. */
export const MIN_RETAINED_RESULTS = 1_000;

/** More than one, so that deleting keeps up with inserting and the table never outgrows its week. */
const DELETED_PER_INSERT = 2;

const DELETE_EXPIRED = `
  DELETE FROM session_requests WHERE (session, request) IN (
    SELECT session, request FROM session_requests
    WHERE at_ms < min(?, (SELECT at_ms FROM session_requests ORDER BY at_ms DESC LIMIT 1 OFFSET ?))
    ORDER BY at_ms LIMIT ?)`;

/** The stored result of an earlier run of the same request, or `null`. */
export function findStoredResult(db: Sqlite, { sessionId, requestId }: SessionRequest): StoredResult | null {
  const sql = "SELECT value, log_lines, ts FROM session_requests WHERE session = ? AND request = ?";
  const row = db.row(sql, [sessionId, requestId]);
  if (row === undefined) return null;
  const [value, logLines, ts] = row;
  return { value: String(value), logLines: JSON.parse(String(logLines)) as string[], ts: BigInt(String(ts)) };
}

/**
 * Stores a result in the transaction of its mutation. Failed mutations are not stored, because they changed nothing. Each
 * call also deletes a few expired results, so that a host that runs for months neither fills its disk nor pauses to clean
 * up. Their age is based on commit timestamps, which never go back.
 */
export function storeResult(
  db: Sqlite,
  request: SessionRequest,
  answer: StoredResult,
  commitTs: bigint,
): void {
  const atMs = Number(commitTs / 1_000_000n);
  db.run(
    "INSERT INTO session_requests (session, request, value, log_lines, ts, at_ms) VALUES (?, ?, ?, ?, ?, ?)",
    [
      request.sessionId,
      request.requestId,
      answer.value,
      JSON.stringify(answer.logLines),
      String(answer.ts),
      atMs,
    ],
  );
  db.run(DELETE_EXPIRED, [atMs - RETENTION_MS, MIN_RETAINED_RESULTS - 1, DELETED_PER_INSERT]);
}

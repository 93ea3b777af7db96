/** Answers to the mutations of client sessions, kept so that a mutation sent again after a reconnect runs only once. */
import type { Sqlite } from "../store/sqlite";

/** Which request of which client session a mutation is. */
interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** What a mutation that was committed answered. */
interface KeptAnswer {
  readonly value: string;
  readonly logLines: readonly string[];
  readonly ts: bigint;
}

/** A client that was away longer than this starts a new session in practice: a week. */
export const KEEP_ANSWERS_MS = 7 * 24 * 60 * 60 * 1000;

/** The last ones are kept whatever their age: a clock that was set ahead makes all of them old at once. */
export const KEEP_LAST_ANSWERS = 1_000;

/** More than one, so that each new answer makes room faster than it takes it: the table never outgrows its week. */
const FORGOTTEN_PER_ANSWER = 2;

const FORGET = `
  DELETE FROM session_requests WHERE (session, request) IN (
    SELECT session, request FROM session_requests
    WHERE at_ms < min(?, (SELECT at_ms FROM session_requests ORDER BY at_ms DESC LIMIT 1 OFFSET ?))
    ORDER BY at_ms LIMIT ?)`;

/** The answer of an earlier run of the same request, or `null`. */
export function findAnswer(db: Sqlite, { sessionId, requestId }: SessionRequest): KeptAnswer | null {
  const sql = "SELECT value, log_lines, ts FROM session_requests WHERE session = ? AND request = ?";
  const row = db.row(sql, [sessionId, requestId]);
  if (row === undefined) return null;
  const [value, logLines, ts] = row;
  return { value: String(value), logLines: JSON.parse(String(logLines)) as string[], ts: BigInt(String(ts)) };
}

/**
 * Keeps an answer; part of the transaction of its mutation. Only committed mutations are kept: others left no trace.
 * The oldest answers that nobody will ask for again go with it, a few at a time, so that a host that runs for months
 * neither fills its disk nor stops to clean up. Their age goes by timestamps of commits, which never go back.
 */
export function keepAnswer(db: Sqlite, request: SessionRequest, answer: KeptAnswer, commitTs: bigint): void {
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
  db.run(FORGET, [atMs - KEEP_ANSWERS_MS, KEEP_LAST_ANSWERS - 1, FORGOTTEN_PER_ANSWER]);
}

/** Answers to the mutations of client sessions, kept so that a mutation sent again after a reconnect runs only once. */
import type { Sqlite } from "../store/sqlite";

/** Which request of which client session a mutation is. */
export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** What a mutation that was committed answered. */
export interface KeptAnswer {
  readonly value: string;
  readonly logLines: readonly string[];
  readonly ts: bigint;
}

/** A client that was away longer than this starts a new session in practice: a week. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

/** The answer of an earlier run of the same request, or `null`. */
export function findAnswer(db: Sqlite, { sessionId, requestId }: SessionRequest): KeptAnswer | null {
  const sql = "SELECT value, log_lines, ts FROM session_requests WHERE session = ? AND request = ?";
  const row = db.row(sql, [sessionId, requestId]);
  if (row === undefined) return null;
  const [value, logLines, ts] = row;
  return { value: String(value), logLines: JSON.parse(String(logLines)) as string[], ts: BigInt(String(ts)) };
}

/** Keeps an answer; part of the transaction of its mutation. Only committed mutations are kept: others left no trace. */
export function keepAnswer(db: Sqlite, request: SessionRequest, answer: KeptAnswer, nowMs: number): void {
  const sql =
    "INSERT INTO session_requests (session, request, value, log_lines, ts, at_ms) VALUES (?, ?, ?, ?, ?, ?)";
  db.run(sql, [
    request.sessionId,
    request.requestId,
    answer.value,
    JSON.stringify(answer.logLines),
    String(answer.ts),
    Math.trunc(nowMs),
  ]);
}

/** Forgets answers that no client will ask for again. */
export function forgetOldAnswers(db: Sqlite, nowMs: number): void {
  db.run("DELETE FROM session_requests WHERE at_ms < ?", [Math.trunc(nowMs) - KEEP_MS]);
}

/** How long the answers to clients' mutations are kept, in a host that is never restarted, too. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareFormat } from "../store/format";
import { Sqlite } from "../store/sqlite";
import { findAnswer, forgetOldAnswers, keepAnswer, KEEP_ANSWERS_MS } from "./sessions";
import { temporaryFolder } from "../testing/testApp";

const START_MS = Date.UTC(2026, 0, 1);

let folder: ReturnType<typeof temporaryFolder>;
let db: Sqlite;

beforeEach(() => {
  folder = temporaryFolder();
  db = Sqlite.open(join(folder.path, "sessions.sqlite3"), { synchronous: "NORMAL" });
  prepareFormat(db);
});

afterEach(() => {
  db.close();
  folder.remove();
});

const request = (requestId: number) => ({ sessionId: "session", requestId });

function keep(requestId: number, atMs: number): void {
  const answer = { value: String(requestId), logLines: ["[LOG] 'kept'"], ts: BigInt(atMs) * 1_000_000n };
  db.transaction(() => keepAnswer(db, request(requestId), answer, atMs));
}

const kept = (): number => Number(db.row("SELECT count(*) FROM session_requests")?.[0]);

describe("an answer", () => {
  it("is found as it was given, for its session and request only", () => {
    keep(1, START_MS);
    expect(findAnswer(db, request(1))).toEqual({
      value: "1",
      logLines: ["[LOG] 'kept'"],
      ts: BigInt(START_MS) * 1_000_000n,
    });
    expect(findAnswer(db, request(2))).toBeNull();
    expect(findAnswer(db, { sessionId: "another", requestId: 1 })).toBeNull();
  });

  it("is kept for a week", () => {
    keep(1, START_MS);
    keep(2, START_MS + KEEP_ANSWERS_MS);
    forgetOldAnswers(db, START_MS + KEEP_ANSWERS_MS);
    expect(findAnswer(db, request(1))).not.toBeNull();
    forgetOldAnswers(db, START_MS + KEEP_ANSWERS_MS + 1);
    expect([findAnswer(db, request(1)), kept()]).toEqual([null, 1]);
  });

  it("that has outlived its week goes with newer ones, so that a host that never restarts keeps a week's at most", () => {
    const aDay = KEEP_ANSWERS_MS / 7;
    for (let at = 0; at < 70; at += 1) keep(at, START_MS + at * (aDay / 10));
    expect(kept()).toBe(70);
    // Ten a day for three weeks more: never more than a week's, and none that is older.
    for (let at = 70; at < 280; at += 1) {
      keep(at, START_MS + at * (aDay / 10));
      expect(kept()).toBeLessThanOrEqual(71);
    }
    const oldest = Number(db.row("SELECT min(at_ms) FROM session_requests")?.[0]);
    expect(oldest).toBeGreaterThanOrEqual(START_MS + 279 * (aDay / 10) - KEEP_ANSWERS_MS);
  });

  it("makes room for itself after a rush, without one long clean-up", () => {
    for (let at = 0; at < 100; at += 1) keep(at, START_MS);
    const later = START_MS + KEEP_ANSWERS_MS + 1;
    keep(100, later);
    expect(kept()).toBe(99);
    for (let at = 101; at < 150; at += 1) keep(at, later);
    expect(kept()).toBe(50);
    expect(findAnswer(db, request(149))).not.toBeNull();
  });
});

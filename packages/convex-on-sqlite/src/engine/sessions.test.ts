/** How long results of clients' mutations are stored, even in a host that is never restarted. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareFormat } from "../store/format";
import { Sqlite } from "../store/sqlite";
import { findStoredResult, storeResult, RETENTION_MS, MIN_RETAINED_RESULTS } from "./sessions";
import { temporaryFolder } from "../../test/testApp";

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
  const ts = BigInt(Math.trunc(atMs)) * 1_000_000n;
  const answer = { value: String(requestId), logLines: ["[LOG] 'kept'"], ts };
  storeResult(db, request(requestId), answer, ts);
}

/** Stores results evenly spread over some weeks. */
function keepMany(first: number, count: number, fromMs: number, weeks: number): void {
  const stepMs = (weeks * RETENTION_MS) / count;
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) keep(first + at, fromMs + at * stepMs);
  });
}

const kept = (): number => Number(db.row("SELECT count(*) FROM session_requests")?.[0]);

describe("a stored result", () => {
  it("is found only for its session and request", () => {
    keep(1, START_MS);
    expect(findStoredResult(db, request(1))).toEqual({
      value: "1",
      logLines: ["[LOG] 'kept'"],
      ts: BigInt(START_MS) * 1_000_000n,
    });
    expect(findStoredResult(db, request(2))).toBeNull();
    expect(findStoredResult(db, { sessionId: "another", requestId: 1 })).toBeNull();
  });

  it("is kept for a week and then deleted when newer ones are stored", () => {
    // Two weeks of results, twice as many per week as are kept regardless of age.
    const aWeeks = 2 * MIN_RETAINED_RESULTS;
    keepMany(0, aWeeks, START_MS, 1);
    expect(kept()).toBe(aWeeks);
    keepMany(aWeeks, aWeeks, START_MS + RETENTION_MS, 1);
    expect(kept()).toBeGreaterThanOrEqual(aWeeks);
    expect(kept()).toBeLessThanOrEqual(aWeeks + 1);
    expect([findStoredResult(db, request(aWeeks)), findStoredResult(db, request(aWeeks - 2))]).toEqual([
      expect.anything(),
      null,
    ]);
  });

  it("is kept longer while it is among the newest, whatever the clock does", () => {
    keep(0, START_MS);
    const later = START_MS + 52 * RETENTION_MS;
    keepMany(1, MIN_RETAINED_RESULTS - 1, later, 0);
    expect(findStoredResult(db, request(0))).not.toBeNull();
    keep(MIN_RETAINED_RESULTS, later);
    expect([findStoredResult(db, request(0)), kept()]).toEqual([null, MIN_RETAINED_RESULTS]);
  });

  it("is cleaned up gradually after a burst", () => {
    keepMany(0, 2 * MIN_RETAINED_RESULTS, START_MS, 0.01);
    const later = START_MS + 2 * RETENTION_MS;
    keep(5_000, later);
    expect(kept()).toBe(2 * MIN_RETAINED_RESULTS - 1);
    keepMany(5_001, 49, later, 0);
    expect(kept()).toBe(2 * MIN_RETAINED_RESULTS - 50);
  });
});

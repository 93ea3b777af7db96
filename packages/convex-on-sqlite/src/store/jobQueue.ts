/** The job queue: pending, running and ended jobs with their due times. Rows change in the mutation's own transaction. */
import type { Sqlite, SqlRow } from "./sqlite";
import type { ConvexJson, FunctionAddress } from "../types";

/** A job. One scheduled by a function (`scheduler.runAfter`) has a document with the same id; a cron's run has none. */
export interface Job {
  readonly id: string;
  /** The component whose `_scheduled_functions` holds the job's document; `null` for the run of a cron. */
  readonly ownerPath: string | null;
  readonly address: FunctionAddress;
  /** The argument object in Convex JSON. */
  readonly args: ConvexJson;
  /** Milliseconds since the epoch. */
  readonly dueMs: number;
}

/** `ended` jobs stay readable for a while; their `due_ms` is then the time of their deletion. */
export type QueueState = "pending" | "inProgress" | "ended";

/** How long an ended job stays readable: 7 days, as on Convex. */
const ENDED_RETENTION_MS = 7 * 24 * 3_600_000;

/** Rowids increase, so jobs due at the same time start in the order in which they were added. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT,
    component TEXT NOT NULL,
    name TEXT NOT NULL,
    args TEXT NOT NULL,
    due_ms REAL NOT NULL,
    state TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS jobs_by_due ON jobs (state, due_ms);
  CREATE TABLE IF NOT EXISTS crons (
    component TEXT NOT NULL,
    identifier TEXT NOT NULL,
    schedule TEXT NOT NULL,
    next_ms REAL NOT NULL,
    job TEXT,
    PRIMARY KEY (component, identifier)
  ) WITHOUT ROWID;
`;

const COLUMNS = "id, owner, component, name, args, due_ms";

/** Creates the tables of jobs and crons if they are missing. Call it in a transaction. */
export function prepareJobTables(db: Sqlite): void {
  db.exec(TABLES);
}

/** Adds a pending job. */
export function enqueueJob(db: Sqlite, job: Job): void {
  const { componentPath, name } = job.address;
  db.run(`INSERT INTO jobs (${COLUMNS}, state) VALUES (?, ?, ?, ?, ?, ?, 'pending')`, [
    job.id,
    job.ownerPath,
    componentPath,
    name,
    JSON.stringify(job.args),
    job.dueMs,
  ]);
}

/** Marks a job as running: after a crash it counts as failed. */
export function markInProgress(db: Sqlite, id: string): void {
  db.run("UPDATE jobs SET state = 'inProgress' WHERE id = ?", [id]);
}

/** Removes an ended job from the queue. A job with a document stays readable for a while. */
export function dequeueJob(db: Sqlite, id: string, nowMs = Date.now()): void {
  db.run("DELETE FROM jobs WHERE id = ? AND owner IS NULL", [id]);
  // The document still has the arguments.
  db.run("UPDATE jobs SET state = 'ended', args = 'null', due_ms = ? WHERE id = ?", [
    nowMs + ENDED_RETENTION_MS,
    id,
  ]);
}

/** Deletes a job's row. */
export function deleteJobRow(db: Sqlite, id: string): void {
  db.run("DELETE FROM jobs WHERE id = ?", [id]);
}

/** A job with its state; `null` if it never existed or was deleted. */
export function readJob(db: Sqlite, id: string): { readonly job: Job; readonly state: QueueState } | null {
  const row = db.row(`SELECT ${COLUMNS}, state FROM jobs WHERE id = ?`, [id]);
  return row === undefined ? null : { job: jobOf(row), state: row[6] as QueueState };
}

/** Up to `limit` due jobs in a state, the longest due first and ties in order of arrival, without those in `except`. */
export function dueJobs(
  db: Sqlite,
  state: QueueState,
  nowMs: number,
  limit: number,
  except: ReadonlySet<string> = new Set(),
): Job[] {
  // The excluded jobs are few and due, so this limit always finds enough.
  return db
    .rows(`SELECT ${COLUMNS} FROM jobs WHERE state = ? AND due_ms <= ? ORDER BY due_ms, rowid LIMIT ?`, [
      state,
      nowMs,
      limit + except.size,
    ])
    .map(jobOf)
    .filter((job) => !except.has(job.id))
    .slice(0, limit);
}

/** Ids of the jobs marked as running: at the start, those that were interrupted. */
export function jobsInProgress(db: Sqlite): string[] {
  return db.rows("SELECT id FROM jobs WHERE state = 'inProgress'").map(([id]) => String(id));
}

/** The next time after `nowMs` at which a job in one of these states is due, or `null`. */
export function nextJobMs(db: Sqlite, nowMs: number, states: readonly QueueState[]): number | null {
  const next = (state: QueueState): number | null => {
    const due = db.row("SELECT min(due_ms) FROM jobs WHERE state = ? AND due_ms > ?", [state, nowMs])?.[0];
    return typeof due === "number" ? due : null;
  };
  return states.map(next).reduce(earlierOf, null);
}

/** The earlier of two times, each of which may be null. */
export function earlierOf(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function jobOf([id, owner, component, name, args, dueMs]: SqlRow): Job {
  return {
    id: String(id),
    ownerPath: typeof owner === "string" ? owner : null,
    address: { componentPath: String(component), name: String(name) },
    args: JSON.parse(String(args)) as ConvexJson,
    dueMs: Number(dueMs),
  };
}

/** The scheduling index: which jobs wait, run or have ended, and when each is due. Rows change in the mutation's own transaction. */
import type { Sqlite, SqlRow } from "./sqlite";
import type { ConvexJson, FunctionAddress } from "../types";

/** A job of a function (`scheduler.runAfter`) has a document of the same id; a cron's run has none. */
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

/** `ended` jobs stay for their readers; their `due_ms` then says when they are deleted. */
export type QueueState = "pending" | "inProgress" | "ended";

/** How long an ended job can be read: 7 days, as on Convex. */
const KEEP_ENDED_MS = 7 * 24 * 3_600_000;

/** A row's number is above those of all rows before it: jobs of one moment start in the order in which they came. */
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

/** Creates the tables of jobs and crons where they are missing. Call in a transaction. */
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

/** From now on, a crash means that the job has failed. */
export function markInProgress(db: Sqlite, id: string): void {
  db.run("UPDATE jobs SET state = 'inProgress' WHERE id = ?", [id]);
}

/** Takes a job that has ended out of the queue. Its document stays for a while; without one, nothing does. */
export function dequeueJob(db: Sqlite, id: string, nowMs = Date.now()): void {
  db.run("DELETE FROM jobs WHERE id = ? AND owner IS NULL", [id]);
  // The document keeps the arguments.
  db.run("UPDATE jobs SET state = 'ended', args = 'null', due_ms = ? WHERE id = ?", [
    nowMs + KEEP_ENDED_MS,
    id,
  ]);
}

/** Deletes what the queue still knows of a job. */
export function forgetJob(db: Sqlite, id: string): void {
  db.run("DELETE FROM jobs WHERE id = ?", [id]);
}

/** A job with its state, or `null` for one that never was or is no longer kept. */
export function readJob(db: Sqlite, id: string): { readonly job: Job; readonly state: QueueState } | null {
  const row = db.row(`SELECT ${COLUMNS}, state FROM jobs WHERE id = ?`, [id]);
  return row === undefined ? null : { job: jobOf(row), state: row[6] as QueueState };
}

/** Up to `limit` jobs of a state that are due, the longest due first and those of one moment as they came, without those in `except`. */
export function dueJobs(
  db: Sqlite,
  state: QueueState,
  nowMs: number,
  limit: number,
  except: ReadonlySet<string> = new Set(),
): Job[] {
  // Those left out are few and due, so asking for as many more finds enough.
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

/** The ids of the jobs that are marked as running: at the start, those under which the last host ended. */
export function jobsInProgress(db: Sqlite): string[] {
  return db.rows("SELECT id FROM jobs WHERE state = 'inProgress'").map(([id]) => String(id));
}

/** The next moment after `nowMs` at which a job of one of these states is due, or `null`. */
export function nextJobMs(db: Sqlite, nowMs: number, states: readonly QueueState[]): number | null {
  const next = (state: QueueState): number | null => {
    const due = db.row("SELECT min(due_ms) FROM jobs WHERE state = ? AND due_ms > ?", [state, nowMs])?.[0];
    return typeof due === "number" ? due : null;
  };
  return states.map(next).reduce(earliest, null);
}

/** The smaller of two moments, either of which may not come. */
export function earliest(a: number | null, b: number | null): number | null {
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

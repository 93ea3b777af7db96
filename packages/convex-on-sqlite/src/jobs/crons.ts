/** Crons: computes when each is due next, and enqueues jobs for those that are due. */
import { nextRunAfter } from "../code/cronExpression";
import type { Transaction } from "../engine/transaction";
import type { Sqlite, SqlRow } from "../store/sqlite";
import type { CronDefinition } from "../types";
import { enqueueJob, readJob } from "../store/jobQueue";

type Schedule = CronDefinition["schedule"];

/** The first run of a schedule, in milliseconds since the epoch: at once for an interval, at the next match for a cron. */
export function firstRunMs(schedule: Schedule, nowMs: number): number {
  return schedule.type === "interval" ? nowMs : cronSlotMs(schedule.expression, nowMs);
}

/** The first run after the one at `dueMs` that is still in the future, so missed runs are skipped. */
export function nextRunMs(schedule: Schedule, dueMs: number, nowMs: number): number {
  if (schedule.type === "cron") return cronSlotMs(schedule.expression, Math.max(dueMs, nowMs));
  const stepMs = schedule.seconds * 1000;
  const passed = Math.max(0, Math.floor((nowMs - dueMs) / stepMs));
  return dueMs + (passed + 1) * stepMs;
}

/**
 * Limits a stored next run, because the clock may have been set back since: at most one interval from now, and at most
 * the second match of a cron, because the first may have run already.
 */
export function reachableRunMs(schedule: Schedule, nextMs: number, nowMs: number): number {
  if (schedule.type === "interval") return Math.min(nextMs, nowMs + schedule.seconds * 1000);
  const { expression } = schedule;
  return Math.min(nextMs, cronSlotMs(expression, cronSlotMs(expression, nowMs)));
}

/** A date that never occurs, such as February 30th, is never due. */
function cronSlotMs(expression: string, afterMs: number): number {
  return nextRunAfter(expression, afterMs) ?? NEVER_MS;
}

/** The maximum time of a Date. */
const NEVER_MS = 8.64e15;

/**
 * Aligns the stored crons with those of the app and with the clock. An unchanged cron keeps its next run, limited if the
 * clock was set back, because it would pause until the clock catches up. A new or changed cron starts afresh. A removed
 * one is deleted, but its running job still ends.
 */
export function alignCrons({ db }: Transaction, crons: readonly CronDefinition[], nowMs: number): void {
  const stored = db.rows("SELECT component, identifier, schedule, next_ms FROM crons");
  for (const cron of crons) {
    const { componentPath, identifier, schedule } = cron;
    const text = JSON.stringify(schedule);
    const row = stored.find((one) => isRowOf(cron, one));
    const keptMs = row?.[2] === text ? Number(row[3]) : null;
    const nextMs = keptMs === null ? firstRunMs(schedule, nowMs) : reachableRunMs(schedule, keptMs, nowMs);
    if (nextMs === keptMs) continue;
    db.run(
      `INSERT INTO crons (component, identifier, schedule, next_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (component, identifier) DO UPDATE SET schedule = excluded.schedule, next_ms = excluded.next_ms`,
      [componentPath, identifier, text, nextMs],
    );
  }
  for (const row of stored) {
    if (crons.some((cron) => isRowOf(cron, row))) continue;
    db.run("DELETE FROM crons WHERE component = ? AND identifier = ?", row.slice(0, 2));
  }
}

function isRowOf({ componentPath, identifier }: CronDefinition, [component, name]: SqlRow): boolean {
  return component === componentPath && name === identifier;
}

/**
 * Enqueues a job for each due cron and advances the cron in the same transaction. If the cron's last job has not ended,
 * it advances without a new one: two runs of a cron never overlap.
 */
export function startDueCrons({ db }: Transaction, crons: readonly CronDefinition[], nowMs: number): void {
  const due = db.rows("SELECT component, identifier, next_ms, job FROM crons WHERE next_ms <= ?", [nowMs]);
  for (const row of due) {
    const cron = crons.find((one) => isRowOf(one, row));
    if (cron === undefined) continue;
    const [dueMs, lastJob] = [Number(row[2]), row[3]];
    const isRunning = typeof lastJob === "string" && readJob(db, lastJob) !== null;
    const id = isRunning ? lastJob : `cron:${cron.componentPath}:${cron.identifier}:${dueMs}`;
    if (!isRunning) {
      const address = { componentPath: cron.componentPath, name: cron.functionName };
      enqueueJob(db, { id, ownerPath: null, address, args: cron.args[0] ?? {}, dueMs });
    }
    db.run("UPDATE crons SET next_ms = ?, job = ? WHERE component = ? AND identifier = ?", [
      nextRunMs(cron.schedule, dueMs, nowMs),
      id,
      cron.componentPath,
      cron.identifier,
    ]);
  }
}

/** The next time at which a cron is due, or `null` if there are none. */
export function nextCronMs(db: Sqlite): number | null {
  const next = db.row("SELECT min(next_ms) FROM crons")?.[0];
  return typeof next === "number" ? next : null;
}

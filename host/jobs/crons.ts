/** Crons: when each is due next, and the jobs that their due moments become. */
import { nextRunAfter } from "../code/cronExpression";
import type { Transaction } from "../engine/transaction";
import type { Sqlite, SqlRow } from "../store/sqlite";
import type { CronDefinition } from "../types";
import { enqueueJob, readJob } from "../store/jobQueue";

type Schedule = CronDefinition["schedule"];

/** The first run of a schedule, in milliseconds since the epoch: an interval begins at once, a cron at its next slot. */
export function firstRunMs(schedule: Schedule, nowMs: number): number {
  return schedule.type === "interval" ? nowMs : cronSlotMs(schedule.expression, nowMs);
}

/** The run after the one due at `dueMs`: the first of the schedule's slots that is still to come, so missed ones are skipped. */
export function nextRunMs(schedule: Schedule, dueMs: number, nowMs: number): number {
  if (schedule.type === "cron") return cronSlotMs(schedule.expression, Math.max(dueMs, nowMs));
  const stepMs = schedule.seconds * 1000;
  const passed = Math.max(0, Math.floor((nowMs - dueMs) / stepMs));
  return dueMs + (passed + 1) * stepMs;
}

/**
 * A stored next run, where the clock may have been set back since it was chosen: at most one interval from now, and at
 * most a cron's second slot from now, because its first may have had its run before.
 */
export function reachableRunMs(schedule: Schedule, nextMs: number, nowMs: number): number {
  if (schedule.type === "interval") return Math.min(nextMs, nowMs + schedule.seconds * 1000);
  const { expression } = schedule;
  return Math.min(nextMs, cronSlotMs(expression, cronSlotMs(expression, nowMs)));
}

/** A date that no year has, such as February 30th, never comes. */
function cronSlotMs(expression: string, afterMs: number): number {
  return nextRunAfter(expression, afterMs) ?? NEVER_MS;
}

/** The last moment that a Date can tell. */
const NEVER_MS = 8.64e15;

/**
 * Brings the stored crons in line with those of the loaded app and with the clock. One whose schedule is unchanged keeps
 * its place, nearer only where the clock was set back, for it would stand still until that has caught up; a new or changed
 * one starts afresh, one that is gone is forgotten; a job that it started still ends.
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
 * Makes a job of each cron that is due, and moves the cron on in the same transaction. A cron whose last job has not
 * ended yet is moved on without one: two runs of a cron never overlap.
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

/** The next moment at which a cron is due, or `null` where there are none. */
export function nextCronMs(db: Sqlite): number | null {
  const next = db.row("SELECT min(next_ms) FROM crons")?.[0];
  return typeof next === "number" ? next : null;
}

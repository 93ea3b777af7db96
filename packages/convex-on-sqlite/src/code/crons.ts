/** Reads the default export of a `crons` module: each schedule as an interval in seconds or a cron expression in UTC. */
import { functionName } from "../engine/addresses";
import type { ConvexJson, CronDefinition, LoadedFunction } from "../types";
import { checkExpression } from "./cronExpression";
import { LoadError } from "./loadError";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** A schedule as the server library stores it. A missing minute means the full hour. */
export type CronSchedule =
  | {
      readonly type: "interval";
      readonly seconds?: number;
      readonly minutes?: number;
      readonly hours?: number;
    }
  | { readonly type: "hourly"; readonly minuteUTC?: number }
  | { readonly type: "daily"; readonly hourUTC: number; readonly minuteUTC?: number }
  | {
      readonly type: "weekly";
      readonly dayOfWeek: (typeof DAYS)[number];
      readonly hourUTC: number;
      readonly minuteUTC?: number;
    }
  | { readonly type: "monthly"; readonly day: number; readonly hourUTC: number; readonly minuteUTC?: number }
  | { readonly type: "cron"; readonly cron: string };

interface CronJob {
  readonly name: string;
  readonly args: readonly ConvexJson[];
  readonly schedule: CronSchedule;
}

function isCrons(value: unknown): value is { readonly crons: Readonly<Record<string, CronJob>> } {
  return typeof value === "object" && value !== null && "isCrons" in value && "crons" in value;
}

/**
 * Converts a schedule to one of the two forms that the job loop runs.
 * @throws {SyntaxError} for a cron expression that Convex may interpret differently
 */
export function normaliseSchedule(schedule: CronSchedule): CronDefinition["schedule"] {
  if (schedule.type === "interval") {
    const { seconds = 0, minutes = 0, hours = 0 } = schedule;
    return { type: "interval", seconds: seconds + 60 * minutes + 3600 * hours };
  }
  if (schedule.type === "cron") {
    checkExpression(schedule.cron);
    return { type: "cron", expression: schedule.cron };
  }
  return { type: "cron", expression: `${schedule.minuteUTC ?? 0} ${hourAndDays(schedule)}` };
}

function hourAndDays(
  schedule: Extract<CronSchedule, { type: "hourly" | "daily" | "weekly" | "monthly" }>,
): string {
  switch (schedule.type) {
    case "hourly":
      return "* * * *";
    case "daily":
      return `${schedule.hourUTC} * * *`;
    case "weekly":
      return `${schedule.hourUTC} * * ${DAYS.indexOf(schedule.dayOfWeek)}`;
    case "monthly":
      return `${schedule.hourUTC} ${schedule.day} * *`;
  }
}

/**
 * Reads the crons of a component.
 * @throws {LoadError} if the default export is not `cronJobs()`, a function does not exist or is a query, or Convex may
 * interpret an expression differently
 */
export function readCrons(
  exported: unknown,
  componentPath: string,
  functions: ReadonlyMap<string, LoadedFunction>,
): CronDefinition[] {
  if (!isCrons(exported)) throw new LoadError("The crons module must export cronJobs() as its default.");
  return Object.entries(exported.crons).map(([identifier, job]) => {
    const name = functionName(job.name);
    const target = functions.get(name);
    if (target === undefined) {
      throw new LoadError(`Cron "${identifier}" refers to ${name}, which does not exist.`);
    }
    if (target.kind !== "mutation" && target.kind !== "action") {
      throw new LoadError(`Cron "${identifier}" refers to ${name}, which is not a mutation or an action.`);
    }
    try {
      const schedule = normaliseSchedule(job.schedule);
      return { componentPath, identifier, functionName: name, args: job.args, schedule };
    } catch (cause) {
      throw new LoadError(`Cron "${identifier}": ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  });
}

/** The dashboard's list of crons. The host keeps no log of their runs: the log of calls shows the newest. */
import { queryGeneric as query } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { readJob } from "../store/jobQueue";
import type { CronDefinition } from "../types";
import { componentId } from "./componentId";
import { bytesOf, nanoseconds } from "./frontendJobs";
import { moduleAndExport } from "./functions";
import type { SystemModules, SystemParts } from "./systemFunctions";
import { componentHere } from "./tables";

export function cronModules(parts: SystemParts): SystemModules {
  return {
    listCronJobs: {
      default: query({
        args: { componentId },
        handler: () => componentHere(parts).crons.flatMap((cron) => cronJob(parts, cron) ?? []),
      }),
    },
    listCronJobRuns: { default: query({ args: { componentId }, handler: () => [] }) },
  };
}

/** What a cron does, as a deployment keeps it. */
export function cronSpecOf({ functionName, args, schedule }: CronDefinition): Record<string, Value> {
  return {
    udfPath: moduleAndExport(functionName),
    udfArgs: bytesOf(jsonToConvex([...args])),
    cronSchedule:
      schedule.type === "interval"
        ? { type: "interval", seconds: BigInt(schedule.seconds) }
        : { type: "cron", cronExpr: schedule.expression },
  };
}

/** A cron with its next run; `null` before the jobs have started, when it has none yet. */
function cronJob({ db }: SystemParts, cron: CronDefinition): Record<string, Value> | null {
  const { componentPath, identifier } = cron;
  const sql = "SELECT next_ms, job FROM crons WHERE component = ? AND identifier = ?";
  const row = db.row(sql, [componentPath, identifier]);
  if (row === undefined) return null;
  const [nextMs, job] = row;
  const isRunning = typeof job === "string" && readJob(db, job)?.state === "inProgress";
  return {
    _id: identifier,
    _creationTime: 0,
    name: identifier,
    cronSpec: cronSpecOf(cron),
    lastRun: null,
    nextRun: {
      _id: identifier,
      _creationTime: 0,
      cronJobId: identifier,
      state: { type: isRunning ? "inProgress" : "pending" },
      prevTs: null,
      nextTs: nanoseconds(Number(nextMs)),
    },
  };
}

/** Scheduling from functions: validates and enqueues jobs, and cancels those of a component. */
import { dequeueJob, enqueueJob, readJob } from "../store/jobQueue";
import { SCHEDULED_FUNCTIONS, type Tablet } from "../store/tablets";
import type { ConvexJson, ConvexObject, FunctionAddress, LoadedApp } from "../types";
import { sizeOf } from "../values/document";
import { tableNumberOf } from "../values/ids";
import { resolveAddress, type AddressArgs } from "./addresses";
import type { Transaction } from "./transaction";

/** The state of a scheduled function, as its document shows it. */
type JobState =
  | { readonly kind: "pending" | "inProgress" | "success" | "canceled" }
  | { readonly kind: "failed"; readonly error: string };

/** The arguments of `1.0/schedule`; `ts` is in seconds since the epoch. */
export interface ScheduleArgs extends AddressArgs {
  readonly ts: number | null;
  readonly args: ConvexJson;
}

/**
 * Schedules a function in the current transaction; returns the id of its document. Throws if the module does not export it,
 * or for a time more than five years away. As on Convex, a wrong kind of function and wrong arguments fail the job when it
 * runs.
 * `parentId` is the job whose function schedules, if any: functions scheduled by a cancelled job are cancelled as well.
 */
export function scheduleFunction(
  transaction: Transaction,
  app: LoadedApp,
  componentPath: string,
  { ts, args, ...target }: ScheduleArgs,
  parentId: string | null,
): string {
  const address = existingFunction(app, resolveAddress(app, componentPath, target));
  const text = JSON.stringify(args);
  if (text !== transaction.resolvePlaceholders(text)) {
    throw new Error(
      `Invalid arguments for "${address.name}": a scheduled function cannot take an unresolved placeholder value.`,
    );
  }
  transaction.usage.add("functionsScheduled", 1);
  transaction.usage.add("scheduledFunctionArgsBytes", sizeOf(args));
  const dueMs = dueMsOf(ts, transaction.nowMs);
  const id = transaction.insertInto(jobTable(transaction, componentPath), {
    name: address.name,
    args: [args],
    scheduledTime: dueMs,
    state: { kind: "pending" },
  });
  enqueueJob(transaction.db, { id, ownerPath: componentPath, address, args, dueMs });
  transaction.jobsChanged = true;
  if (parentId !== null && isCancelled(transaction, parentId))
    setJobState(transaction, componentPath, id, { kind: "canceled" });
  return id;
}

/** The address of a function that some module exports. Throws Convex's messages if none does. */
function existingFunction(app: LoadedApp, { componentPath, name }: FunctionAddress): FunctionAddress {
  const functions = app.components.get(componentPath)?.functions;
  if (functions?.has(name) === true) return { componentPath, name };
  const colon = name.lastIndexOf(":");
  const module = `${name.slice(0, colon)}.js`;
  if (![...(functions?.keys() ?? [])].some((known) => known.startsWith(name.slice(0, colon + 1)))) {
    const component = componentPath === "" ? "" : `${componentPath} `;
    throw new Error(`Attempted to schedule function at nonexistent path: ${component}${module}`);
  }
  const where = componentPath === "" ? "" : ` in component "${componentPath}"`;
  throw new Error(
    `Attempted to schedule function, but no exported function ${name.slice(colon + 1)} found in the file: ${module}${where}. Did you forget to export it?`,
  );
}

const YEARS_MS = 5 * 366 * 24 * 60 * 60 * 1000;

/** The due time, in milliseconds. An invalid date arrives as `null`, because JSON can't represent it. */
function dueMsOf(ts: number | null, nowMs: number): number {
  if (typeof ts !== "number" || !Number.isFinite(ts))
    throw new Error("The time at which a function is scheduled must be a finite number or a valid date.");
  const dueMs = ts * 1000;
  if (Math.abs(dueMs - nowMs) > YEARS_MS)
    throw new Error(`${ts} is more than 5 years in the ${dueMs > nowMs ? "future" : "past"}`);
  return dueMs;
}

function isCancelled(transaction: Transaction, jobId: string): boolean {
  const ownerPath = readJob(transaction.db, jobId)?.job.ownerPath ?? null;
  return ownerPath !== null && readJobState(transaction, ownerPath, jobId)?.kind === "canceled";
}

/**
 * Cancels a scheduled function of a component. Does nothing if it has ended, its document is deleted, or it belongs to
 * another component. Throws for an id of any other table.
 */
export function cancelFunction(transaction: Transaction, componentPath: string, id: string): void {
  const number = tableNumberOf(id);
  const tablet = number === null ? undefined : transaction.tablets.numbered(number);
  if (tablet?.name !== SCHEDULED_FUNCTIONS) {
    throw new Error(
      "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
    );
  }
  setJobState(transaction, componentPath, id, { kind: "canceled" });
}

/** The state of a job from its document, or `null` if there is no such job. */
function readJobState(transaction: Transaction, componentPath: string, id: string): JobState | null {
  const json = transaction.get(jobTable(transaction, componentPath), id);
  return json === null ? null : (JSON.parse(json) as { state: JobState }).state;
}

/**
 * Moves a job to a new state. Returns `false` and changes nothing if the job has ended by success, failure or cancelling.
 * A job that ends leaves the queue.
 */
export function setJobState(
  transaction: Transaction,
  componentPath: string,
  id: string,
  state: JobState,
): boolean {
  const current = readJobState(transaction, componentPath, id);
  if (current === null || hasEnded(current)) return false;
  const change: ConvexObject = { state: { ...state } };
  if (hasEnded(state)) change.completedTime = transaction.nowMs;
  transaction.patch(jobTable(transaction, componentPath), id, change);
  if (hasEnded(state)) dequeueJob(transaction.db, id, transaction.nowMs);
  transaction.jobsChanged = true;
  return true;
}

function hasEnded({ kind }: JobState): boolean {
  return kind !== "pending" && kind !== "inProgress";
}

function jobTable(transaction: Transaction, componentPath: string): Tablet {
  return transaction.table(componentPath, SCHEDULED_FUNCTIONS);
}

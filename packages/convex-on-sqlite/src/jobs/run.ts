/** Runs a job: calls its function and records the result. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../engine/engine";
import { withoutRequestId } from "../engine/errors";
import { internalCall } from "../engine/internalCall";
import { errorFields, type LogFields, type Logger } from "../log";
import type { CallOptions, FunctionKind, LoadedApp } from "../types";
import type { MutationThrottle } from "./mutationThrottle";
import type { Job } from "../store/jobQueue";
import { endJob, type JobEnd } from "../engine/jobTransitions";

/** Convex's error of an action's job if the host ended during the action or failed to record its result. */
export const TRANSIENT_ERROR = "Transient error while executing action";

/** The parts of the engine that jobs need. */
export type JobEngine = Pick<
  Engine,
  "app" | "mutation" | "action" | "system" | "read" | "onJobsChanged" | "isServing"
>;

export interface RunParts {
  readonly engine: JobEngine;
  readonly log: Pick<Logger, "warn" | "error">;
  readonly mutationThrottle: MutationThrottle;
  /** Aborted when the host stops: a job that waits for the database to recover then stays in the queue. */
  readonly stopping: AbortSignal;
  /** Aborted when the host no longer waits for running jobs: the database may be closed, so their end is not written. */
  readonly abandoned: AbortSignal;
  /** Replaces the delays, for tests. */
  readonly wait?: typeof delay;
}

/** The first and the longest wait after a database error, in milliseconds. */
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;

/** The kind of the job's function; `undefined` if the app no longer has it. */
export function functionKindOf(app: LoadedApp, { address }: Pick<Job, "address">): FunctionKind | undefined {
  return app.components.get(address.componentPath)?.functions.get(address.name)?.kind;
}

/**
 * Runs a job to its durable end. A mutation is retried after a database error, because it was rolled back; an action is
 * never retried. Resolves without an end if the host stops before one can be written.
 */
export async function runJob(parts: RunParts, job: Job): Promise<void> {
  const { engine } = parts;
  switch (functionKindOf(engine.app, job)) {
    case "mutation":
      return parts.mutationThrottle.run(
        () => untilDurable(parts, job, () => runMutationJob(parts, job)),
        parts.stopping,
      );
    case "action": {
      const end = await runAction(parts, job);
      return untilDurable(parts, job, () => writeEnd(parts, job, end));
    }
    default: {
      const error = unrunnable(job, functionKindOf(engine.app, job));
      return untilDurable(parts, job, () => writeEnd(parts, job, { kind: "failed", error }));
    }
  }
}

/** Why a job can't run. Scheduling checks only that its function exists, and a newer version of the app may lack it. */
function unrunnable({ address }: Job, kind: FunctionKind | undefined): string {
  const { componentPath, name } = address;
  if (kind === undefined)
    return `Could not find function for '${name}'. It was scheduled by an earlier version of the app.`;
  const colon = name.lastIndexOf(":");
  const where = componentPath === "" ? "" : ` in component "${componentPath}"`;
  const defined = kind === "query" ? "Query" : "HttpAction";
  return `Unsupported function type. ${name.slice(colon + 1)} in module "${name.slice(0, colon)}.js"${where} is defined as a ${defined}. Only Mutation and Action can be scheduled.`;
}

/** Returns whether the job has ended: `false` after a database error, which rolled everything back. */
async function runMutationJob(parts: RunParts, job: Job): Promise<boolean> {
  const { engine, log } = parts;
  const outcome = await engine.mutation(job.address, job.args, { ...callOptions(job), job: { id: job.id } });
  if (outcome.ok) return true;
  log.warn("a scheduled function failed", { ...jobFields(job), error: outcome.error.message });
  if (outcome.error.internal === true) return false;
  return writeEnd(parts, job, { kind: "failed", error: withoutRequestId(outcome.error) });
}

async function runAction({ engine, log }: RunParts, job: Job): Promise<JobEnd> {
  try {
    const outcome = await engine.action(job.address, job.args, callOptions(job));
    if (outcome.ok) return { kind: "success" };
    log.warn("a scheduled function failed", { ...jobFields(job), error: outcome.error.message });
    return { kind: "failed", error: withoutRequestId(outcome.error) };
  } catch (thrown) {
    log.error("a scheduled function could not be run", { ...jobFields(job), ...errorFields(thrown) });
    return { kind: "failed", error: TRANSIENT_ERROR };
  }
}

async function writeEnd({ engine }: RunParts, job: Job, end: JobEnd): Promise<boolean> {
  await engine.system((transaction) => endJob(transaction, job.id, end));
  return true;
}

/** Repeats `attempt` with increasing delays until it returns `true` or the host stops. */
async function untilDurable(
  { log, stopping, abandoned, wait = delay }: RunParts,
  job: Job,
  attempt: () => Promise<boolean>,
): Promise<void> {
  for (let waitMs = BACKOFF_MS; ; waitMs = Math.min(2 * waitMs, MAX_BACKOFF_MS)) {
    if (abandoned.aborted) return;
    try {
      if (await attempt()) return;
    } catch (thrown) {
      log.error("the end of a scheduled function could not be written", {
        ...jobFields(job),
        ...errorFields(thrown),
      });
    }
    if (stopping.aborted) return;
    // The delay rejects only when the host stops.
    await wait(waitMs, undefined, { ref: false, signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
  }
}

function callOptions(job: Job): CallOptions {
  return job.ownerPath === null
    ? { ...internalCall(randomUUID()), caller: "Cron" }
    : internalCall(randomUUID(), job.id);
}

function jobFields(job: Job): LogFields {
  return { job: job.id, function: job.address.name, component: job.address.componentPath || undefined };
}

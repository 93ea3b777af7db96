/** The queue of jobs against the documents that functions see of them, and the crons against the queue. */
import { jobsInProgress, readJob } from "../../../host/store/jobQueue";
import type { Sqlite } from "../../../host/store/sqlite";
import { SCHEDULED_FUNCTIONS } from "../../../host/store/tablets";
import type { CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** Reports every job that is lost, left over, or in two states at once. */
export function checkJobs(db: Sqlite, documents: readonly CheckedDocument[], report: Report): void {
  const seen = new Set<string>();
  for (const { id, tablet, document } of documents) {
    if (tablet.name !== SCHEDULED_FUNCTIONS) continue;
    seen.add(id);
    const found = readJob(db, id);
    const state = stateOf(document.state);
    if (found === null) {
      report("job", `job ${id} is ${state}, and not in the queue`);
      continue;
    }
    const { job } = found;
    const queueState = state === "pending" || state === "inProgress" ? state : "ended";
    if (found.state !== queueState) report("job", `job ${id} is ${state}, and ${found.state} in the queue`);
    if (job.ownerPath !== tablet.componentPath) report("job", `job ${id} has another owner in the queue`);
    if (job.address.name !== document.name) report("job", `job ${id} has another function in the queue`);
    if (queueState === "ended") {
      if (typeof document.completedTime !== "number") report("job", `job ${id} has ended at no time`);
      continue;
    }
    if (job.dueMs !== document.scheduledTime) report("job", `job ${id} is due at another time in the queue`);
    if (JSON.stringify([job.args]) !== JSON.stringify(document.args))
      report("job", `job ${id} has other arguments in the queue`);
  }
  for (const [id, owner, state] of db.rows("SELECT id, owner, state FROM jobs")) {
    if (owner !== null && !seen.has(String(id)))
      report("job", `job ${id} is in the queue without a document`);
    if (owner === null && state === "ended") report("job", `the run ${id} of a cron has ended and is kept`);
  }
  for (const [identifier, next] of db.rows("SELECT identifier, next_ms FROM crons")) {
    if (typeof next !== "number" || next <= 0) report("job", `cron ${identifier} is never due`);
  }
}

/** Reports jobs that are marked as running: right after a start there are none from before it. */
export function checkNoRunningJobs(db: Sqlite, report: Report): void {
  for (const id of jobsInProgress(db)) report("job", `job ${id} is marked as running`);
}

function stateOf(state: unknown): string {
  return typeof state === "object" && state !== null && "kind" in state ? String(state.kind) : "in no state";
}

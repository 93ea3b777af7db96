/** Checks the job queue against the documents of scheduled functions, and the crons against the queue. */
import { jobsInProgress, readJob } from "../../src/store/jobQueue";
import type { Sqlite } from "../../src/store/sqlite";
import { SCHEDULED_FUNCTIONS } from "../../src/store/tablets";
import type { CheckedDocument } from "./documents";
import type { Report } from "./finding";

/** Reports jobs that are lost, left over, or in inconsistent states. */
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
      if (typeof document.completedTime !== "number")
        report("job", `job ${id} has ended without a completion time`);
      continue;
    }
    if (job.dueMs !== document.scheduledTime) report("job", `job ${id} is due at another time in the queue`);
    if (JSON.stringify([job.args]) !== JSON.stringify(document.args))
      report("job", `job ${id} has other arguments in the queue`);
  }
  for (const [id, owner, state] of db.rows("SELECT id, owner, state FROM jobs")) {
    if (owner !== null && !seen.has(String(id)))
      report("job", `job ${id} is in the queue without a document`);
    if (owner === null && state === "ended") report("job", `the ended run ${id} of a cron was not deleted`);
  }
  for (const [identifier, next] of db.rows("SELECT identifier, next_ms FROM crons")) {
    if (typeof next !== "number" || next <= 0) report("job", `cron ${identifier} is never due`);
  }
}

/** Reports jobs marked as running: right after a start there must be none from before it. */
export function checkNoRunningJobs(db: Sqlite, report: Report): void {
  for (const id of jobsInProgress(db)) report("job", `job ${id} is marked as running`);
}

function stateOf(state: unknown): string {
  return typeof state === "object" && state !== null && "kind" in state ? String(state.kind) : "in no state";
}

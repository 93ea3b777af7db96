/** State changes of a job: its queue row and its document change together, in the current transaction. */
import { setJobState } from "./schedule";
import type { Transaction } from "./transaction";
import { SCHEDULED_FUNCTIONS } from "../store/tablets";
import { dequeueJob, deleteJobRow, markInProgress, readJob, type Job } from "../store/jobQueue";

/** The end of a run. */
export type JobEnd = { readonly kind: "success" } | { readonly kind: "failed"; readonly error: string };

/** Marks a pending job as running. */
export function beginJob(transaction: Transaction, job: Job): void {
  markInProgress(transaction.db, job.id);
  if (job.ownerPath !== null) setJobState(transaction, job.ownerPath, job.id, { kind: "inProgress" });
}

/** Ends a pending or running job; returns `false` and changes nothing if it has ended already or does not exist. */
export function endJob(transaction: Transaction, id: string, end: JobEnd): boolean {
  const found = readJob(transaction.db, id);
  if (found === null || found.state === "ended") return false;
  const { ownerPath } = found.job;
  if (ownerPath !== null) return setJobState(transaction, ownerPath, id, end);
  dequeueJob(transaction.db, id, transaction.nowMs);
  return true;
}

/**
 * Call this before a job's mutation runs, in its transaction: the mutation sees its own job as running, while all others
 * see it as pending until the commit. Returns `false` if the job was cancelled or has ended: it must not run.
 */
export function claimJob(transaction: Transaction, id: string): boolean {
  const found = readJob(transaction.db, id);
  if (found?.state !== "pending") return false;
  beginJob(transaction, found.job);
  return true;
}

/** Deletes an ended job and its document. */
export function deleteEndedJob(transaction: Transaction, job: Job): void {
  deleteJobRow(transaction.db, job.id);
  const tablet =
    job.ownerPath === null ? undefined : transaction.tablets.named(job.ownerPath, SCHEDULED_FUNCTIONS);
  if (tablet !== undefined) transaction.remove(tablet, job.id);
}

/** What becomes of a job: its row in the queue and its document change together, in the transaction at hand. */
import { setJobState } from "./schedule";
import type { Transaction } from "./transaction";
import { SCHEDULED_FUNCTIONS } from "../store/tablets";
import { dequeueJob, forgetJob, markInProgress, readJob, type Job } from "../store/jobQueue";

/** How a run ended. */
export type JobEnd = { readonly kind: "success" } | { readonly kind: "failed"; readonly error: string };

/** Marks a pending job as running. */
export function beginJob(transaction: Transaction, job: Job): void {
  markInProgress(transaction.db, job.id);
  if (job.ownerPath !== null) setJobState(transaction, job.ownerPath, job.id, { kind: "inProgress" });
}

/** Ends a job that waits or runs; answers `false` and changes nothing where it has ended already or never was. */
export function endJob(transaction: Transaction, id: string, end: JobEnd): boolean {
  const found = readJob(transaction.db, id);
  if (found === null || found.state === "ended") return false;
  const { ownerPath } = found.job;
  if (ownerPath !== null) return setJobState(transaction, ownerPath, id, end);
  dequeueJob(transaction.db, id, transaction.nowMs);
  return true;
}

/**
 * To be called before a job's mutation runs, in its transaction: the mutation sees its own job as running, while for
 * all others it waits until it has ended. Answers `false` where the job was cancelled, or has ended, before: it must not run.
 */
export function claimJob(transaction: Transaction, id: string): boolean {
  const found = readJob(transaction.db, id);
  if (found?.state !== "pending") return false;
  beginJob(transaction, found.job);
  return true;
}

/** Deletes an ended job with its document. */
export function deleteEndedJob(transaction: Transaction, job: Job): void {
  forgetJob(transaction.db, job.id);
  const tablet =
    job.ownerPath === null ? undefined : transaction.tablets.named(job.ownerPath, SCHEDULED_FUNCTIONS);
  if (tablet !== undefined) transaction.remove(tablet, job.id);
}

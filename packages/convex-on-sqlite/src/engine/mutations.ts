/** Runs mutations to their durable end: deduplicated for client sessions, and atomic with the job they belong to. */
import { claimJob, endJob } from "./jobTransitions";
import { errorFields, type Logger } from "../log";
import { StoreError, type Sqlite } from "../store/sqlite";
import type { MutationOptions } from "../types";
import { runInTransaction, type CallHost, type IncomingCall } from "./calls";
import type { Clock } from "./clock";
import { clientLine } from "./console";
import type { Committer, TransactionEnd } from "./committer";
import type { CallResult } from "./errors";
import { findStoredResult, storeResult } from "./sessions";
import type { Transaction } from "./transaction";

type Extras = Pick<MutationOptions, "dedupe" | "job">;

/** The end of a mutation; `ts` is the one of its commit, or of the state it saw. */
interface MutationEnd {
  readonly result: CallResult;
  readonly ts: bigint;
  readonly logLines: readonly string[];
}

/** The parts of the engine that mutations need. */
export interface MutationParts {
  readonly db: Sqlite;
  readonly clock: Clock;
  readonly commits: Committer;
  readonly host: CallHost;
  readonly log: Pick<Logger, "error">;
}

/** Runs a mutation to its durable end. A database error becomes a failure of the call, marked as internal. */
export async function commitMutation(
  parts: MutationParts,
  incoming: IncomingCall,
  extras: Extras = {},
): Promise<MutationEnd> {
  try {
    return await parts.commits.commit((transaction) => runIn(transaction, parts, incoming, extras));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    parts.log.error("a mutation could not be committed", errorFields(error));
    const result: CallResult = { ok: false, failure: { message: error.message, internal: true } };
    return { result, ts: parts.commits.durableTs, logLines: [] };
  }
}

async function runIn(
  transaction: Transaction,
  { clock, db, host }: MutationParts,
  incoming: IncomingCall,
  { dedupe, job }: Extras,
): Promise<TransactionEnd<MutationEnd>> {
  const earlier = dedupe === undefined ? null : findStoredResult(db, dedupe);
  if (earlier !== null) {
    const result: CallResult = { ok: true, value: earlier.value };
    return { keep: false, result: { result, ts: earlier.ts, logLines: earlier.logLines } };
  }
  if (job !== undefined && !claimJob(transaction, job.id)) {
    // The job was cancelled or has ended: nothing to do, and nothing failed.
    const result: CallResult = { ok: true, value: "null" };
    return { keep: false, result: { result, ts: clock.lastTs, logLines: [] } };
  }
  const { result } = await runInTransaction(host, transaction, incoming);
  const logLines = incoming.logLines.map(clientLine);
  // After some errors SQLite has rolled back everything, so the group can't continue.
  if (transaction.failure !== null && !db.inTransaction) throw transaction.failure;
  if (!result.ok) return { keep: false, result: { result, ts: clock.lastTs, logLines } };
  // The job's success commits with its effects. A mutation that cancelled its own job keeps its effects as well.
  if (job !== undefined) endJob(transaction, job.id, { kind: "success" });
  const ts = transaction.hasWritten ? transaction.commitTs : clock.lastTs;
  if (dedupe !== undefined)
    storeResult(db, dedupe, { value: result.value, logLines, ts }, transaction.commitTs);
  // A cron's run changes rows of the host, even if it wrote no document.
  const keep = transaction.hasWritten || dedupe !== undefined || job !== undefined;
  return { keep, result: { result, ts, logLines } };
}

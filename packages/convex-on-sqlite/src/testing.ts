/**
 * What tests and measurements of an app on this host look at: its database, its transactions, its limits. It may change with any
 * version.
 */
export { type LoadOptions, loadApp } from "./code/loader";
export { type CallObserver, setCallObserver } from "./engine/callObserver";
export { type SyscallHandler, toJsonText } from "./engine/context";
export { TRANSACTION_LIMITS } from "./engine/limits";
export { type ObservedTransaction, setTransactionObserver } from "./engine/transactionObserver";
export { nextCronMs } from "./jobs/crons";
export { ReadSetIndex } from "./engine/readSetIndex";
export { decodeTs, encodeTs } from "./live/versions";
export { vectorThread } from "./search/startVectorThread";
export { readMeta, writeMeta } from "./store/format";
export { earlierOf, jobsInProgress, nextJobMs } from "./store/jobQueue";
export { Sqlite } from "./store/sqlite";
export { type Tablets } from "./store/tablets";
export { type ConvexJson, type LoadedFunction, type ReadSet, type WriteSet } from "./types";
export { tableNumberOf } from "./values/ids";
export {
  type CheckResult,
  type CheckedDocument,
  type Finding,
  type Report,
  type Schemas,
  type StoredClock,
  checkAggregate,
  checkDatabase,
  checkNoRunningJobs,
  readClock,
  schemasOf,
} from "../test/invariants";

/**
 * What tests and measurements of an app on this host look at: its database, its transactions, its limits. It may change with any
 * version.
 */
export { type LoadOptions, loadApp } from "./code/loader";
export { type CallObserver, setCallObserver } from "./engine/callObserver";
export { consoleSinkTo, setConsoleSink } from "./engine/console";
export { type SyscallHandler, toJsonText } from "./engine/context";
export { withoutRequestId } from "./engine/errors";
export { internalCall } from "./engine/internalCall";
export { TRANSACTION_LIMITS } from "./engine/limits";
export { type ObservedTransaction, setTransactionObserver } from "./engine/transactionObserver";
export { nextCronMs } from "./jobs/crons";
export { ReadSetIndex } from "./live/readSetIndex";
export { decodeTs, encodeTs } from "./live/versions";
export { filterHash } from "./search/filterHash";
export { newVectorThread, vectorThread } from "./search/startVectorThread";
export { type VectorRow, createVectorIndex, unitVector, writeVectorRow } from "./search/vectorIndex";
export { VectorSearcher } from "./search/vectorSearcher";
export { takeDataDir } from "./store/dataDir";
export { prepareFormat, readMeta, writeMeta } from "./store/format";
export { earlierOf, jobsInProgress, nextJobMs } from "./store/jobQueue";
export { checkLeftovers } from "./store/leftovers";
export { Sqlite } from "./store/sqlite";
export { startFileCheck } from "./store/startFileCheck";
export { type Tablets } from "./store/tablets";
export {
  type CallOptions,
  type ConvexJson,
  type LoadedFunction,
  type Outcome,
  type ReadSet,
  type WriteSet,
} from "./types";
export { openUpgraded } from "./upgrade";
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
export { queryOnce } from "../test/queryOnce";

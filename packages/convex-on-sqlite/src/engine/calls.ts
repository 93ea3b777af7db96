/** Runs a top-level call in a transaction: finds the function, runs it with a timeout, closes its syscalls. */
import type { Tablets } from "../store/tablets";
import type {
  CallerKind,
  ConvexJson,
  FunctionAddress,
  LoadedApp,
  LogLine,
  RequestMeta,
  Visibility,
} from "../types";
import { findFunction, isSystemName } from "./addresses";
import { completionOf, type CallListeners } from "./completion";
import type { CallScope } from "./context";
import { timeoutFailure, type CallResult } from "./errors";
import { DeterministicGlobals } from "./deterministicGlobals";
import { call } from "./invoke";
import type { Machine } from "./machine";
import { MutationSyscalls } from "./mutationSyscalls";
import { QuerySyscalls, type TransactionCaller } from "./querySyscalls";
import { withTimeout } from "./timeout";
import type { Transaction, TransactionKind } from "./transaction";
import { isObserved, observeTransaction } from "./transactionObserver";

/** The parts of the engine that a call needs. */
export interface CallHost extends CallListeners {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  readonly machine: Machine;
  /** Begins a transaction that sees committed state only. */
  readonly beginSnapshot: () => Transaction;
  /** The time limit of a query or mutation, in milliseconds. */
  readonly timeoutMs: number;
}

/** A top-level call. */
export interface IncomingCall {
  readonly address: FunctionAddress;
  readonly args: ConvexJson;
  readonly visibility: Visibility;
  readonly meta: RequestMeta;
  /** Collects the log lines of its functions. */
  readonly logLines: LogLine[];
  readonly caller: CallerKind;
  /** The action that made it. */
  readonly parentExecutionId: string | null;
}

/** The result of a call, the journal of the page it read, and whether the result depends on the time. */
export interface CallEnd {
  readonly result: CallResult;
  readonly journal: string | null;
  readonly dependsOnTime: boolean;
}

/**
 * Runs a function of the transaction's kind in it; the caller commits it or rolls it back. `journal` comes from an earlier
 * run of the same query, if any. A handler that never settles would block every other transaction: after the time limit
 * its call fails, and its later syscalls are rejected.
 */
export async function runInTransaction(
  host: CallHost,
  transaction: Transaction,
  incoming: IncomingCall,
  journal: string | null = null,
): Promise<CallEnd> {
  const found = findFunction(host.app, incoming.address, [transaction.kind], incoming.visibility);
  if (!found.ok) return { result: found, journal: null, dependsOnTime: false };
  const { fn } = found;
  const { meta, logLines } = incoming;
  // The time is the transaction's: it may begin long after the request it belongs to.
  const deterministic = new DeterministicGlobals(transaction.nowMs);
  const scope: CallScope = { meta, logLines, deterministic, machine: host.machine };
  const syscalls = syscallsFor(
    transaction.kind,
    {
      app: host.app,
      address: fn.address,
      scope,
      transaction,
      level: 0,
      beginSnapshot: host.beginSnapshot,
      nested: syscallsFor,
    },
    journal,
  );
  const isSystem = isSystemName(fn.address.name);
  if (!isSystem) host.onBegin?.(fn);
  const startedMs = performance.now();
  const work = call(host.tablets, fn, incoming.args, scope, syscalls);
  const ended = await withTimeout(host.timeoutMs, work, (limitMs) => {
    transaction.timedOut = true;
    return timeoutFailure(limitMs);
  });
  syscalls.close();
  const result = resultIn(transaction, ended);
  if (isObserved() && result.ok)
    observeTransaction({
      name: fn.address.name,
      kind: transaction.kind,
      reads: transaction.reads.readSet(),
      writes: transaction.writeLog.writeSet(),
    });
  if (!isSystem) host.onCompletion?.(completionOf(fn, { ...incoming, startedMs, transaction }, result));
  const dependsOnTime = deterministic.clockRead || transaction.timedOut;
  return { result, journal: syscalls.journal, dependsOnTime };
}

function syscallsFor(
  kind: TransactionKind,
  caller: TransactionCaller,
  journal: string | null = null,
): QuerySyscalls {
  return kind === "mutation" ? new MutationSyscalls(caller) : new QuerySyscalls(caller, journal);
}

function resultIn(transaction: Transaction, result: CallResult): CallResult {
  const { failure, kind } = transaction;
  if (failure !== null) return { ok: false, failure: { message: failure.message, internal: true } };
  return result.ok && kind === "mutation"
    ? { ok: true, value: transaction.resolvePlaceholders(result.value) }
    : result;
}

/** Calls from outside into a transaction: the function found, run under a watchdog, its transaction closed. */
import type { Tablets } from "../store/tablets";
import type { ConvexJson, FunctionAddress, LoadedApp, LogLine, RequestMeta } from "../types";
import { findFunction } from "./addresses";
import type { CallScope } from "./context";
import { timeoutFailure, type CallResult } from "./errors";
import { DeterministicGlobals } from "./deterministicGlobals";
import { call } from "./invoke";
import { MutationSyscalls } from "./mutationSyscalls";
import { QuerySyscalls, type TransactionCaller } from "./querySyscalls";
import { withTimeout } from "./timeout";
import type { Transaction, TransactionKind } from "./transaction";

/** What a call needs of the engine. */
export interface CallHost {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  /** Begins a transaction on the committed state. */
  readonly beginSnapshot: () => Transaction;
  /** How long a query or mutation may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** A call as it comes from outside. */
export interface IncomingCall {
  readonly address: FunctionAddress;
  readonly args: ConvexJson;
  readonly visibility: "public" | "any";
  readonly meta: RequestMeta;
  /** Takes the lines that its functions write. */
  readonly logLines: LogLine[];
}

/** How a call ended: with the journal of its page, and whether its result depends on the time. */
export interface CallEnd {
  readonly result: CallResult;
  readonly journal: string | null;
  readonly dependsOnTime: boolean;
}

/**
 * Runs a function of the transaction's kind in it; the caller commits it or rolls it back. `journal` is what an earlier
 * run of the same query answered, if any. A handler that never settles would hold up every other transaction: after the
 * time limit its call counts as failed, and what it still does reaches the database no more.
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
  // The clock is the transaction's own: it may begin long after the request it belongs to.
  const deterministic = new DeterministicGlobals(transaction.nowMs);
  const scope: CallScope = { meta, logLines, deterministic };
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
  const work = call(host.tablets, fn, incoming.args, scope, syscalls);
  const ended = await withTimeout(host.timeoutMs, work, (limitMs) => {
    transaction.timedOut = true;
    return timeoutFailure(limitMs);
  });
  syscalls.close();
  const dependsOnTime = deterministic.clockRead || transaction.timedOut;
  return { result: resultIn(transaction, ended), journal: syscalls.journal, dependsOnTime };
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

/** Calls from outside into a transaction: the function found, run under a watchdog, its transaction closed. */
import type { Tablets } from "../store/tablets";
import type { ConvexJson, FunctionAddress, LoadedApp, LoadedFunction } from "../types";
import { findFunction } from "./addresses";
import { timedOut, type CallResult } from "./errors";
import { call, newScope, type CallScope } from "./invoke";
import { MutationSyscalls } from "./mutationSyscalls";
import { QuerySyscalls, type TransactionCaller } from "./querySyscalls";
import { within } from "./timeLimit";
import type { Transaction } from "./transaction";

/** What a call needs of the engine. */
export interface CallHost {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  /** Begins a transaction on the committed state. */
  beginSnapshot(): Transaction;
  /** How long a query or mutation may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** A call as it comes from outside. */
export interface IncomingCall {
  readonly address: FunctionAddress;
  readonly args: ConvexJson;
  readonly visibility: "public" | "any";
  readonly scope: CallScope;
}

/** Runs a query in a transaction. `journal` is what an earlier run of the same query answered, if any. */
export async function runQuery(
  host: CallHost,
  transaction: Transaction,
  incoming: IncomingCall,
  journal: string | null,
): Promise<{ readonly result: CallResult; readonly journal: string | null; readonly sawTime: boolean }> {
  const found = findFunction(host.app, incoming.address, ["query"], incoming.visibility);
  if (!found.ok) return { result: found, journal: null, sawTime: false };
  const scope = scopeIn(transaction, incoming.scope);
  const syscalls = new QuerySyscalls(callerOf(host, transaction, found.fn, scope), journal);
  const result = await guarded(host, transaction, found.fn, incoming.args, scope, syscalls);
  return { result, journal: syscalls.journal, sawTime: scope.sawTime || transaction.ranOut };
}

/** Runs a mutation in a transaction, which the caller commits or rolls back. */
export async function runMutation(
  host: CallHost,
  transaction: Transaction,
  incoming: IncomingCall,
): Promise<CallResult> {
  const found = findFunction(host.app, incoming.address, ["mutation"], incoming.visibility);
  if (!found.ok) return found;
  const scope = scopeIn(transaction, incoming.scope);
  const syscalls = new MutationSyscalls(callerOf(host, transaction, found.fn, scope));
  const result = await guarded(host, transaction, found.fn, incoming.args, scope, syscalls);
  return result.ok ? { ok: true, value: transaction.resolved(result.value) } : result;
}

/**
 * The clock and the chance of a transaction are its own: it may begin long after the request it belongs to, as one that
 * an action calls at its end does.
 */
function scopeIn(transaction: Transaction, { meta, logLines }: CallScope): CallScope {
  return newScope(meta, transaction.nowMs, logLines);
}

function callerOf(
  host: CallHost,
  transaction: Transaction,
  fn: LoadedFunction,
  scope: CallScope,
): TransactionCaller {
  return {
    app: host.app,
    address: fn.address,
    scope,
    transaction,
    level: 0,
    beginSnapshot: () => host.beginSnapshot(),
    nested: (kind, caller) =>
      kind === "mutation" ? new MutationSyscalls(caller) : new QuerySyscalls(caller),
  };
}

/**
 * A handler that never settles would hold up every other transaction: after the time limit its call counts as failed,
 * and what it still does reaches the database no more.
 */
async function guarded(
  host: CallHost,
  transaction: Transaction,
  fn: LoadedFunction,
  args: ConvexJson,
  scope: CallScope,
  syscalls: QuerySyscalls,
): Promise<CallResult> {
  const work = call(host.tablets, fn, args, scope, syscalls);
  const result = await within(host.timeoutMs, work, (limitMs) => {
    transaction.ranOut = true;
    return timedOut(limitMs);
  });
  syscalls.close();
  if (transaction.failure === null) return result;
  return { ok: false, failure: { message: transaction.failure.message, internal: true } };
}

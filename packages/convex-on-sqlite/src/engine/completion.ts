/** The end of a call, for the log that admins follow. */
import { randomUUID } from "node:crypto";
import type { CallerKind, FunctionAddress, LoadedFunction, LogLine } from "../types";
import type { IncomingCall } from "./calls";
import type { CallResult } from "./errors";
import type { DocumentCounts, Transaction } from "./transaction";

export interface Completion {
  readonly address: FunctionAddress;
  readonly kind: LoadedFunction["kind"];
  readonly inNode: boolean;
  readonly requestId: string;
  readonly executionId: string;
  /** The action that made the call. */
  readonly parentExecutionId: string | null;
  readonly caller: CallerKind;
  readonly logLines: readonly LogLine[];
  /** The status of an HTTP action's response; `"success"` for other calls. Meaningless if the call failed. */
  readonly status: string;
  /** `null` if the call succeeded. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The documents that a query or mutation read and wrote, by table. */
  readonly documents: ReadonlyMap<string, DocumentCounts>;
}

/** Who follows the calls that are not nested in another one's transaction, those of system functions excepted. */
export interface CallListeners {
  readonly onBegin?: ((fn: Pick<LoadedFunction, "kind" | "inNode">) => void) | undefined;
  readonly onCompletion?: ((completion: Completion) => void) | undefined;
}

/** What is known of a call before it ends. `startedMs` is from `performance.now()`. */
type Begun = Pick<IncomingCall, "meta" | "logLines" | "caller" | "parentExecutionId"> & {
  readonly startedMs: number;
  readonly executionId?: string;
  readonly transaction?: Transaction;
};

export function completionOf(
  fn: Pick<LoadedFunction, "address" | "kind" | "inNode">,
  { meta, startedMs, executionId = randomUUID(), transaction, logLines, caller, parentExecutionId }: Begun,
  result: CallResult,
  status = "success",
): Completion {
  return {
    ...{ address: fn.address, kind: fn.kind, inNode: fn.inNode, requestId: meta.requestId },
    ...{ executionId, parentExecutionId, caller, logLines, status },
    error: result.ok ? null : result.failure.message,
    durationMs: performance.now() - startedMs,
    documents: transaction?.documentCounts(result.ok) ?? new Map<string, DocumentCounts>(),
  };
}

/** The end of a call, for the log that admins follow. */
import { randomUUID } from "node:crypto";
import type { CallerKind, FunctionAddress, LoadedFunction, LogLine } from "../types";
import type { IncomingCall } from "./calls";
import type { CallResult } from "./errors";

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
}

/** What is known of a call before it ends. `startedMs` is from `performance.now()`. */
type Begun = Pick<IncomingCall, "meta" | "logLines" | "caller" | "parentExecutionId"> & {
  readonly startedMs: number;
  readonly executionId?: string;
};

export function completionOf(
  fn: Pick<LoadedFunction, "address" | "kind" | "inNode">,
  { meta, startedMs, executionId = randomUUID(), logLines, caller, parentExecutionId }: Begun,
  result: CallResult,
  status = "success",
): Completion {
  return {
    ...{ address: fn.address, kind: fn.kind, inNode: fn.inNode, requestId: meta.requestId },
    ...{ executionId, parentExecutionId, caller, logLines, status },
    error: result.ok ? null : result.failure.message,
    durationMs: performance.now() - startedMs,
  };
}

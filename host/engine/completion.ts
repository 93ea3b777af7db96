/** The end of a call, for the log that admins follow. */
import type { FunctionAddress, LoadedFunction, LogLine } from "../types";
import type { IncomingCall } from "./calls";
import type { CallResult } from "./errors";

export interface Completion {
  readonly address: FunctionAddress;
  readonly kind: LoadedFunction["kind"];
  readonly inNode: boolean;
  readonly requestId: string;
  readonly scheduledFunctionId: string | null;
  readonly nested: boolean;
  /** Empty for a nested call, whose lines are part of its caller's. */
  readonly logLines: readonly LogLine[];
  /** `null` if the call succeeded. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** `startedMs` is from `performance.now()`. */
export function completionOf(
  fn: Pick<LoadedFunction, "address" | "kind" | "inNode">,
  { meta, logLines, nested }: Pick<IncomingCall, "meta" | "logLines" | "nested">,
  startedMs: number,
  result: CallResult,
): Completion {
  const { requestId, scheduledFunctionId } = meta;
  return {
    ...{ address: fn.address, kind: fn.kind, inNode: fn.inNode, requestId, scheduledFunctionId, nested },
    logLines: nested ? [] : logLines,
    error: result.ok ? null : result.failure.message,
    durationMs: performance.now() - startedMs,
  };
}

/** Calls made by the host itself or its operator, not by a client. */
import type { CallOptions } from "../types";

/** Call options that allow any function. `scheduledFunctionId` is the job that the call runs, if any. */
export function internalCall(requestId: string, scheduledFunctionId: string | null = null): CallOptions {
  const meta = { ip: null, userAgent: null, requestId, scheduledFunctionId, authToken: null };
  return { visibility: "any", meta };
}

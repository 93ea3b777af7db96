/** Calls that come from the host itself, or from who runs it, and from no client. */
import type { CallOptions } from "../types";

/** Options of such a call: it may have any function. `scheduledFunctionId` is the job that it runs, if it runs one. */
export function internalCall(requestId: string, scheduledFunctionId: string | null = null): CallOptions {
  const meta = { ip: null, userAgent: null, requestId, scheduledFunctionId, authToken: null };
  return { visibility: "any", meta };
}

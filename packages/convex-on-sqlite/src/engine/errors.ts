/** Errors of functions, in the form that callers and clients receive. */
import { randomBytes } from "node:crypto";
import { StoreError } from "../store/sqlite";
import { isErrorLike, errorText } from "../errorText";
import type { ConvexJson, FunctionError, LoadedFunction } from "../types";
import { framesOf } from "./stackFrames";

/** Why a call failed. A calling function receives `message` as the message of its error. */
export interface Failure {
  readonly message: string;
  /** The data of a `ConvexError`, decoded. */
  readonly data?: ConvexJson;
  /** The host failed, not the function: nothing was written, and retrying the call may succeed. */
  readonly internal?: true;
}

/** The result of a call inside the engine. */
export type CallResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly failure: Failure };

/** Thrown from a syscall; the library passes the failed call's message and data to the calling function. */
export class NestedCallError extends Error {
  declare readonly data?: ConvexJson;
  constructor(failure: Failure) {
    super(failure.message);
    // The library treats any `data` property, even undefined, as the data of a ConvexError.
    if (failure.data !== undefined) this.data = failure.data;
  }
}

/** An error of the host itself, without "Uncaught", thrown where there is no result to fail, as in an HTTP action. */
export class HostError extends Error {}

/** A failure reported by the host itself, without a function's "Uncaught". */
export function failedCall(message: string): CallResult & { ok: false } {
  return { ok: false, failure: { message: withFrames(message, []) } };
}

/** A message with its frames as Convex prints them: each on a line that ends with a line break, and so does the message. */
function withFrames(message: string, frames: readonly string[]): string {
  return [message, ...frames, ""].join("\n");
}

/** The failure of a call that exceeded its time limit. */
export function timeoutFailure(limitMs: number): CallResult & { ok: false } {
  return failedCall(timeoutMessage(limitMs));
}

/** The failure of an action that exceeded its time limit. Convex's Node runtime has words of its own for it. */
export function actionTimeoutFailure(
  { address, inNode }: Pick<LoadedFunction, "address" | "inNode">,
  limitMs: number,
): CallResult & { ok: false } {
  if (!inNode) return timeoutFailure(limitMs);
  const name = address.name.slice(address.name.lastIndexOf(":") + 1);
  return failedCall(`Action \`${name}\` execution timed out (maximum duration ${limitMs / 1000}s)`);
}

/** Convex's message for a call that took longer than `limitMs` milliseconds. */
export function timeoutMessage(limitMs: number): string {
  return `Function execution timed out (maximum duration: ${limitMs / 1000}s)`;
}

/** Describes a thrown value in Convex's format. Never throws. */
export function describeThrown(thrown: unknown): Failure {
  if (thrown instanceof StoreError) return { message: thrown.message, internal: true };
  const text = `Uncaught ${errorText(thrown)}`;
  try {
    if (!isErrorLike(thrown)) return { message: withFrames(text, []) };
    const message = withFrames(text, framesOf(thrown));
    const data = convexErrorData(thrown);
    return data === null ? { message } : { message, data: JSON.parse(data) as ConvexJson };
  } catch {
    return { message: withFrames(text, []) };
  }
}

/** The error that a client receives. */
export function toFunctionError(failure: Failure, requestId: string): FunctionError {
  const id = requestId === "" ? randomBytes(8).toString("hex") : requestId;
  return { ...failure, message: `[Request ID: ${id}] Server Error\n${failure.message}` };
}

/** An error's message without the request id, which is useless in a job's document or at a start. */
export function withoutRequestId(error: FunctionError): string {
  return error.message.replace(/^\[Request ID: [^\]]*\] Server Error\n/, "");
}

/** The data of a `ConvexError`, as JSON text; `null` for any other value. */
export function convexErrorData(thrown: unknown): string | null {
  if (!isErrorLike(thrown) || !("ConvexErrorSymbol" in thrown) || !("data" in thrown)) return null;
  return typeof thrown.data === "string" ? thrown.data : null;
}

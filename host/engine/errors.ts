/** What a function threw, as its caller and the clients see it. */
import { randomBytes } from "node:crypto";
import { StoreError } from "../store/sqlite";
import { isErrorLike, errorText } from "../errorText";
import type { ConvexJson, FunctionError } from "../types";
import { appFrames } from "./appFrames";

/** Why a call failed. `message` is what a calling function gets as the message of its error. */
export interface Failure {
  readonly message: string;
  /** The data of a `ConvexError`, decoded. */
  readonly data?: ConvexJson;
  /** The host failed, not the function: nothing was written, and the same call may succeed later. */
  readonly internal?: true;
}

/** The end of a call inside the engine. */
export type CallResult =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly failure: Failure };

/** Thrown out of a syscall so that the library hands a failed call's message and data to the function that called. */
export class NestedCallError extends Error {
  declare readonly data?: ConvexJson;
  constructor(failure: Failure) {
    super(failure.message);
    // The library takes any `data`, even undefined on the object, for that of a ConvexError.
    if (failure.data !== undefined) this.data = failure.data;
  }
}

/** Thrown where there is no result to fail, as in an HTTP action: what the host states itself, without "Uncaught". */
export class HostError extends Error {}

/** A failure that the host states itself, without a function's "Uncaught". */
export function failedCall(message: string): CallResult & { ok: false } {
  return { ok: false, failure: { message } };
}

/** The failure of a call that took longer than it may. */
export function timeoutFailure(limitMs: number): CallResult & { ok: false } {
  return failedCall(timeoutMessage(limitMs));
}

/** What Convex says of a call that took longer than `limitMs` milliseconds. */
export function timeoutMessage(limitMs: number): string {
  return `Function execution timed out (maximum duration: ${limitMs / 1000}s)`;
}

/** What a handler threw, told as Convex tells it. Never throws itself. */
export function describeThrown(thrown: unknown): Failure {
  if (thrown instanceof StoreError) return { message: thrown.message, internal: true };
  const text = `Uncaught ${errorText(thrown)}`;
  try {
    if (!isErrorLike(thrown)) return { message: text };
    const message = `${text}${stackFrames(thrown)}`;
    const data = convexErrorData(thrown);
    return data === null ? { message } : { message, data: JSON.parse(data) as ConvexJson };
  } catch {
    return { message: text };
  }
}

/** The error that a client gets. */
export function toFunctionError(failure: Failure, requestId: string): FunctionError {
  const id = requestId === "" ? randomBytes(8).toString("hex") : requestId;
  return { ...failure, message: `[Request ID: ${id}] Server Error\n${failure.message}` };
}

/** A failure's message for whom no request's id would help: the readers of a job, or whoever starts the host. */
export function withoutRequestId(error: FunctionError): string {
  return error.message.replace(/^\[Request ID: [^\]]*\] Server Error\n/, "");
}

/** The data of a `ConvexError` as the JSON text with which it leaves its function; `null` for anything else. */
export function convexErrorData(thrown: unknown): string | null {
  if (!isErrorLike(thrown) || !("ConvexErrorSymbol" in thrown) || !("data" in thrown)) return null;
  return typeof thrown.data === "string" ? thrown.data : null;
}

/**
 * The frames of a stack that lie in the app's own sources. Those in the message, which a nested call's error has, are not
 * the stack's own.
 */
function stackFrames({ message, stack = "" }: Error): string {
  const at = stack.indexOf(message);
  return appFrames(stack.slice(at < 0 ? 0 : at + message.length));
}

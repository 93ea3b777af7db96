/** Calls a function: validates arguments, runs the handler in its context, validates the result. */
import { tableNames } from "../store/conformance";
import type { Tablets } from "../store/tablets";
import type { ConvexJson, LoadedFunction } from "../types";
import { isWithinCallLimits, callLimitError } from "../values/callLimits";
import { validationError } from "../values/validate";
import { isErrorLike } from "../errorText";
import { endChanges, UNCHANGED } from "./callChanges";
import { writeText } from "./console";
import type { CallScope, ExecutionContext, Unhandled } from "./context";
import { runInContext } from "./runningCall";
import { describeThrown, failedCall, timeoutFailure, type CallResult } from "./errors";
import { observeCall } from "./callObserver";
import { countCall } from "./callTotals";
import { afterFunction, beforeFunction, undoValues } from "./intrinsicChanges";
import type { Syscalls } from "./syscalls";

/** Runs a function to its end. Never throws: errors in the handler, the arguments or the result become the call's result. */
export async function call(
  tablets: Tablets,
  fn: LoadedFunction,
  args: ConvexJson,
  scope: CallScope,
  syscalls: Syscalls,
): Promise<CallResult> {
  const tableOf = tableNames(tablets, fn.address.componentPath);
  const { jsTime } = syscalls;
  let context: ExecutionContext | null = null;
  try {
    // Validate before serializing: clients can send arguments that fail to serialize.
    let wrongArgs = validationError(fn.args, args, tableOf);
    const argsText = wrongArgs === null ? JSON.stringify(args) : "";
    wrongArgs ??= callLimitError(argsText, args);
    if (wrongArgs !== null) return failedCall(`ArgumentValidationError: ${wrongArgs}`);
    const watched = observeCall(fn, argsText, syscalls);
    context = { ...scope, address: fn.address, inNode: fn.inNode, syscalls: watched.syscalls, ...UNCHANGED };
    jsTime?.resume();
    const value = await settledIn(
      context,
      () => fn.invoke(`[${argsText}]`),
      () => jsTime?.pause(),
    );
    watched.end();
    if (jsTime?.isOver === true) return timeoutFailure(jsTime.limitMs);
    if (context.unhandled !== undefined) return unhandledFailure(fn, context.unhandled);
    const wrongReturns = returnError(fn, value, tableOf);
    return wrongReturns === null
      ? { ok: true, value }
      : failedCall(`ReturnsValidationError: ${wrongReturns}`);
  } catch (thrown) {
    if (jsTime?.isOver === true) return timeoutFailure(jsTime.limitMs);
    const unhandled = context?.unhandled;
    if (unhandled !== undefined && unhandled.thrown === thrown) return unhandledFailure(fn, unhandled);
    return { ok: false, failure: describeThrown(thrown) };
  } finally {
    const warning = jsTime?.warning() ?? null;
    if (context !== null && warning !== null) runInContext(context, () => writeText("WARN", warning));
    countCall(fn.kind, jsTime?.spentMs());
    syscalls.close();
    if (context !== null) endChanges(context);
  }
}

/**
 * Runs a handler in its context, and `atEnd` once it has settled. An error that nothing handles ends an action at once: its handler
 * may never settle. A query or mutation can't leave its transaction while it runs, so it fails when it returns.
 */
export async function settledIn<T>(
  context: ExecutionContext,
  handler: () => Promise<T>,
  atEnd?: () => void,
): Promise<T> {
  beforeFunction();
  try {
    const running = runInContext(context, handler);
    // The handler waits: what follows is the host's code again.
    undoValues();
    if (context.deterministic !== null) return await running;
    const failed = new Promise<never>((_, reject) => {
      context.fail = () => reject(context.unhandled?.thrown as Error);
    });
    return await Promise.race([running, failed]);
  } finally {
    afterFunction();
    atEnd?.();
  }
}

/** The failure of a call with an unhandled error. Convex's Node runtime names the event. */
function unhandledFailure({ inNode }: LoadedFunction, { thrown, event }: Unhandled): CallResult {
  if (!inNode) return { ok: false, failure: describeThrown(thrown) };
  return failedCall(`Uncaught ${event}: ${isErrorLike(thrown) ? thrown.message : String(thrown)}`);
}

/** Why a function's result, given as JSON text, is invalid, or `null`. Parses the text only if necessary. */
function returnError(
  { returns }: LoadedFunction,
  text: string,
  tableOf: ReturnType<typeof tableNames>,
): string | null {
  if (returns === null && isWithinCallLimits(text)) return null;
  const value = JSON.parse(text) as ConvexJson;
  const wrong = returns === null ? null : validationError(returns, value, tableOf);
  return wrong ?? callLimitError(text, value);
}

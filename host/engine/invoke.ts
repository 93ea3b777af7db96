/** One call of a function: arguments checked, handler run in its context, result checked. */
import { tableNames } from "../store/conformance";
import type { Tablets } from "../store/tablets";
import type { ConvexJson, LoadedFunction, LogLine, RequestMeta } from "../types";
import { validationError } from "../values/validate";
import { runInContext, type ExecutionContext } from "./context";
import { describeThrown, failed, type CallResult } from "./errors";
import { seededRandom } from "./random";
import type { Syscalls } from "./syscalls";

/** What a call inherits from the request it belongs to. */
export interface CallScope {
  readonly meta: RequestMeta;
  readonly logLines: LogLine[];
  readonly nowMs: number;
  random(): number;
}

/** A new scope for a call from outside. Few functions ask for random numbers, so their seed waits for the first. */
export function newScope(meta: RequestMeta, nowMs: number, logLines: LogLine[] = []): CallScope {
  let generator: (() => number) | null = null;
  return { meta, logLines, nowMs, random: () => (generator ??= seededRandom())() };
}

/** Runs a function to its end. Never throws: whatever happens in the handler is the result. */
export async function call(
  tablets: Tablets,
  fn: LoadedFunction,
  args: ConvexJson,
  scope: CallScope,
  syscalls: Syscalls,
): Promise<CallResult> {
  const tableOf = tableNames(tablets, fn.address.componentPath);
  const wrongArgs = validationError(fn.args, args, tableOf);
  if (wrongArgs !== null) return failed(`ArgumentValidationError: ${wrongArgs}`);
  const context: ExecutionContext = {
    kind: fn.kind,
    address: fn.address,
    nowMs: scope.nowMs,
    random: () => scope.random(),
    logLines: scope.logLines,
    syscalls,
    meta: scope.meta,
  };
  let value: string;
  try {
    value = await runInContext(context, () => fn.invoke(`[${JSON.stringify(args)}]`));
    if (context.stray !== undefined) throw context.stray.thrown;
  } catch (thrown) {
    return { ok: false, failure: describeThrown(thrown) };
  } finally {
    syscalls.close();
  }
  if (fn.returns !== null) {
    const wrongReturns = validationError(fn.returns, JSON.parse(value) as ConvexJson, tableOf);
    if (wrongReturns !== null) return failed(`ReturnsValidationError: ${wrongReturns}`);
  }
  return { ok: true, value };
}

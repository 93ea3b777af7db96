/** Unhandled errors of promises and timers that a function left behind: they fail the function, not the process. */
import { errorFields, type Logger } from "../log";
import { currentContext, type Unhandled } from "./context";

/**
 * For the process's handlers of uncaught errors. Returns whether a function caused the error: then it is logged with the
 * function's name, fails the function's call if that still runs, and the process can continue.
 */
export function attributeToFunction({ thrown, event }: Unhandled, log: Pick<Logger, "error">): boolean {
  const context = currentContext();
  if (context === undefined) return false;
  context.unhandled ??= { thrown, event };
  context.fail?.();
  const { componentPath, name } = context.address;
  log.error("unhandled error in a function: await every promise that it starts", {
    function: name,
    component: componentPath || undefined,
    ...errorFields(thrown),
  });
  return true;
}

/** Uncaught errors of the process: those that a function left behind fail the function, all others end the process. */
import { errorFields, type Logger } from "../log";
import type { Unhandled } from "./context";
import { contextOfFault } from "./runningCall";

/** Logs it with the function that caused it, and fails the function's call if that still runs. Returns whether there is one. */
function attributeToFunction(
  { thrown, event }: Unhandled,
  promise: object | undefined,
  log: Pick<Logger, "error">,
): boolean {
  const context = contextOfFault(thrown, promise);
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

let isHandled = false;

/**
 * From now on, uncaught errors that no function caused are logged and end the process, because its state can no longer be trusted;
 * the store's can. If the program has handlers of its own, these decide. Calling it again changes nothing.
 */
export function handleUncaughtErrors(log: Pick<Logger, "error">): void {
  if (isHandled) return;
  isHandled = true;
  const onFault = (unhandled: Unhandled, promise?: object): void => {
    if (attributeToFunction(unhandled, promise, log) || process.listenerCount(unhandled.event) > 1) return;
    log.error("uncaught error", errorFields(unhandled.thrown));
    process.exit(1);
  };
  process.on("uncaughtException", (thrown) => onFault({ thrown, event: "uncaughtException" }));
  process.on("unhandledRejection", (thrown, promise) =>
    onFault({ thrown, event: "unhandledRejection" }, promise),
  );
}

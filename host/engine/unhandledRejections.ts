/** Promises and timers that a function leaves behind: how they fail is the function's matter, not the process's. */
import { errorFields, type Logger } from "../log";
import { currentContext } from "./context";

/**
 * To be asked in the process's handlers of errors that nobody caught. Answers whether a function started what failed:
 * then the log has it under the function's name, its call fails if it has not ended, and the process can go on.
 */
export function attributeToFunction(thrown: unknown, log: Pick<Logger, "error">): boolean {
  const context = currentContext();
  if (context === undefined) return false;
  context.unhandled ??= { thrown };
  const { componentPath, name } = context.address;
  log.error("a function left work behind that failed: await every promise that it starts", {
    function: name,
    component: componentPath || undefined,
    ...errorFields(thrown),
  });
  return true;
}

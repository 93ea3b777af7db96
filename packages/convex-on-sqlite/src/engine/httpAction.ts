/** Runs an HTTP action: a handler of `http.ts` in an action's context, with an action's time limit. */
import type { LoadedApp } from "../types";
import { ActionSyscalls, type ActionHost } from "./actionSyscalls";
import { endChanges, UNCHANGED } from "./callChanges";
import type { CallScope, ExecutionContext } from "./context";
import { timeoutMessage, HostError } from "./errors";
import { settledIn } from "./invoke";
import { withTimeout } from "./timeout";

/** The parts of the engine that an HTTP action needs. */
interface HttpActionParts {
  readonly app: LoadedApp;
  readonly host: ActionHost;
  readonly timeoutMs: number;
}

const NO_RESPONSE = "An HTTP action must return a Response: `return new Response(body, { status })`.";

/**
 * Runs a handler until it returns; the body of its response may still be streaming then. Throws the handler's error, and
 * a {@link HostError} if it exceeds the time limit or returns something other than a response.
 */
export async function runHttpAction(
  { app, host, timeoutMs }: HttpActionParts,
  handle: (request: Request) => Promise<unknown>,
  request: Request,
  scope: CallScope,
): Promise<Response> {
  const address = { componentPath: "", name: "http:default" };
  const syscalls = new ActionSyscalls({ app, address, scope }, host);
  const context: ExecutionContext = { ...scope, address, syscalls, ...UNCHANGED };
  const work = settledIn(context, () => handle(request));
  const answer = await withTimeout(
    timeoutMs,
    work,
    (limitMs) => new HostError(timeoutMessage(limitMs)),
  ).finally(() => endChanges(context));
  // The syscalls stay open after the handler returns, because the body may stream from queries.
  if (answer instanceof Response) return answer;
  syscalls.close();
  throw answer instanceof HostError ? answer : new HostError(NO_RESPONSE);
}

/** One run of an HTTP action: a handler of `http.ts` in an action's context, with an action's time. */
import type { LoadedApp } from "../types";
import { ActionSyscalls, type ActionHost } from "./actionSyscalls";
import { runInContext, type CallScope } from "./context";
import { timeoutMessage, HostError } from "./errors";
import { withTimeout } from "./timeout";

/** What an HTTP action needs of the engine. */
interface HttpActionParts {
  readonly app: LoadedApp;
  readonly host: ActionHost;
  readonly timeoutMs: number;
}

const NO_RESPONSE = "An HTTP action has to return a Response: `return new Response(body, { status })`.";

/**
 * Runs a handler until it answers; the body of its answer may still be streaming then. Throws what the handler throws,
 * and a {@link HostError} where it takes too long or answers with something else than a response.
 */
export async function runHttpAction(
  { app, host, timeoutMs }: HttpActionParts,
  handle: (request: Request) => Promise<unknown>,
  request: Request,
  scope: CallScope,
): Promise<Response> {
  const address = { componentPath: "", name: "http:default" };
  const syscalls = new ActionSyscalls({ app, address, scope }, host);
  const work = runInContext({ ...scope, address, syscalls }, () => handle(request));
  const answer = await withTimeout(timeoutMs, work, (limitMs) => new HostError(timeoutMessage(limitMs)));
  // Its syscalls are left open at the handler's own end, for a body that streams from queries.
  if (answer instanceof Response) return answer;
  syscalls.close();
  throw answer instanceof HostError ? answer : new HostError(NO_RESPONSE);
}

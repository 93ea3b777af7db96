/** Requests that the program around the host answers itself, in place of the app: what no app on Convex could answer. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { errorFields, type Logger } from "../log";
import { bodyText, BodyTooLarge, discardRest } from "./body";
import { isLoopback } from "./pagePolicy";

export interface ProgramRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether its connection comes from this machine. A proxy's on this machine does, too. */
  readonly fromLoopback: boolean;
  readonly requestId: string;
  /** The body of at most `maxBytes`; throws BodyTooLarge beyond. */
  readonly text: (maxBytes: number) => Promise<string>;
}

export type ProgramRoute = (request: ProgramRequest) => Promise<Response>;

/** By path. */
export type ProgramRoutes = ReadonlyMap<string, ProgramRoute>;

/** Never rejects: a failure is logged without the request's contents. */
export async function serveProgramRoute(
  route: ProgramRoute,
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on("finish", () => discardRest(request));
  const requestId = randomUUID();
  try {
    const answer = await route({
      method: request.method ?? "GET",
      headers: request.headers,
      fromLoopback: isLoopback(request.socket.remoteAddress ?? ""),
      requestId,
      text: (maxBytes) => bodyText(request, maxBytes),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  } catch (thrown) {
    const tooLarge = thrown instanceof BodyTooLarge;
    if (!tooLarge) log.error("a request to the program failed", { requestId, ...errorFields(thrown) });
    if (!response.headersSent) response.writeHead(tooLarge ? 413 : 500);
    response.end();
  }
}

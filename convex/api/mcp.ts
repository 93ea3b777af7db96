/**
 * POST /mcp: the Model Context Protocol over Streamable HTTP, stateless. A message that does something calls the REST endpoint it
 * stands for, through the envelope: with its token class, its rate limit and its errors.
 */
import { connect, type Service } from "../../client";
import type { ActionCtx } from "../_generated/server";
import { VERSION } from "../vitals/vitals";
import { readBytes } from "./body";
import { bearerToken } from "./caller";
import { answer, routeTable } from "./envelope";
import type { ProtocolRoute, Route } from "./route";

/** The route. `routes` is called on the first request. */
export function mcp(routes: () => readonly Route[]): ProtocolRoute {
  return {
    method: "POST",
    path: "/mcp",
    serve: async (ctx, request, count) => {
      // Loaded by the first message: no other request pays for the protocol's schemas.
      const { serveMcp } = await import("../../mcp/http");
      const { service, called } = serviceWithin(ctx, request, routes());
      const response = await serveMcp(await whole(request), service, VERSION);
      // What calls no endpoint is counted all the same.
      if (!called()) await count();
      return response;
    },
  };
}

/** The service as a client of the request's caller sees it, without a connection. */
function serviceWithin(ctx: ActionCtx, request: Request, routes: readonly Route[]) {
  const table = routeTable(routes);
  const token = bearerToken(request.headers.get("Authorization")) ?? undefined;
  const forwardedFor = request.headers.get("X-Forwarded-For");
  let calls = 0;
  const service: Service = connect(new URL(request.url).origin, {
    tokens: { tick: token, write: token, read: token },
    // The caller decides whether to wait.
    retries: 0,
    fetch: (url, { method = "GET", headers, body = null } = {}) => {
      calls += 1;
      const all = new Headers(headers);
      if (forwardedFor !== null) all.set("X-Forwarded-For", forwardedFor);
      return answer(ctx, new Request(url, { method, headers: all, body }), table);
    },
  });
  return { service, called: () => calls > 0 };
}

/** The request with its body read, within the limit of all bodies. */
async function whole(request: Request): Promise<Request> {
  const body = await readBytes(request);
  return new Request(request.url, { method: "POST", headers: request.headers, body });
}

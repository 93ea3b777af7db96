/** HTTP test helpers: a route that echoes the body, and an iterator over a body's chunks. */
import { httpActionGeneric, type HttpRouter } from "convex/server";

/** Adds POST /echo, which responds with the request's body. */
export function addEchoRoute(http: HttpRouter): void {
  http.route({
    path: "/echo",
    method: "POST",
    handler: httpActionGeneric(async (_ctx, request) => new Response(await request.arrayBuffer())),
  });
}

/** The chunks of a request's body; none if it has no body. */
export function bodyChunks(request: Request): AsyncIterable<Uint8Array> {
  return (request.body ?? new ReadableStream()) as unknown as AsyncIterable<Uint8Array>;
}

/** Routes that tests of HTTP ask for: one that answers with the body it got, and how one reads a body part by part. */
import { httpActionGeneric, type HttpRouter } from "convex/server";

/** Adds POST /echo, whose answer is the request's body. */
export function addEchoRoute(http: HttpRouter): void {
  http.route({
    path: "/echo",
    method: "POST",
    handler: httpActionGeneric(async (_ctx, request) => new Response(await request.arrayBuffer())),
  });
}

/** The parts of a request's body as they come; none where it has none. */
export function bodyChunks(request: Request): AsyncIterable<Uint8Array> {
  return (request.body ?? new ReadableStream()) as unknown as AsyncIterable<Uint8Array>;
}

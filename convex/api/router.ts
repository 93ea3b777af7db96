/** The Convex router of a route table: every request passes the envelope, even those no route is meant for. */
import { httpRouter, ROUTABLE_HTTP_METHODS, type HttpRouter } from "convex/server";
import { httpAction } from "../_generated/server";
import { answer, tableOf } from "./envelope";
import type { Route } from "./route";

export function routerOf(routes: readonly Route[]): HttpRouter {
  const table = tableOf(routes);
  const handler = httpAction((ctx, request) => answer(ctx, request, table));
  const router = httpRouter();
  // Listed one by one so that the platform's logs and figures name them.
  for (const { path, method } of routes) router.route({ path, method, handler });
  for (const method of ROUTABLE_HTTP_METHODS) router.route({ pathPrefix: "/", method, handler });
  return router;
}

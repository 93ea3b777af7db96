/** The route table: one row a route. */
import * as Artifacts from "./api/endpoints/artifacts";
import * as Control from "./api/endpoints/control";
import * as Description from "./api/endpoints/description";
import * as Logs from "./api/endpoints/logs";
import * as Service from "./api/endpoints/service";
import type { Route } from "./api/route";
import { routerOf } from "./api/router";

export const routes: readonly Route[] = [
  { method: "GET", path: "/health", class: "read", auth: "none", ...Service.health },
  { method: "GET", path: "/state", class: "read", auth: "none", ...Service.state },
  { method: "GET", path: "/logs", class: "read", auth: "none", ...Logs.list },
  { method: "GET", path: "/artifacts", class: "read", auth: "none", ...Artifacts.list },
  { method: "POST", path: "/tick", class: "tick", auth: "tick", ...Control.tick },
  { method: "POST", path: "/wake", class: "write", auth: "write", ...Control.wake },
  { method: "POST", path: "/feed", class: "write", auth: "write", ...Control.feed },
  { method: "GET", path: "/openapi.json", class: "read", auth: "none", ...Description.openapi(() => routes) },
];

export default routerOf(routes);

/** The route table: one row a route. */
import * as Artifacts from "./api/endpoints/artifacts";
import * as Consciousness from "./api/endpoints/consciousness";
import * as Control from "./api/endpoints/control";
import * as CoreMemories from "./api/endpoints/coreMemories";
import * as Dedup from "./api/endpoints/dedup";
import * as Description from "./api/endpoints/description";
import * as Knowledge from "./api/endpoints/knowledge";
import * as Links from "./api/endpoints/links";
import * as Logs from "./api/endpoints/logs";
import * as Memories from "./api/endpoints/memories";
import * as Reflections from "./api/endpoints/reflections";
import * as Search from "./api/endpoints/search";
import * as Service from "./api/endpoints/service";
import type { Route } from "./api/route";
import { routerOf } from "./api/router";

export const routes: readonly Route[] = [
  { method: "GET", path: "/health", class: "read", auth: "none", ...Service.health },
  { method: "GET", path: "/state", class: "read", auth: "none", ...Service.state },
  { method: "GET", path: "/logs", class: "read", auth: "none", ...Logs.list },
  { method: "GET", path: "/artifacts", class: "read", auth: "none", ...Artifacts.list },
  { method: "GET", path: "/memories", class: "read", auth: "none", ...Memories.list },
  { method: "GET", path: "/memories/search", class: "read", auth: "none", ...Search.search },
  { method: "GET", path: "/memories/core", class: "read", auth: "none", ...CoreMemories.list },
  { method: "GET", path: "/memories/stats", class: "read", auth: "none", ...Memories.stats },
  { method: "POST", path: "/memories/store", class: "write", auth: "write", ...Memories.store },
  {
    method: "POST",
    path: "/memories/store-dedup",
    class: "write",
    auth: "write",
    ...Dedup.storeDedup,
  },
  {
    method: "POST",
    path: "/memories/consolidate",
    class: "write",
    auth: "tick",
    ...CoreMemories.consolidate,
  },
  { method: "POST", path: "/memories/reflect", class: "write", auth: "tick", ...Reflections.reflect },
  { method: "POST", path: "/memories/link", class: "write", auth: "write", ...Links.link },
  { method: "GET", path: "/memories/linked", class: "read", auth: "none", ...Links.linked },
  { method: "GET", path: "/consciousness/thoughts", class: "read", auth: "none", ...Consciousness.thoughts },
  {
    method: "GET",
    path: "/consciousness/brilliant",
    class: "read",
    auth: "none",
    ...Consciousness.brilliant,
  },
  { method: "GET", path: "/consciousness/stats", class: "read", auth: "none", ...Consciousness.stats },
  { method: "POST", path: "/consciousness/process", class: "write", auth: "tick", ...Consciousness.process },
  { method: "POST", path: "/consciousness/reflect", class: "write", auth: "tick", ...Consciousness.reflect },
  { method: "GET", path: "/knowledge", class: "read", auth: "none", ...Knowledge.list },
  { method: "POST", path: "/knowledge", class: "write", auth: "write", ...Knowledge.add },
  { method: "POST", path: "/tick", class: "tick", auth: "tick", ...Control.tick },
  { method: "POST", path: "/wake", class: "write", auth: "write", ...Control.wake },
  { method: "POST", path: "/feed", class: "write", auth: "write", ...Control.feed },
  { method: "GET", path: "/openapi.json", class: "read", auth: "none", ...Description.openapi(() => routes) },
];

export default routerOf(routes);

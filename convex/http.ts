/** The route table: one row a route. */
import * as Artifacts from "./api/resources/artifacts";
import * as CoreMemories from "./api/resources/coreMemories";
import * as Feed from "./api/resources/feed";
import * as Health from "./api/resources/health";
import * as Knowledge from "./api/resources/knowledge";
import * as Links from "./api/resources/links";
import * as Logs from "./api/resources/logs";
import * as Memories from "./api/resources/memories";
import * as MemorySearch from "./api/resources/memorySearch";
import * as MemoryStore from "./api/resources/memoryStore";
import * as OpenApi from "./api/resources/openapi";
import * as Reflections from "./api/resources/reflections";
import * as State from "./api/resources/state";
import * as Thinking from "./api/resources/thinking";
import * as Thoughts from "./api/resources/thoughts";
import * as Tick from "./api/resources/tick";
import * as Wake from "./api/resources/wake";
import type { Route } from "./api/route";
import { routerOf } from "./api/router";

export const routes: readonly Route[] = [
  { method: "GET", path: "/health", class: "read", auth: "none", ...Health.health },
  { method: "GET", path: "/state", class: "read", auth: "none", ...State.state },
  { method: "GET", path: "/logs", class: "read", auth: "none", ...Logs.list },
  { method: "GET", path: "/artifacts", class: "read", auth: "none", ...Artifacts.list },
  { method: "GET", path: "/memories", class: "read", auth: "none", ...Memories.list },
  { method: "GET", path: "/memories/search", class: "read", auth: "none", ...MemorySearch.search },
  { method: "GET", path: "/memories/core", class: "read", auth: "none", ...CoreMemories.list },
  { method: "GET", path: "/memories/stats", class: "read", auth: "none", ...Memories.stats },
  { method: "POST", path: "/memories/store", class: "write", auth: "write", ...MemoryStore.store },
  {
    method: "POST",
    path: "/memories/store-dedup",
    class: "write",
    auth: "write",
    ...MemoryStore.storeDedup,
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
  { method: "GET", path: "/consciousness/thoughts", class: "read", auth: "none", ...Thoughts.thoughts },
  {
    method: "GET",
    path: "/consciousness/brilliant",
    class: "read",
    auth: "none",
    ...Thoughts.brilliant,
  },
  { method: "GET", path: "/consciousness/stats", class: "read", auth: "none", ...Thoughts.stats },
  { method: "POST", path: "/consciousness/process", class: "write", auth: "tick", ...Thinking.process },
  { method: "POST", path: "/consciousness/reflect", class: "write", auth: "tick", ...Thinking.reflect },
  { method: "GET", path: "/knowledge", class: "read", auth: "none", ...Knowledge.list },
  { method: "POST", path: "/knowledge", class: "write", auth: "write", ...Knowledge.add },
  { method: "POST", path: "/tick", class: "tick", auth: "tick", ...Tick.tick },
  { method: "POST", path: "/wake", class: "write", auth: "write", ...Wake.wake },
  { method: "POST", path: "/feed", class: "write", auth: "write", ...Feed.feed },
  { method: "GET", path: "/openapi.json", class: "read", auth: "none", ...OpenApi.openapi(() => routes) },
];

export default routerOf(routes);

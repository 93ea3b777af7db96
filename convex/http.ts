/** The routes. */
import * as Artifacts from "./api/resources/artifacts";
import * as Audit from "./api/resources/audit";
import * as Changes from "./api/resources/changes";
import * as CoreMemories from "./api/resources/coreMemories";
import { erase } from "./api/resources/erase";
import * as Erasures from "./api/resources/erasures";
import * as Events from "./api/resources/events";
import * as EventStream from "./api/resources/eventStream";
import { exportAll } from "./api/resources/export";
import * as Feed from "./api/resources/feed";
import * as Health from "./api/resources/health";
import * as History from "./api/resources/history";
import { importAll } from "./api/resources/import";
import * as Knowledge from "./api/resources/knowledge";
import * as KnowledgeItem from "./api/resources/knowledgeItem";
import * as Graph from "./api/resources/graph";
import * as Links from "./api/resources/links";
import * as Logs from "./api/resources/logs";
import * as Memory from "./api/resources/memory";
import * as Memories from "./api/resources/memories";
import * as Metrics from "./api/resources/metrics";
import * as MemorySearch from "./api/resources/memorySearch";
import * as MemoryStore from "./api/resources/memoryStore";
import * as Notes from "./api/resources/notes";
import * as OpenApi from "./api/resources/openapi";
import * as Reflections from "./api/resources/reflections";
import * as Reminders from "./api/resources/reminders";
import * as Settings from "./api/resources/settings";
import * as Setup from "./api/resources/setup";
import * as State from "./api/resources/state";
import * as Thinking from "./api/resources/thinking";
import * as Thoughts from "./api/resources/thoughts";
import * as Tick from "./api/resources/tick";
import * as Ticks from "./api/resources/ticks";
import * as Usage from "./api/resources/usage";
import * as Verify from "./api/resources/verify";
import * as Wake from "./api/resources/wake";
import * as Console from "./console/serve";
import { httpAction } from "./_generated/server";
import * as Webhooks from "./api/resources/webhooks";
import { createRouter } from "./api/envelope";
import { mcp } from "./api/mcp";
import { del, get, patch, post, type Route } from "./api/route";

export const routes: readonly Route[] = [
  get("/health", Health.health, "none"),
  get("/state", State.state),
  get("/state/explain", State.explain),
  get("/state/history", History.history),
  get("/logs", Logs.list),
  get("/ticks", Ticks.list),
  get("/ticks/{id}", Ticks.read),
  get("/artifacts", Artifacts.list),
  get("/notes", Notes.list),
  get("/events", Events.list),
  get("/events/stream", EventStream.stream),
  get("/reminders", Reminders.list),
  get("/usage", Usage.list),
  get("/metrics", Metrics.metrics),
  get("/audit", Audit.list, "tick"),
  post("/verify", "tick", Verify.verify),
  get("/settings", Settings.settings, "tick"),
  post("/setup/probe", "tick", Setup.probe),
  post("/setup/try", "tick", Setup.tryOne),
  get("/memories", Memories.list),
  get("/memories/search", MemorySearch.search),
  get("/memories/core", CoreMemories.list),
  get("/memories/stats", Memories.stats),
  get("/memories/graph", Graph.graph),
  post("/memories/store", "write", MemoryStore.store),
  post("/memories/store-dedup", "write", MemoryStore.storeDedup),
  post("/memories/consolidate", "tick", CoreMemories.consolidate),
  post("/memories/reflect", "tick", Reflections.reflect),
  post("/memories/link", "write", Links.link),
  get("/memories/linked", Links.linked),
  get("/memories/{id}", Memory.read),
  patch("/memories/{id}", "write", Memory.change),
  get("/memories/{id}/history", Memory.history),
  post("/memories/{id}/restore", "write", Memory.restore),
  erase("/memories/{id}", "memory", "a memory", {
    operationId: "eraseMemory",
    tag: "Memory",
    more: "That is its history, merged wordings, vectors, links and its place in themes, which are labelled anew.",
    versioned: true,
    example: { id: "{memoryId}" },
  }),
  get("/changes", Changes.list),
  post("/changes/{id}/undo", "tick", Changes.undo),
  get("/consciousness/thoughts", Thoughts.thoughts),
  get("/consciousness/brilliant", Thoughts.brilliant),
  get("/consciousness/stats", Thoughts.stats),
  post("/consciousness/process", "tick", Thinking.process),
  post("/consciousness/reflect", "tick", Thinking.reflect),
  get("/knowledge", Knowledge.list),
  post("/knowledge", "write", Knowledge.add),
  get("/knowledge/{id}", KnowledgeItem.read),
  patch("/knowledge/{id}", "write", KnowledgeItem.change),
  erase("/knowledge/{id}", "knowledge", "an item of knowledge", {
    operationId: "eraseKnowledge",
    tag: "Knowledge",
    versioned: true,
    example: { id: "{knowledgeId}" },
  }),
  erase("/thoughts/{id}", "thought", "a thought", { operationId: "eraseThought", tag: "Consciousness" }),
  erase("/notes/{id}", "note", "a note", {
    operationId: "eraseNote",
    tag: "Control",
    example: { id: "{noteId}" },
  }),
  erase("/reminders/{id}", "reminder", "a reminder", { operationId: "eraseReminder", tag: "Control" }),
  erase("/events/{id}", "event", "a feed event or a note", {
    operationId: "eraseEvent",
    tag: "Control",
    example: { id: "{feedId}" },
  }),
  erase("/artifacts/{id}", "artifact", "an artifact", {
    operationId: "eraseArtifact",
    tag: "State and health",
  }),
  erase("/logs/{id}", "log", "a log entry", { operationId: "eraseLog", tag: "State and health" }),
  post("/erase", "write", Erasures.erase),
  get("/erasures/{id}", Erasures.read),
  { ...post("/tick", "tick", Tick.tick), class: "tick" },
  post("/wake", "write", Wake.wake),
  post("/feed", "write", Feed.feed),
  post("/webhooks", "tick", Webhooks.register),
  get("/webhooks", Webhooks.list, "tick"),
  del("/webhooks/{id}", "tick", Webhooks.remove),
  get("/webhooks/{id}/deliveries", Webhooks.deliveries, "tick"),
  get("/export", exportAll, "tick"),
  post("/import", "tick", importAll),
  get(
    "/openapi.json",
    OpenApi.openapi(() => routes),
    "none",
  ),
];

const router = createRouter([...routes, mcp(() => routes)]);
router.route({ path: "/", method: "GET", handler: httpAction((_ctx, request) => Console.page(request)) });
router.route({
  path: "/docs",
  method: "GET",
  handler: httpAction((_ctx, request) => Console.viewer(request)),
});
router.route({
  pathPrefix: Console.FILES_PATH,
  method: "GET",
  handler: httpAction((_ctx, request) => Console.file(request)),
});

export default router;

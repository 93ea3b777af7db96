/** Every operation of the service, one function each. Made by `npm run client` from openapi.json. */

import { call, type CallOptions, type KeyedOptions, type Service } from "./service";
import type {
  ArtifactPage,
  BrilliantThoughts,
  ConsciousnessStats,
  Consolidation,
  CoreMemoryPage,
  DedupOutcome,
  FeedEvent,
  FeedOutcome,
  HealthReport,
  KnowledgeOutcome,
  KnowledgePage,
  KnowledgeToStore,
  LinkOutcome,
  LinkRequest,
  LinkedMemory,
  LogPage,
  LookBack,
  LookBackOutcome,
  MemoryPage,
  MemoryStats,
  MemoryToStore,
  ProcessOutcome,
  ReflectionOutcome,
  ReflectionRequest,
  SearchAnswer,
  SeedsToProcess,
  State,
  StoreOutcome,
  ThoughtPage,
  TickOutcome,
  WakeNote,
  WakeOutcome,
  ListLogsQuery,
  ListArtifactsQuery,
  ListMemoriesQuery,
  SearchMemoriesQuery,
  ListCoreMemoriesQuery,
  ReadLinkedMemoryQuery,
  ListThoughtsQuery,
  ListBrilliantThoughtsQuery,
  ListKnowledgeQuery,
} from "./types";

/** Check the service: `GET /health`. */
export function getHealth(service: Service, options?: CallOptions): Promise<HealthReport> {
  return call(service, { path: "/health", method: "GET" }, {}, options);
}

/** Get the agent's state: `GET /state`. */
export function getState(service: Service, options?: CallOptions): Promise<State> {
  return call(service, { path: "/state", method: "GET" }, {}, options);
}

/** List the activity log: `GET /logs`. */
export function listLogs(
  service: Service,
  query: ListLogsQuery = {},
  options?: CallOptions,
): Promise<LogPage> {
  return call(service, { path: "/logs", method: "GET" }, { query }, options);
}

/** What the agent has made: `GET /artifacts`. */
export function listArtifacts(
  service: Service,
  query: ListArtifactsQuery = {},
  options?: CallOptions,
): Promise<ArtifactPage> {
  return call(service, { path: "/artifacts", method: "GET" }, { query }, options);
}

/** List memories: `GET /memories`. */
export function listMemories(
  service: Service,
  query: ListMemoriesQuery = {},
  options?: CallOptions,
): Promise<MemoryPage> {
  return call(service, { path: "/memories", method: "GET" }, { query }, options);
}

/** Search memories: `GET /memories/search`. */
export function searchMemories(
  service: Service,
  query: SearchMemoriesQuery,
  options?: CallOptions,
): Promise<SearchAnswer> {
  return call(service, { path: "/memories/search", method: "GET" }, { query }, options);
}

/** List core memories: `GET /memories/core`. */
export function listCoreMemories(
  service: Service,
  query: ListCoreMemoriesQuery = {},
  options?: CallOptions,
): Promise<CoreMemoryPage> {
  return call(service, { path: "/memories/core", method: "GET" }, { query }, options);
}

/** Memory statistics: `GET /memories/stats`. */
export function getMemoryStats(service: Service, options?: CallOptions): Promise<MemoryStats> {
  return call(service, { path: "/memories/stats", method: "GET" }, {}, options);
}

/** Store a memory: `POST /memories/store`. Needs the write token. */
export function storeMemory(
  service: Service,
  body: MemoryToStore,
  options?: KeyedOptions,
): Promise<StoreOutcome> {
  return call(
    service,
    { path: "/memories/store", method: "POST", token: "write", keyed: true },
    { body },
    options,
  );
}

/** Store a memory unless it is a duplicate: `POST /memories/store-dedup`. Needs the write token. */
export function storeMemoryOnce(
  service: Service,
  body: MemoryToStore,
  options?: KeyedOptions,
): Promise<DedupOutcome> {
  return call(
    service,
    { path: "/memories/store-dedup", method: "POST", token: "write", keyed: true },
    { body },
    options,
  );
}

/** Consolidate memories: `POST /memories/consolidate`. Needs the tick token. */
export function consolidateMemories(service: Service, options?: KeyedOptions): Promise<Consolidation> {
  return call(
    service,
    { path: "/memories/consolidate", method: "POST", token: "tick", keyed: true },
    {},
    options,
  );
}

/** Reflect on memories: `POST /memories/reflect`. Needs the tick token. */
export function reflectOnMemories(
  service: Service,
  body: ReflectionRequest = {},
  options?: KeyedOptions,
): Promise<ReflectionOutcome> {
  return call(
    service,
    { path: "/memories/reflect", method: "POST", token: "tick", keyed: true },
    { body },
    options,
  );
}

/** Link a memory to others: `POST /memories/link`. Needs the write token. */
export function linkMemory(
  service: Service,
  body: LinkRequest,
  options?: KeyedOptions,
): Promise<LinkOutcome> {
  return call(
    service,
    { path: "/memories/link", method: "POST", token: "write", keyed: true },
    { body },
    options,
  );
}

/** A memory and its links: `GET /memories/linked`. */
export function readLinkedMemory(
  service: Service,
  query: ReadLinkedMemoryQuery,
  options?: CallOptions,
): Promise<LinkedMemory> {
  return call(service, { path: "/memories/linked", method: "GET" }, { query }, options);
}

/** List thoughts: `GET /consciousness/thoughts`. */
export function listThoughts(
  service: Service,
  query: ListThoughtsQuery = {},
  options?: CallOptions,
): Promise<ThoughtPage> {
  return call(service, { path: "/consciousness/thoughts", method: "GET" }, { query }, options);
}

/** List brilliant thoughts: `GET /consciousness/brilliant`. */
export function listBrilliantThoughts(
  service: Service,
  query: ListBrilliantThoughtsQuery = {},
  options?: CallOptions,
): Promise<BrilliantThoughts> {
  return call(service, { path: "/consciousness/brilliant", method: "GET" }, { query }, options);
}

/** Get thought statistics: `GET /consciousness/stats`. */
export function getConsciousnessStats(service: Service, options?: CallOptions): Promise<ConsciousnessStats> {
  return call(service, { path: "/consciousness/stats", method: "GET" }, {}, options);
}

/** Make a thought from seeds: `POST /consciousness/process`. Needs the tick token. */
export function processSeeds(
  service: Service,
  body: SeedsToProcess,
  options?: KeyedOptions,
): Promise<ProcessOutcome> {
  return call(
    service,
    { path: "/consciousness/process", method: "POST", token: "tick", keyed: true },
    { body },
    options,
  );
}

/** Look back on thoughts: `POST /consciousness/reflect`. Needs the tick token. */
export function reflectOnThoughts(
  service: Service,
  body: LookBack = {},
  options?: KeyedOptions,
): Promise<LookBackOutcome> {
  return call(
    service,
    { path: "/consciousness/reflect", method: "POST", token: "tick", keyed: true },
    { body },
    options,
  );
}

/** List or search knowledge: `GET /knowledge`. */
export function listKnowledge(
  service: Service,
  query: ListKnowledgeQuery = {},
  options?: CallOptions,
): Promise<KnowledgePage> {
  return call(service, { path: "/knowledge", method: "GET" }, { query }, options);
}

/** Add knowledge: `POST /knowledge`. Needs the write token. */
export function addKnowledge(
  service: Service,
  body: KnowledgeToStore,
  options?: KeyedOptions,
): Promise<KnowledgeOutcome> {
  return call(
    service,
    { path: "/knowledge", method: "POST", token: "write", keyed: true },
    { body },
    options,
  );
}

/** Run a tick: `POST /tick`. Needs the tick token. */
export function runTick(service: Service, options?: CallOptions): Promise<TickOutcome> {
  return call(service, { path: "/tick", method: "POST", token: "tick" }, {}, options);
}

/** Leave the agent a note: `POST /wake`. Needs the write token. */
export function wake(service: Service, body: WakeNote, options?: KeyedOptions): Promise<WakeOutcome> {
  return call(service, { path: "/wake", method: "POST", token: "write", keyed: true }, { body }, options);
}

/** Send an event: `POST /feed`. Needs the write token. */
export function feed(service: Service, body: FeedEvent, options?: KeyedOptions): Promise<FeedOutcome> {
  return call(service, { path: "/feed", method: "POST", token: "write", keyed: true }, { body }, options);
}

/** Get this document: `GET /openapi.json`. */
export function getOpenApi(
  service: Service,
  options?: CallOptions,
): Promise<{
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;

    /** The agent's version */
    readonly version: string;
    readonly [name: string]: unknown;
  };
  readonly paths: { readonly [name: string]: { readonly [name: string]: unknown } };
  readonly [name: string]: unknown;
}> {
  return call(service, { path: "/openapi.json", method: "GET" }, {}, options);
}

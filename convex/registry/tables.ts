/** The descriptions of all tables: what erases, exports, counts and verifies reads them here. */
import type { TableNames } from "../_generated/dataModel";
import * as Agent from "../agent/rows";
import * as Audit from "../audit/rows";
import * as Changes from "../changes/rows";
import * as Citations from "../citations/rows";
import * as Idempotency from "../idempotency/rows";
import * as Leases from "../leases/rows";
import * as RateLimits from "../rateLimits/rows";
import * as Consolidation from "../consolidation/rows";
import * as Documents from "../documents/rows";
import * as Embeddings from "../embeddings/rows";
import * as Erasures from "../erasures/rows";
import * as Events from "../events/rows";
import * as Knowledge from "../knowledge/rows";
import type { Part, Table } from "../lib/rows";
import * as Shared from "../lib/sharedRows";
import * as Llm from "../llm/rows";
import * as Memories from "../memories/rows";
import * as Push from "../push/rows";
import * as Reflections from "../reflections/rows";
import * as Reminders from "../reminders/rows";
import * as Search from "../search/rows";
import * as Thoughts from "../thoughts/rows";
import * as Tick from "../tick/rows";
import * as Transfer from "../transfer/rows";
import * as Vitals from "../vitals/rows";
import * as Webhooks from "../webhooks/rows";

/** Lists and totals follow from the rows of other tables; the others are of earlier versions. */
type Followed = "listNodes" | "recentEntries" | "totals" | "memoryTotals" | "thoughtTotals" | "importWaiting";

/** In the order in which an export passes over them: what others refer to comes first. */
export const TABLES: { readonly [T in Exclude<TableNames, Followed>]: Table<T> } = {
  agent: Agent.agent,
  ticks: Tick.ticks,
  logs: Agent.logs,
  artifacts: Agent.artifacts,
  events: Events.events,
  reminders: Reminders.reminders,
  thoughts: Thoughts.thoughts,
  thoughtSchedule: Thoughts.thoughtSchedule,
  memories: Memories.memories,
  memoryActivation: Memories.memoryActivation,
  merges: Memories.merges,
  memoryVersions: Memories.memoryVersions,
  links: Memories.links,
  knowledge: Knowledge.knowledge,
  knowledgeContents: Knowledge.knowledgeContents,
  clusters: Consolidation.clusters,
  clusterMembers: Consolidation.clusterMembers,
  coreMemories: Consolidation.coreMemories,
  citations: Citations.citations,
  consolidationProgress: Consolidation.consolidationProgress,
  reflectionProgress: Reflections.reflectionProgress,
  linkProgress: Memories.linkProgress,
  vectors: Embeddings.vectors,
  // These do not travel.
  audit: Audit.audit,
  changes: Changes.changes,
  clusterMoves: Consolidation.clusterMoves,
  corpora: Search.corpora,
  documentFrequencies: Search.documentFrequencies,
  embeddingProvider: Embeddings.embeddingProvider,
  embeddingQueue: Embeddings.embeddingQueue,
  erasureEpoch: Shared.erasureEpoch,
  erasureItems: Erasures.erasureItems,
  erasures: Erasures.erasures,
  exportChanges: Shared.exportChanges,
  exportState: Shared.exportState,
  healthStatus: Push.healthStatus,
  idempotency: Idempotency.idempotency,
  importedRows: Transfer.importedRows,
  importSources: Transfer.importSources,
  lateQueries: Search.lateQueries,
  leases: Leases.leases,
  partialReplies: Tick.partialReplies,
  passages: Knowledge.passages,
  poisonSearch: Tick.poisonSearch,
  purgeDue: Shared.purgeDue,
  pushEvents: Push.pushEvents,
  queryVectors: Search.queryVectors,
  requestCounts: RateLimits.requestCounts,
  retention: Shared.retention,
  searchDocuments: Documents.searchDocuments,
  themesBefore: Consolidation.themesBefore,
  usage: Llm.usage,
  vitals: Vitals.vitals,
  webhookDeliveries: Webhooks.webhookDeliveries,
  webhookProgress: Webhooks.webhookProgress,
  webhooks: Push.webhooks,
};

/** The same, as a list. */
export const ALL: readonly Table<TableNames>[] = Object.values(TABLES);

/** A table whose rows are a part of another table's row. */
export interface PartTable {
  readonly table: Table<TableNames>;
  readonly part: Part<TableNames>;
}

/** The tables whose rows are a part of a row of `owner`. What refers to others comes first, so that it goes before them. */
export function partsOf(owner: TableNames): PartTable[] {
  return ALL.toReversed().flatMap((table) =>
    (table.partOf ?? []).filter(({ of }) => of.includes(owner)).map((part) => ({ table, part })),
  );
}

const byName: ReadonlyMap<string, Table<TableNames>> = new Map(Object.entries(TABLES));

/** The description of a table that is known by its name alone. @throws for one that only follows from others */
export function tableNamed(name: TableNames): Table<TableNames> {
  const table = byName.get(name);
  if (table === undefined) throw new Error(`the table ${name} has no description`);
  return table;
}

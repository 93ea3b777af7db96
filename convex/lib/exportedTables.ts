/** What an export holds: the tables that travel, in the order in which it passes over them, and those that do not, with the reason. */

/** What others refer to comes first, so that an import rarely has to wait for a row. */
export const EXPORTED = [
  "agent",
  "ticks",
  "logs",
  "artifacts",
  "events",
  "reminders",
  "thoughts",
  "thoughtSchedule",
  "memories",
  "merges",
  "memoryVersions",
  "links",
  "knowledge",
  "clusters",
  "clusterMembers",
  "coreMemories",
  "citations",
  // Of 0.1.0.
  "memoryTotals",
  "consolidationProgress",
  "reflectionProgress",
  "linkProgress",
  // On request.
  "vectors",
] as const;
export type ExportedTable = (typeof EXPORTED)[number];

/** Tables whose rows travel within another's line: the field that names that row. */
export const PARTS = {
  memoryActivation: { of: "memories", by: "memoryId" },
  knowledgeContents: { of: "knowledge", by: "knowledgeId" },
} as const satisfies Readonly<Record<string, { of: ExportedTable; by: string }>>;

const DERIVED = "is derived: an import builds it as a store does";
const SERVICE = "is about this service and its providers, not about the agent";
const UNDO = "is for undoing what this service did";
const PASSING = "is work in progress, which ends here";

/** Why the other tables do not travel. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  searchDocuments: DERIVED,
  documentFrequencies: DERIVED,
  corpora: DERIVED,
  passages: DERIVED,
  listNodes: DERIVED,
  totals: DERIVED,
  thoughtTotals: DERIVED,
  queryVectors: "is a cache",
  changes: UNDO,
  clusterMoves: UNDO,
  themesBefore: UNDO,
  erasures: `${SERVICE}: plans and receipts of its erasures`,
  erasureItems: PASSING,
  purgeDue: SERVICE,
  lateQueries: "is a cache",
  vitals: `${SERVICE}; its count of ticks is made from the ticks`,
  usage: `${SERVICE}: what its calls cost it`,
  embeddingProvider: SERVICE,
  healthStatus: SERVICE,
  requestCounts: SERVICE,
  retention: SERVICE,
  audit: `${SERVICE}: who asked it for what`,
  webhooks: `${SERVICE}: a setting with a secret`,
  webhookProgress: SERVICE,
  webhookDeliveries: SERVICE,
  pushEvents: SERVICE,
  exportState: SERVICE,
  exportChanges: SERVICE,
  importSources: SERVICE,
  importedRows: SERVICE,
  importWaiting: PASSING,
  embeddingQueue: PASSING,
  poisonSearch: PASSING,
  leases: PASSING,
  idempotency: PASSING,
  erasureEpoch: PASSING,
};

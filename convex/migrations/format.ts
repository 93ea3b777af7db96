/** The number of the data format, in a file of its own because every GET /health loads it. */

/** The migrations (functions.ts), in the order in which they run. Add a new one at the end; never rename one that was released. */
export const MIGRATIONS = [
  "agent",
  "memoryTotals",
  "thoughtTotals",
  "searchDocuments",
  "vectors",
  "memories",
  "merges",
  "memoryVersions",
  "reflectionProgress",
  "clusters",
  "coreMemories",
  "knowledge",
  "thoughts",
  "events",
  "logs",
  "artifacts",
  "ticks",
  "memoryTotalsGone",
  "thoughtTotalsGone",
  "importWaiting",
  "importSources",
  "speakers",
  "recentEntries",
] as const;

/** The format of what this version stores: 1 before there were migrations, and one more for each of them. */
export const DATA_FORMAT = 1 + MIGRATIONS.length;

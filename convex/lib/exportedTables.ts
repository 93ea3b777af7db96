/** What an export holds, in the order in which it passes over it. Each table's description says how it travels, or why not. */

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

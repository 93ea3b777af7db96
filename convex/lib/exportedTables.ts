/** What an export holds, in the order in which it passes over it. Each table's description says how it travels, or why not. */

/** A row comes before those that are a part of it: an import takes the lines in this order. */
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

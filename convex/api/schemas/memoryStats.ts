/** GET /memories/stats. */
import * as z from "zod";
import type { MemoryType } from "../../../mind/enums";
import { timestamp } from "./common";
import { share } from "./memories";

const count = z.int().min(0);

export const stats = z
  .strictObject({
    total: count,
    byType: z
      .strictObject({
        episodic: count,
        semantic: count,
        emotional: count,
        procedural: count,
        reflection: count,
      } satisfies Record<MemoryType, z.ZodType>)
      .meta({ description: "How many memories of each type" }),
    avgImportance: share("Mean importance"),
    avgConfidence: share("Mean confidence"),
    avgSalience: share("Mean salience"),
    uniqueRate: share("Share of memories that no earlier one said"),
    coreMemories: count.meta({ description: "Themes that memories were consolidated into" }),
    links: count.meta({ description: "Links between memories" }),
    oldestMemory: timestamp,
    newestMemory: timestamp,
    lastConsolidation: timestamp,
    storageEstimate: z
      .string()
      .meta({ description: "What memories, their texts, vectors, links and themes take, such as `1.4 MiB`" }),
  })
  .meta({ id: "MemoryStats", description: "The memory in figures" });

/** GET /memories and GET /memories/stats. */
import * as z from "zod";
import { fraction, limit, offset, since, text, timestamp, listFigures } from "../schemas/common";
import { memory, memoryType, share } from "../schemas/memory";
import { type MemoryType } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { searchMemories } from "../../memories/searchMemories";
import { invalid } from "../errors";
import { nothing, reading, type Endpoint } from "../route";
import { withMetadata } from "../schemas/metadata";
import { DEFAULT_THRESHOLD } from "./memorySearch";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  type: memoryType.exactOptional().meta({ description: "Only memories of this type" }),
  minImportance: fraction
    .exactOptional()
    .meta({ description: "Only memories that matter at least this much" }),
  since,
  query: text(1_024)
    .exactOptional()
    .meta({ description: "Only memories that say something about this: at most 1,024 characters" }),
  threshold: fraction
    .exactOptional()
    .meta({ description: "Least similarity to `query`, 0.6 where left out; an error without `query`" }),
});

export const page = z
  .strictObject({ memories: z.array(memory), ...listFigures })
  .meta({ id: "MemoryPage", description: "Memories, newest first, or as they fit the query" });

const count = z.int().min(0);

export const figures = z
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

export const list: Endpoint = reading({
  documentation: {
    operationId: "listMemories",
    tag: "Memory",
    summary: "What the agent remembers",
    description:
      "Lists memories, newest first. With `query` they come as search ranks them, best first, and `total` counts the hits, 256 at most. `threshold` is for `query` only.",
    answer: "A page of memories.",
    example: { query: { limit: "1" } },
  },
  query: query,
  response: page,
  handle: async (ctx, { query, threshold, ...filter }) => {
    if (query === undefined) {
      if (threshold !== undefined) throw invalid("threshold", "is for a search, and needs query");
      const page = await ctx.runQuery(internal.memories.queries.list, filter);
      return { ...page, memories: page.memories.map(withMetadata) };
    }
    const found = await searchMemories(ctx, { ...filter, query, threshold: threshold ?? DEFAULT_THRESHOLD });
    const memories = found.results.map(({ memory }) => withMetadata(memory));
    return { memories, total: found.total, hasMore: filter.offset + memories.length < found.total };
  },
});

export const stats: Endpoint = reading({
  documentation: {
    operationId: "getMemoryStats",
    tag: "Memory",
    summary: "The memory in figures",
    description:
      "Exact, and counted as memories are written: nothing is scanned for it. Means over nothing are 0, and so are moments of what never happened.",
    answer: "The figures.",
    example: {},
  },
  query: nothing,
  response: figures,
  handle: (ctx) => ctx.runQuery(internal.memories.queries.stats, {}),
});

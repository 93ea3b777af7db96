/** GET /memories and GET /memories/stats. */
import * as z from "zod";
import { byWord, MEMORY_TYPES } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { memoryStats } from "../../consolidation/memoryStats";
import { searchMemories } from "../../memories/searchMemories";
import { invalid } from "../errors";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import * as Common from "../schemas/common";
import { counted, share } from "../schemas/fields";
import { carriedFilters, tooManyMatches } from "../schemas/filters";
import { memory } from "../schemas/memory";
import { parseMetadata } from "../schemas/metadata";
import { pageOf, responseOf } from "../schemas/shape";
import { memoryType } from "../schemas/words";

export const query = z.strictObject({
  ...Common.paged(20),
  scope: Common.scope,
  type: memoryType.exactOptional().meta({ description: "Only memories of this type" }),
  minImportance: Common.fraction.exactOptional().meta({ description: "Least importance, inclusive" }),
  ...Common.span,
  pinned: z
    .literal("true")
    .exactOptional()
    .meta({ description: "`true`: only pinned memories; not with `query`" }),
  ...carriedFilters,
  ...Common.listSearch,
});

export const figures = responseOf("MemoryStats", "Memory statistics", memoryStats, {
  total: Common.count,
  byType: z
    .strictObject(byWord(MEMORY_TYPES, () => Common.count))
    .meta({ description: "How many memories of each type" }),
  avgImportance: share("Mean importance"),
  avgConfidence: share("Mean confidence"),
  avgSalience: share("Mean salience"),
  uniqueRate: share("Share of memories that no earlier one repeats"),
  coreMemories: counted("Number of core memories"),
  links: counted("Number of links"),
  oldestMemory: Common.timestamp,
  newestMemory: Common.timestamp,
  lastConsolidation: Common.timestamp,
  storageEstimate: "Size of memories, their texts, vectors, links and themes, such as `1.4 MiB`",
});

export const list: Endpoint = getEndpoint({
  operationId: "listMemories",
  tag: "Memory",
  summary: "List memories",
  description:
    "Lists memories, newest first. With `query` they are ranked as search ranks them, best first, and `total` counts the hits, 256 at most. `threshold` requires `query`; `until` can't be combined with it. `type`, `sentiment`, `scope`, times and importance combine exactly at any size, and so does one of `entity` and `metadata.<key>` with times and importance. Of several of these, or of one with another filter, the answer is exact or, where too many memories match each, 400.",
  answer: "A page of memories.",
  example: { query: { limit: "1" } },
  query,
  response: pageOf(
    "MemoryPage",
    "Memories, newest first, or the most relevant to the query first",
    "memories",
    memory,
  ),
  handle: async (ctx, { query, threshold, pinned, until, ...filter }) => {
    if (query === undefined) {
      if (threshold !== undefined) throw invalid("threshold", "requires query");
      const chosen = { ...Common.scoped(filter), until, pinned: pinned && (true as const) };
      const page = await ctx.runQuery(internal.memories.queries.listFiltered, chosen);
      if (page === null) throw tooManyMatches();
      return { ...page, memories: page.memories.map(parseMetadata) };
    }
    if (pinned !== undefined) throw invalid("pinned", "can't be combined with query");
    if (until !== undefined) throw invalid("until", "can't be combined with query");
    const found = await searchMemories(ctx, {
      ...Common.scoped(filter),
      query,
      threshold: threshold ?? Common.DEFAULT_THRESHOLD,
      counted: true,
    });
    if (found.tooMany === true) throw tooManyMatches();
    const memories = found.results.map(({ memory }) => parseMetadata(memory));
    return { memories, total: found.total, hasMore: filter.offset + memories.length < found.total };
  },
});

export const stats: Endpoint = getEndpoint({
  operationId: "getMemoryStats",
  tag: "Memory",
  summary: "Memory statistics",
  description:
    "Exact figures, updated with every write. Means without values are 0, and so are times of what has never happened.",
  answer: "The figures.",
  example: {},
  query: emptyInput,
  response: figures,
  handle: (ctx) => ctx.runQuery(internal.consolidation.queries.memoryStats, {}),
});

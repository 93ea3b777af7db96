/** What the agent remembers: storing, listing, counting. */
import { internal } from "../../_generated/api";
import { searchMemories } from "../../memories/searchMemories";
import { storeMemory } from "../../memories/store";
import { invalid } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { nothing, reading, writing, type Endpoint } from "../route";
import * as List from "../schemas/memoryList";
import * as Stats from "../schemas/memoryStats";
import * as Store from "../schemas/memoryStore";
import { asText, withMetadata } from "../schemas/metadata";
import { DEFAULT_THRESHOLD } from "../schemas/search";

export const store: Endpoint = writing({
  documentation: {
    operationId: "storeMemory",
    tag: "Memory",
    summary: "Store a memory",
    description:
      "Importance and salience that are left out are judged from the text, without a model; the names in it are noted under `metadata.entities`, unless the caller gave some. A text that is not English has a neutral sentiment and `metadata.language` is `other`. The vector is waited for at most about two seconds, and not at all while the provider fails: it then comes by itself, within a minute of the provider's recovery. Search finds the memory at once either way.",
    answer: "The memory is kept.",
    example: {
      body: {
        type: "episodic",
        content: "Maria and I decided to repaint the pier in Lisbon before the winter storms.",
        metadata: { context: "harbour meeting" },
      },
    },
  },
  body: Store.body,
  response: Store.outcome,
  handle: (ctx, { metadata, ...memory }, claimed) =>
    onceThroughout(ctx, claimed, () =>
      storeMemory(
        ctx,
        {
          ...memory,
          ...asText(metadata),
        },
        claimed,
      ),
    ),
});

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
  query: List.query,
  response: List.page,
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
  response: Stats.stats,
  handle: (ctx) => ctx.runQuery(internal.memories.queries.stats, {}),
});

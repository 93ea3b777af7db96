/** POST /knowledge and GET /knowledge. */
import { v } from "convex/values";
import * as z from "zod";
import { internal } from "../../_generated/api";
import { ingested, ingestKnowledge, searchKnowledge } from "../../knowledge/ingest";
import { publicItem } from "../../knowledge/items";
import { invalid } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { getEndpoint, postEndpoint, type Endpoint } from "../route";
import * as Common from "../schemas/common";
import { share } from "../schemas/fields";
import { metadataFilter, tooManyMatches } from "../schemas/filters";
import { metadata, parseOptionalMetadata, sentMetadata } from "../schemas/metadata";
import { pageOf, responseOf } from "../schemas/shape";

export const tag = Common.text(64);

export const body = z
  .strictObject({
    scope: Common.scopeToStore.exactOptional(),
    title: Common.text(512),
    content: Common.text(131_072),
    source: Common.text(512).exactOptional().meta({
      description:
        "The source, such as an address, in at most 512 characters. Scope, source and title identify the item",
    }),
    tags: z.array(tag).max(32).default([]).meta({ description: "Duplicates are dropped" }),
    confidence: share("How sure it is").default(0.8),
    metadata: sentMetadata.exactOptional(),
  })
  .meta({ id: "KnowledgeToStore", description: "An item of knowledge to store" });

export const passageCount = z.int().min(1).meta({ description: "The number of passages" });

export const outcome = responseOf("KnowledgeOutcome", "The item is stored", ingested, {
  knowledgeId: "The item's id; updates keep it",
  chunks: passageCount,
  embedding:
    "Whether all passages have their vectors already. Otherwise they follow, where a provider is configured",
  updated: "Whether the item replaced one of the same source and title",
});

export const item = responseOf(
  "KnowledgeItem",
  "An item of the agent's knowledge",
  publicItem.extend({ similarity: v.optional(v.number()), passage: v.optional(v.string()) }),
  {
    metadata,
    similarity: "With `query`: the similarity of its best passage",
    passage: "With `query`: its best passage",
  },
);

export const add: Endpoint = postEndpoint({
  operationId: "addKnowledge",
  tag: "Knowledge",
  summary: "Add knowledge",
  description:
    "Scope, source and title identify an item; items without a source share one. An item with the same three replaces the stored one completely: omitted tags, metadata and confidence are not kept. Storing the same item again changes nothing. Content is split into passages at headings, paragraphs or sentences, about every thousand characters, and search finds each of them at once. A passage includes the title, its heading and, inside a Markdown table, the column names. The request waits at most about two seconds for the vectors of a short item. Those of a long item, and all vectors while the provider fails, follow later.",
  answer: "The item is stored.",
  example: {
    body: {
      title: "Ferry timetable",
      source: "https://harbour.example/timetable",
      tags: ["harbour", "timetable"],
      content:
        "# Summer\n\nThe ferry to the island leaves at nine and at four. On Sundays it leaves at ten.\n\n# Winter\n\nThere is one ferry a day, at noon. In storms it stays in the harbour.",
    },
  },
  body,
  response: outcome,
  handle: (ctx, { tags, ...item }, claimed) =>
    runIdempotent(ctx, claimed, () => ingestKnowledge(ctx, { ...item, tags: [...new Set(tags)] }, claimed)),
});

export const list: Endpoint = getEndpoint({
  operationId: "listKnowledge",
  tag: "Knowledge",
  summary: "List or search knowledge",
  description:
    "Lists items, the last changed first. With `query` the most similar come first, each with its best passage; `total` then counts the hits, 256 at most. `threshold` requires `query`. `tag` and `metadata.<key>` must match exactly: one of them counts exactly at any size, several exactly or, where too many items have each, not at all (400); `since` compares the last change. A page ends before its limit once it holds a few megabytes of content: the next page begins at `offset` plus the number of items received.",
  answer: "A page of items.",
  example: { query: { query: "When does the ferry leave on Sundays?", threshold: "0.3", limit: "1" } },
  query: z.strictObject({
    ...Common.listSearch,
    ...Common.paged(10),
    scope: Common.scope,
    tag: tag.exactOptional().meta({ description: "Only items with this tag" }),
    metadata: metadataFilter,
    since: Common.since,
  }),
  response: pageOf(
    "KnowledgePage",
    "Items, the last changed first, or the most similar to the query first",
    "items",
    item,
  ),
  handle: async (ctx, { query, threshold, ...filter }) => {
    if (query === undefined) {
      if (threshold !== undefined) throw invalid("threshold", "requires query");
      const page = await ctx.runQuery(internal.knowledge.queries.list, Common.scoped(filter));
      if (page === null) throw tooManyMatches();
      return { ...page, items: page.items.map(parseOptionalMetadata) };
    }
    const found = await searchKnowledge(ctx, {
      ...Common.scoped(filter),
      query,
      threshold: threshold ?? Common.DEFAULT_THRESHOLD,
    });
    const items = found.items.map(({ passage, ...item }) =>
      parseOptionalMetadata({ ...item, passage: passage.text }),
    );
    return { ...found, items };
  },
});

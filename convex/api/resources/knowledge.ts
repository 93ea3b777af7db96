/** POST /knowledge and GET /knowledge. */
import * as z from "zod";
import { fraction, limit, offset, since, text, timestamp, listFigures } from "../schemas/common";
import { share } from "../schemas/memory";
import { asText, metadata, withMetadataIfAny } from "../schemas/metadata";
import { internal } from "../../_generated/api";
import { ingestKnowledge, searchKnowledge } from "../../knowledge/ingest";
import { invalid } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { reading, writing, type Endpoint } from "../route";
import { DEFAULT_THRESHOLD } from "./memorySearch";

const tag = text(64);

export const body = z
  .strictObject({
    title: text(512),
    content: text(131_072),
    source: text(512).exactOptional().meta({
      description:
        "Where it comes from, such as an address, in at most 512 characters; with the title it names the item",
    }),
    tags: z
      .array(tag)
      .max(32)
      .default([])
      .meta({ description: "What it is filed under, each once; an item has a list for each" }),
    confidence: share("How sure it is").default(0.8),
    metadata: metadata.exactOptional(),
  })
  .meta({ id: "KnowledgeToStore", description: "Something to know" });

export const outcome = z
  .strictObject({
    knowledgeId: z.string().meta({ description: "The item's id, which it keeps when it is updated" }),
    chunks: z.int().min(1).meta({ description: "Passages that it is found by" }),
    embedding: z.boolean().meta({
      description:
        "Whether all of its passages have their vectors already; with a provider configured they come by themselves",
    }),
    updated: z.boolean().meta({ description: "Whether there was an item of this source and title already" }),
  })
  .meta({ id: "KnowledgeOutcome", description: "The item is kept" });

const item = z
  .strictObject({
    _id: z.string(),
    title: z.string(),
    content: z.string(),
    source: z.string().exactOptional(),
    tags: z.array(z.string()),
    confidence: share("How sure it is"),
    metadata: metadata.exactOptional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    similarity: share("With `query`: how much its best passage says what is asked").exactOptional(),
    passage: z
      .string()
      .exactOptional()
      .meta({ description: "With `query`: the part of the content that says most of what is asked" }),
  })
  .meta({ id: "KnowledgeItem", description: "Something the agent was given to know" });

export const query = z.strictObject({
  query: text(1_024)
    .exactOptional()
    .meta({ description: "Only items that say something about this: at most 1,024 characters" }),
  limit: limit(10),
  offset,
  tag: tag.exactOptional().meta({ description: "Only items with this tag" }),
  since,
  threshold: fraction
    .exactOptional()
    .meta({ description: "Least similarity to `query`, 0.6 where left out; an error without `query`" }),
});

export const page = z
  .strictObject({ items: z.array(item), ...listFigures })
  .meta({ id: "KnowledgePage", description: "Items, the last changed first, or as they fit the query" });

export const add: Endpoint = writing({
  documentation: {
    operationId: "addKnowledge",
    tag: "Knowledge",
    summary: "Give the agent something to know",
    description:
      "An item is named by its source and title; items without a source are of one source. Sent again, it takes the place of what was kept, whole: tags, metadata and confidence that are left out are left out of the item. The same thing sent again changes nothing. Content is split into passages, at headings, paragraphs or sentences about every thousand characters, and is found by any of them at once; a passage carries the title, its heading and, inside a Markdown table, the names of the columns. The vectors of a short item are waited for at most about two seconds; those of a long one, and all while the provider fails, come by themselves.",
    answer: "The item is kept.",
    example: {
      body: {
        title: "Ferry timetable",
        source: "https://harbour.example/timetable",
        tags: ["harbour", "timetable"],
        content:
          "# Summer\n\nThe ferry to the island leaves at nine and at four. On Sundays it leaves at ten.\n\n# Winter\n\nThere is one ferry a day, at noon. In storms it stays in the harbour.",
      },
    },
  },
  body: body,
  response: outcome,
  handle: (ctx, { metadata, tags, ...item }, claimed) =>
    onceThroughout(ctx, claimed, () =>
      ingestKnowledge(
        ctx,
        {
          ...item,
          tags: [...new Set(tags)],
          ...asText(metadata),
        },
        claimed,
      ),
    ),
});

export const list: Endpoint = reading({
  documentation: {
    operationId: "listKnowledge",
    tag: "Knowledge",
    summary: "What the agent was given to know",
    description:
      "Lists items, the last changed first. With `query` the most similar come first, each with the passage that says most of what is asked; `total` then counts the hits, 256 at most. `threshold` is for `query` only. `tag` is compared as it was sent; `since` is about the last change. A page with more than some megabytes of content ends before its limit: the next one begins at `offset` plus the number of items received.",
    answer: "A page of items.",
    example: { query: { query: "When does the ferry leave on Sundays?", threshold: "0.3", limit: "1" } },
  },
  query: query,
  response: page,
  handle: async (ctx, { query, threshold, ...filter }) => {
    if (query === undefined) {
      if (threshold !== undefined) throw invalid("threshold", "is for a search, and needs query");
      const page = await ctx.runQuery(internal.knowledge.queries.list, filter);
      return { ...page, items: page.items.map(withMetadataIfAny) };
    }
    const found = await searchKnowledge(ctx, { ...filter, query, threshold: threshold ?? DEFAULT_THRESHOLD });
    const items = found.items.map(({ passage, ...item }) =>
      withMetadataIfAny({ ...item, passage: passage.text }),
    );
    return { ...found, items };
  },
});

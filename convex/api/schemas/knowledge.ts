/** Knowledge items as REST callers write and see them. */
import * as z from "zod";
import { fraction, limit, listFigures, offset, since, text, timestamp } from "./common";
import { share } from "./memories";
import { metadata } from "./metadata";

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

/** What the agent is given to know: keeping it, listing it, finding it. */
import { internal } from "../../_generated/api";
import { keepKnowledge, searchKnowledge } from "../../knowledge/ingest";
import { invalid } from "../errors";
import { onceThroughout } from "../idempotencyKey";
import { reading, writing, type Endpoint } from "../route";
import * as Knowledge from "../schemas/knowledge";
import { asText, withMetadataIfAny } from "../schemas/metadata";
import { DEFAULT_THRESHOLD } from "../schemas/search";

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
  body: Knowledge.body,
  response: Knowledge.outcome,
  handle: (ctx, { metadata, tags, ...item }, claimed) =>
    onceThroughout(ctx, claimed, () =>
      keepKnowledge(
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
  query: Knowledge.query,
  response: Knowledge.page,
  handle: async (ctx, { query, threshold, ...filter }) => {
    if (query === undefined) {
      if (threshold !== undefined) throw invalid("threshold", "is for a search, and needs query");
      const page = await ctx.runQuery(internal.knowledge.functions.list, filter);
      return { ...page, items: page.items.map(withMetadataIfAny) };
    }
    const found = await searchKnowledge(ctx, { ...filter, query, threshold: threshold ?? DEFAULT_THRESHOLD });
    const items = found.items.map(({ passage, ...item }) =>
      withMetadataIfAny({ ...item, passage: passage.text }),
    );
    return { ...found, items };
  },
});

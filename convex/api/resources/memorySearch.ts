/** GET /memories/search. */
import { v } from "convex/values";
import * as z from "zod";
import { RECENCIES } from "../../../mind/enums";
import { RELEVANCE_WEIGHTS } from "../../../mind/ranking/relevance";
import { timeTaken } from "../../../mind/time/timeSince";
import { searchResult } from "../../memories/search";
import { searchMemories, since } from "../../memories/searchMemories";
import { getEndpoint, type Endpoint } from "../route";
import { DEFAULT_THRESHOLD, flag, fraction, paged, scope, scoped, text } from "../schemas/common";
import { amount, counted, share } from "../schemas/fields";
import { carriedFilters, tooManyMatches } from "../schemas/filters";
import { memory } from "../schemas/memory";
import { parseMetadata } from "../schemas/metadata";
import { responseOf } from "../schemas/shape";
import { memoryType } from "../schemas/words";

export const query = z.strictObject({
  q: text(1_024).meta({ description: "The question or words to search for; at most 1,024 characters" }),
  ...paged(10),
  scope,
  type: memoryType.exactOptional().meta({ description: "Only memories of this type" }),
  ...carriedFilters,
  threshold: fraction.default(DEFAULT_THRESHOLD).meta({ description: "Least similarity, inclusive" }),
  recency: z
    .enum(RECENCIES)
    .exactOptional()
    .meta({ id: "Recency", description: "Only memories created within exactly this time before now" }),
  explain: flag.meta({ description: "Whether each result has the parts of its relevance", default: false }),
});

const part = z.strictObject({
  value: share("The measured value"),
  weight: share("The weight of the value"),
  contribution: share("Value times weight"),
});

const parts = responseOf(
  "RelevanceParts",
  "The parts of a relevance: the contributions add up to it",
  searchResult.fields.parts,
  { similarity: part, context: part, recency: part, importance: part, salience: part },
);

const result = responseOf(
  "SearchResult",
  "A memory and its relevance to the query",
  searchResult.extend({ parts: v.optional(searchResult.fields.parts) }),
  {
    memory,
    similarity: "How well the memory itself answers; `threshold` applies to it",
    relevanceScore: share("The order of the results"),
    parts: parts.meta({ description: "With `explain` only" }),
  },
);

export const answer = z
  .strictObject({
    results: z.array(result).meta({ description: "The most relevant first, then the newest" }),
    query: z.string().meta({ description: "The query, as it was sent" }),
    searchTime: amount("How long the search took, in milliseconds"),
    belowThreshold: counted("Candidates below `threshold`"),
  })
  .meta({ id: "SearchAnswer", description: "The results of a search" });

const { similarity, recency, importance, salience } = RELEVANCE_WEIGHTS;

export const search: Endpoint = getEndpoint({
  operationId: "searchMemories",
  tag: "Memory",
  summary: "Search memories",
  description: `Finds memories by their words and, where an embedding provider is configured, by meaning. While the provider fails or is slow, words alone count.

\`similarity\` is how well a memory itself answers; \`threshold\` applies to it, and \`belowThreshold\` counts the candidates below it. Results are ordered by

    relevanceScore = ${similarity} × (similarity + context) + ${recency} × recency + ${importance} × importance + ${salience} × salience

where \`context\` comes from the memories stored just before and after, and \`recency\` is 1 now and halves every week. With \`explain\` each result has these in \`parts\`; their contributions add up to \`relevanceScore\`.

The parameters \`scope\`, \`recency\` and \`type\` filter before the search, so no match is lost; so do \`entity\`, \`sentiment\` and \`metadata.<key>\` where at most 512 memories pass them. Of more, those among the 1,024 best by words and the nearest by vectors are found. At most 256 memories are found. A search updates \`lastAccessedAt\` and raises \`salience\` of the returned memories.`,
  answer: "The results, possibly none.",
  example: { query: { q: "Who repaints the pier?", limit: "1", threshold: "0.3", explain: "true" } },
  query,
  response: answer,
  handle: async (ctx, { q, recency, explain, ...search }) => {
    const startedAt = Date.now();
    const found = await searchMemories(ctx, {
      ...scoped(search),
      query: q,
      ...(recency === undefined ? {} : { since: since(recency, startedAt) }),
    });
    if (found.tooMany === true) throw tooManyMatches();
    return {
      results: found.results.map(({ memory, parts, ...result }) => ({
        memory: parseMetadata(memory),
        ...result,
        ...(explain ? { parts } : {}),
      })),
      query: q,
      searchTime: timeTaken(startedAt, Date.now()),
      belowThreshold: found.belowThreshold,
    };
  },
});

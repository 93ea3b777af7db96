/** GET /memories/search. */
import * as z from "zod";
import { RECENCIES } from "../../../mind/enums";
import { fraction, limit, offset, text } from "../schemas/common";
import { memory, memoryType, share } from "../schemas/memory";
import { RELEVANCE_WEIGHTS } from "../../../mind/ranking/relevance";
import { timeTaken } from "../../../mind/time/timeSince";
import { searchMemories, since } from "../../memories/searchMemories";
import { reading, type Endpoint } from "../route";
import { withMetadata } from "../schemas/metadata";

/** Least similarity of what a search finds, where the request names none. */
export const DEFAULT_THRESHOLD = 0.6;

export const query = z.strictObject({
  q: text(1_024).meta({ description: "What to look for: a question, a few words; at most 1,024 characters" }),
  limit: limit(10),
  offset,
  type: memoryType.exactOptional().meta({ description: "Only memories of this type" }),
  threshold: fraction.default(DEFAULT_THRESHOLD).meta({ description: "Least similarity, inclusive" }),
  recency: z
    .enum(RECENCIES)
    .exactOptional()
    .meta({ id: "Recency", description: "Only memories made within this time before now, exactly" }),
  explain: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .pipe(z.boolean())
    .meta({ description: "Whether each result tells what its relevance is made of", default: false }),
});

const part = z.strictObject({
  value: share("What was measured"),
  weight: share("How much it counts"),
  contribution: share("Value times weight: what it adds to the relevance"),
});

const parts = z
  .strictObject({
    similarity: part,
    context: part,
    recency: part,
    importance: part,
    salience: part,
  })
  .meta({ id: "RelevanceParts", description: "What a relevance is made of: the contributions add up to it" });

const result = z
  .strictObject({
    memory,
    similarity: share("How well the memory itself answers; what `threshold` is about"),
    relevanceScore: share("What results are ordered by"),
    parts: parts.exactOptional().meta({ description: "With `explain` only" }),
  })
  .meta({ id: "SearchResult", description: "A memory that answers the query, and how well" });

export const answer = z
  .strictObject({
    results: z.array(result).meta({ description: "The most relevant first; of equal ones the newest first" }),
    query: z.string().meta({ description: "The query, as it was sent" }),
    searchTime: z.number().min(0).meta({ description: "How long the search took, in milliseconds" }),
    belowThreshold: z.int().min(0).meta({ description: "Candidates that `threshold` left out" }),
  })
  .meta({ id: "SearchAnswer", description: "What a search found" });

const { similarity, recency, importance, salience } = RELEVANCE_WEIGHTS;

export const search: Endpoint = reading({
  documentation: {
    operationId: "searchMemories",
    tag: "Memory",
    summary: "Search what the agent remembers",
    description: `Finds memories by what they say: by words always, by meaning too where an embedding provider answers. While it fails or is slow, words alone decide.

\`similarity\` is how well a memory itself answers; \`threshold\` applies to it, and \`belowThreshold\` counts what that left out. The order is that of

    relevanceScore = ${similarity} × (similarity + context) + ${recency} × recency + ${importance} × importance + ${salience} × salience

where \`context\` is what the memories told just before and after add, and \`recency\` is 1 now and a half after each week. With \`explain\` each result has these in \`parts\`, and their contributions add up to \`relevanceScore\`.

The \`recency\` parameter, and \`type\`, narrow the search itself: nothing is lost to memories outside. At most 256 memories are found. Those that are returned become more present: \`lastAccessedAt\` moves, \`salience\` rises.`,
    answer: "What was found, perhaps nothing.",
    example: { query: { q: "Who repaints the pier?", limit: "1", threshold: "0.3", explain: "true" } },
  },
  query: query,
  response: answer,
  handle: async (ctx, { q, recency, explain, ...search }) => {
    const startedAt = Date.now();
    const found = await searchMemories(ctx, {
      ...search,
      query: q,
      ...(recency === undefined ? {} : { since: since(recency, startedAt) }),
    });
    return {
      results: found.results.map(({ memory, parts, ...result }) => ({
        memory: withMetadata(memory),
        ...result,
        ...(explain ? { parts } : {}),
      })),
      query: q,
      searchTime: timeTaken(startedAt, Date.now()),
      belowThreshold: found.belowThreshold,
    };
  },
});

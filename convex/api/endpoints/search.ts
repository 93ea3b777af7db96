/** Searching what the agent remembers. */
import { RELEVANCE_WEIGHTS } from "../../../mind/ranking/relevance";
import { timeTaken } from "../../../mind/time/timeSince";
import { searchMemories, since } from "../../memories/searchMemories";
import { reading, type Endpoint } from "../route";
import { withMetadata } from "../schemas/metadata";
import * as Search from "../schemas/search";

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
  query: Search.query,
  response: Search.answer,
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

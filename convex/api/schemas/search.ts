/** GET /memories/search. */
import * as z from "zod";
import { RECENCIES } from "../../../mind/enums";
import { fraction, limit, offset, text } from "./common";
import { memory, memoryType, share } from "./memories";

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

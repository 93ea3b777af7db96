/** POST /memories/store-dedup. */
import * as z from "zod";
import { share } from "./memories";

const memoryId = z.string().meta({ description: "The memory that now holds it" });

const stored = z
  .strictObject({ memoryId, deduplicated: z.literal(false), unique: z.literal(true) })
  .meta({ id: "StoredAsNew", description: "Nothing known says the same: it is a memory of its own" });

const merged = z
  .strictObject({
    memoryId,
    deduplicated: z.literal(true),
    unique: z.literal(false),
    similarity: share("Of the two texts; 1 where they are equal once normalised"),
    action: z.literal("merged"),
  })
  .meta({
    id: "MergedIntoKnown",
    description: "A known memory says the same: it keeps its text and takes over the rest",
  });

// The one with more fields first: many generated clients take the first whose fields are there, and read no constants.
export const outcome = z.union([merged, stored]).meta({ id: "DedupOutcome" });

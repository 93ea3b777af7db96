/** POST /memories/store and POST /memories/store-dedup. */
import * as z from "zod";
import { text } from "../schemas/common";
import { memoryType, sentiment, share } from "../schemas/memory";
import { asText, metadata } from "../schemas/metadata";
import { storeMemory } from "../../memories/store";
import { onceThroughout, settled } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";
import { storeDeduplicated } from "../../memories/store";

export const body = z
  .strictObject({
    type: memoryType,
    content: text(16_384),
    importance: share("How much it will matter; judged from the text where left out").exactOptional(),
    salience: share("How present it is; from importance and feeling where left out").exactOptional(),
    confidence: share("How sure it is").default(0.8),
    metadata: metadata.exactOptional(),
  })
  .meta({ id: "MemoryToStore", description: "Something to remember" });

export const outcome = z
  .strictObject({
    memoryId: z.string().meta({ description: "The memory's id" }),
    embedding: z.boolean().meta({
      description: "Whether its vector is there already; with a provider configured it comes by itself",
    }),
    sentiment,
  })
  .meta({ id: "StoreOutcome", description: "The memory is kept" });

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
export const dedupOutcome = z.union([merged, stored]).meta({ id: "DedupOutcome" });

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
  body: body,
  response: outcome,
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

export const storeDedup: Endpoint = writing({
  documentation: {
    operationId: "storeMemoryOnce",
    tag: "Memory",
    summary: "Remember something, unless it is known",
    description:
      "A duplicate is the same text once normalised (NFKC, case, white space, closing punctuation), of any type; or a text of the same type that is similar enough (`DEDUP_THRESHOLD`) with nothing against it: another number, name or date, a negation, an opposite, swapped roles. On a duplicate the known memory keeps its id and text and is reinforced; importance and confidence become the higher of both; metadata is united. Where both have a key with different values, the known one stays and the others are listed under `merged` by the key; lists of `entities` are joined. Metadata grows by merges up to 32 KiB as compact JSON; what finds no room there is kept with the record of the merge. Equal calls at the same moment yield one memory.",
    answer: "The memory is kept, as a new one or in one that says the same.",
    example: {
      body: {
        type: "semantic",
        content: "The ferry to the island leaves at nine.",
        metadata: { source: "timetable" },
      },
    },
  },
  body,
  response: dedupOutcome,
  handle: async (ctx, { metadata, ...memory }, claimed) => {
    const stored = settled(await storeDeduplicated(ctx, { ...memory, ...asText(metadata) }, claimed));
    const { memoryId } = stored;
    return stored.kind === "new"
      ? { memoryId, deduplicated: false as const, unique: true as const }
      : {
          memoryId,
          deduplicated: true as const,
          unique: false as const,
          similarity: stored.similarity,
          action: "merged" as const,
        };
  },
});

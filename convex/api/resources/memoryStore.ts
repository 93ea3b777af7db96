/** POST /memories/store and POST /memories/store-dedup. */
import * as z from "zod";
import { scopeToStore, text } from "../schemas/common";
import { share } from "../schemas/fields";
import { pinned } from "../schemas/memory";
import { sentMetadata } from "../schemas/metadata";
import { responseOf } from "../schemas/shape";
import { memoryType } from "../schemas/words";
import { storeDeduplicated, storedMemory, storeMemory } from "../../memories/store";
import { runIdempotent, idempotentResult } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";

export const body = z
  .strictObject({
    scope: scopeToStore.exactOptional(),
    type: memoryType,
    content: text(16_384),
    importance: share("How much it matters; estimated from the text where left out").exactOptional(),
    salience: share(
      "How easily it comes to mind; from importance and sentiment where left out",
    ).exactOptional(),
    confidence: share("How sure it is").default(0.8),
    metadata: sentMetadata.exactOptional(),
    pinned,
  })
  .meta({ id: "MemoryToStore", description: "A memory to store" });

export const outcome = responseOf("StoreOutcome", "The memory is stored", storedMemory, {
  memoryId: "The memory's id",
});

const memoryId = z.string().meta({ description: "The new or the existing memory" });

const stored = z
  .strictObject({ memoryId, deduplicated: z.literal(false), unique: z.literal(true) })
  .meta({ id: "StoredAsNew", description: "No memory says the same: it is stored as a new one" });

const merged = z
  .strictObject({
    memoryId,
    deduplicated: z.literal(true),
    unique: z.literal(false),
    similarity: share("Similarity of the two texts; 1 where they are equal once normalised"),
    action: z.literal("merged"),
  })
  .meta({
    id: "MergedIntoKnown",
    description: "An existing memory says the same: it keeps its text and takes over the rest",
  });

// The one with more fields first: many generated clients take the first option whose fields exist, and ignore constants.
export const dedupOutcome = z.union([merged, stored]).meta({ id: "DedupOutcome" });

export const store: Endpoint = postEndpoint({
  operationId: "storeMemory",
  tag: "Memory",
  summary: "Store a memory",
  description:
    "Importance and salience that are left out are estimated from the text, without a model. `metadata.entities` lists the names in the text, unless the caller gave some. A text that is not English has a neutral sentiment, and its `metadata.language` is `other`. The request waits at most about two seconds for the vector, and not at all while the provider fails: the vector then follows within a minute of the provider's recovery. Search finds the memory at once in any case.",
  answer: "The memory is stored.",
  example: {
    body: {
      type: "episodic",
      content: "Maria and I decided to repaint the pier in Lisbon before the winter storms.",
      metadata: { context: "harbour meeting" },
    },
  },
  body,
  response: outcome,
  handle: (ctx, memory, claimed) => runIdempotent(ctx, claimed, () => storeMemory(ctx, memory, claimed)),
});

export const storeDedup: Endpoint = postEndpoint({
  operationId: "storeMemoryOnce",
  tag: "Memory",
  summary: "Store a memory unless it is a duplicate",
  description:
    "A duplicate is the same text once normalised (NFKC, case, white space, closing punctuation), of any type; or a text of the same type that is similar enough (`DEDUP_THRESHOLD`) and has no other number, name or date, no negation, no opposite and no swapped roles. On a duplicate the existing memory keeps its id and text and is reinforced; importance and confidence become the higher of both; metadata is merged. Where both have different values for a key, the existing value stays and the others are listed under `merged` by the key; lists of `entities` are joined. Merges let metadata grow to 32 KiB as compact JSON; the rest is kept with the record of the merge. Equal calls at the same moment yield one memory.",
  answer: "The new memory, or the existing one that says the same.",
  example: {
    body: {
      type: "semantic",
      content: "The ferry to the island leaves at nine.",
      metadata: { source: "timetable" },
    },
  },
  body,
  response: dedupOutcome,
  handle: async (ctx, memory, claimed): Promise<z.output<typeof dedupOutcome>> => {
    const { memoryId, ...stored } = idempotentResult(await storeDeduplicated(ctx, memory, claimed));
    if (stored.kind === "new") return { memoryId, deduplicated: false, unique: true };
    const { similarity } = stored;
    return { memoryId, deduplicated: true, unique: false, similarity, action: "merged" };
  },
});

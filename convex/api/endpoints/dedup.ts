/** Storing without saying a thing twice. */
import { storeDeduplicated } from "../../memories/storeDeduplicated";
import { settled } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";
import * as Dedup from "../schemas/dedup";
import { body } from "../schemas/memoryStore";
import { asText } from "../schemas/metadata";

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
  response: Dedup.outcome,
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

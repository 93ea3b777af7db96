/** POST /memories/store. */
import * as z from "zod";
import { text } from "./common";
import { memoryType, sentiment, share } from "./memories";
import { metadata } from "./metadata";

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

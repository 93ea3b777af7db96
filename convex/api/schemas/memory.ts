/** Memories as REST callers write and see them. */
import * as z from "zod";
import { MEMORY_TYPES, REFLECTION_TYPES, SENTIMENT_LABELS } from "../../../mind/enums";
import { timestamp } from "./common";
import { metadata } from "./metadata";

export const memoryType = z
  .enum(MEMORY_TYPES)
  .meta({ id: "MemoryType", description: "What kind of memory it is" });

/** A share, from 0 to 1. */
export function share(description: string) {
  return z.number().min(0).max(1).meta({ description });
}

export const sentiment = z
  .strictObject({
    score: z.number().min(-1).max(1),
    label: z.enum(SENTIMENT_LABELS),
  })
  .meta({
    id: "Sentiment",
    description: "How a text feels: VADER's score, positive from 0.05, negative from −0.05 down",
  });

export const memory = z
  .strictObject({
    _id: z.string(),
    type: memoryType,
    content: z.string(),
    importance: share("How much it will matter"),
    salience: share("How present it is: recall raises it, time takes it away"),
    confidence: share("How sure it is"),
    sentiment,
    metadata: metadata.meta({
      description:
        "What the caller attached, and in `entities` the names found in the text unless the caller gave some",
    }),
    unique: z.boolean().meta({ description: "Whether no earlier memory says the same" }),
    reflectionType: z.enum(REFLECTION_TYPES).exactOptional().meta({
      description:
        "What it reflects on: on every memory of type `reflection`, on no other; `knowledge` on one that a caller stored",
    }),
    basedOn: z.array(z.string()).exactOptional().meta({
      description:
        "The memories that it rests on: on every memory of type `reflection`, on no other; empty on one that a caller stored",
    }),
    createdAt: timestamp,
    lastAccessedAt: timestamp,
  })
  .meta({ id: "Memory", description: "Something remembered" });

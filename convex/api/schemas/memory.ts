/** Memories in the REST interface. */
import * as z from "zod";
import { MEMORY_TYPES, REFLECTION_TYPES, SENTIMENT_LABELS } from "../../../mind/enums";
import { scopeOfItem, timestamp } from "./common";
import { metadata } from "./metadata";

export const memoryType = z.enum(MEMORY_TYPES).meta({ id: "MemoryType", description: "The kind of memory" });

/** A number from 0 to 1. */
export function share(description: string) {
  return z.number().min(0).max(1).meta({ description });
}

export const pinned = z
  .boolean()
  .exactOptional()
  .meta({ description: "Whether every tick is shown it, within 2,000 characters for all pinned memories" });

export const sentiment = z
  .strictObject({ score: z.number().min(-1).max(1), label: z.enum(SENTIMENT_LABELS) })
  .meta({
    id: "Sentiment",
    description: "The sentiment of a text: VADER's score, positive from 0.05, negative from −0.05 down",
  });

export const memory = z
  .strictObject({
    _id: z.string(),
    scope: scopeOfItem,
    type: memoryType,
    content: z.string(),
    importance: share("How much it matters"),
    salience: share("How easily it comes to mind: recall raises it, time lowers it"),
    confidence: share("How sure it is"),
    sentiment,
    metadata: metadata.meta({
      description:
        "The caller's metadata. `entities` lists the names in the text, unless the caller gave some",
    }),
    unique: z.boolean().meta({ description: "Whether no earlier memory says the same" }),
    pinned: z.literal(true).exactOptional().meta({ description: "Present where every tick is shown it" }),
    correctedBy: z.string().exactOptional().meta({
      description: "The memory that corrects it, behind which it stands in searches. Absent while it holds",
    }),
    reflectionType: z.enum(REFLECTION_TYPES).exactOptional().meta({
      description:
        "The kind of reflection; only on memories of type `reflection`. `knowledge` on those that a caller stored",
    }),
    basedOn: z.array(z.string()).exactOptional().meta({
      description:
        "The memories it is based on; only on memories of type `reflection`. Empty on those that a caller stored",
    }),
    createdAt: timestamp,
    lastAccessedAt: timestamp,
  })
  .meta({ id: "Memory", description: "Something remembered" });

/** POST /feed. */
import * as z from "zod";
import { FEED_TYPES, IMPACTS } from "../../../mind/enums";
import { text } from "./common";
import { metadata } from "./metadata";

export const body = z
  .strictObject({
    type: z.enum(FEED_TYPES),
    content: text(16_384),
    impact: z
      .enum(IMPACTS)
      .default("medium")
      .meta({ description: "How much weight the event has with the agent" }),
    metadata: metadata.exactOptional(),
  })
  .meta({ id: "FeedEvent", description: "Something that happened outside" });

export const outcome = z
  .strictObject({
    feedId: z.string().meta({ description: "The event's id" }),
    stateModified: z.boolean().meta({ description: "Whether the event moved the agent's state" }),
    healthChange: z
      .number()
      .min(-25)
      .max(25)
      .meta({ description: "What the event really changed, 0 where health was at its bound" }),
  })
  .meta({ id: "FeedOutcome", description: "The event is kept for the next tick" });

/** POST /feed: tells the agent of an event. */
import * as z from "zod";
import { FEED_TYPES, IMPACTS } from "../../../mind/enums";
import { text } from "../schemas/common";
import { asText, metadata } from "../schemas/metadata";
import { internal } from "../../_generated/api";
import { settled } from "../idempotencyKey";
import { writing, type Endpoint } from "../route";

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

export const feed: Endpoint = writing({
  documentation: {
    operationId: "feed",
    tag: "Control",
    summary: "Tell the agent what happened",
    description:
      "Moves the agent's state by sentiment and impact, and waits for the next tick. `status`, `severity`, `level` and `priority` in the metadata, or in a content that is a JSON object, come before the words in the sentiment. No single event moves health by more than 25.",
    answer: "The event is kept.",
    example: {
      body: {
        type: "news",
        content: "The harbour festival was a wonderful success: the whole town came and everybody danced.",
        impact: "high",
        metadata: { source: "harbour-gazette" },
      },
    },
  },
  body: body,
  response: outcome,
  handle: async (ctx, { metadata, ...event }, claimed) =>
    settled(
      await ctx.runMutation(internal.agent.functions.feed, {
        ...event,
        ...asText(metadata),
        ...claimed,
      }),
    ),
});

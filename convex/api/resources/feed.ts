/** POST /feed: an event for the agent. */
import * as z from "zod";
import { FEED_TYPES, IMPACTS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { fed } from "../../agent/events";
import { idempotentResult } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";
import { scopeToStore, text } from "../schemas/common";
import { sentMetadata } from "../schemas/metadata";
import { responseOf } from "../schemas/shape";

export const body = z
  .strictObject({
    scope: scopeToStore.exactOptional(),
    type: z.enum(FEED_TYPES),
    content: text(16_384),
    impact: z.enum(IMPACTS).default("medium").meta({ description: "The weight of the event" }),
    sentiment: z.number().min(-1).max(1).exactOptional().meta({
      description: "How good (1) or bad (-1) the event is, where the sender knows better than its words",
    }),
    metadata: sentMetadata.exactOptional(),
  })
  .meta({ id: "FeedEvent", description: "Something that happened outside" });

export const outcome = responseOf("FeedOutcome", "The event waits for the next tick", fed, {
  feedId: "The event's id",
  stateModified: "Whether the event changed the agent's state",
  healthChange: z
    .number()
    .min(-25)
    .max(25)
    .meta({ description: "The change of health; 0 where health was at its bound" }),
});

export const feed: Endpoint = postEndpoint({
  operationId: "feed",
  tag: "Control",
  summary: "Send an event",
  description:
    "Changes the agent's state by the event's sentiment and impact; the event then waits for the next tick. For the sentiment, `status`, `severity`, `level` and `priority` in the metadata, or in a content that is a JSON object, count before the words, and `sentiment` before all. Without either, a tick with a model may correct the sentiment of the words. No single event moves health by more than 25.",
  answer: "The event is kept.",
  example: {
    body: {
      type: "news",
      content: "The harbour festival was a wonderful success: the whole town came and everybody danced.",
      impact: "high",
      metadata: { source: "harbour-gazette" },
    },
  },
  body,
  response: outcome,
  handle: async (ctx, event, claimed) =>
    idempotentResult(await ctx.runMutation(internal.agent.functions.feed, { ...event, ...claimed })),
});

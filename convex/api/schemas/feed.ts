/** POST /feed. */
import * as z from "zod";
import { FEED_TYPES, IMPACTS } from "../../mind/words";
import { text } from "./common";
import { metadata } from "./metadata";

export const body = z.strictObject({
  type: z.enum(FEED_TYPES),
  content: text(16_384),
  impact: z.enum(IMPACTS).default("medium"),
  metadata: metadata.exactOptional(),
});

export const outcome = z.strictObject({
  feedId: z.string(),
  stateModified: z.boolean(),
  healthChange: z.number().min(-100).max(100),
});

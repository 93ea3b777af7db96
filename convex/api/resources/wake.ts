/** POST /wake: a note for the agent. */
import * as z from "zod";
import { PRIORITIES } from "../../../mind/enums";
import { text } from "../schemas/common";
import { internal } from "../../_generated/api";
import { idempotentResult } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";

export const body = z
  .strictObject({
    note: text(4096),
    priority: z.enum(PRIORITIES).default("normal"),
    triggerTick: z.boolean().default(false).meta({ description: "Also start a tick, unless one is running" }),
  })
  .meta({ id: "WakeNote", description: "A note for the agent's next tick" });

export const outcome = z
  .strictObject({
    acknowledged: z.literal(true),
    tickTriggered: z
      .boolean()
      .meta({ description: "Whether a tick was started; while one is running, the note waits for the next" }),
  })
  .meta({ id: "WakeOutcome", description: "The note is stored" });

export const wake: Endpoint = postEndpoint({
  operationId: "wake",
  tag: "Control",
  summary: "Leave the agent a note",
  description: "The note waits for the next tick, which `triggerTick` starts at once.",
  answer: "The note is stored.",
  example: { body: { note: "The ferry is back. Is the pier ready for visitors?", priority: "high" } },
  body,
  response: outcome,
  handle: async (ctx, body, claimed) => ({
    acknowledged: true as const,
    ...idempotentResult(await ctx.runMutation(internal.tick.wake.wake, { ...body, ...claimed })),
  }),
});

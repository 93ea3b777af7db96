/** POST /wake. */
import * as z from "zod";
import { PRIORITIES } from "../../../mind/enums";
import { text } from "./common";

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
    tickTriggered: z.boolean().meta({
      description:
        "Whether a tick was started for the note; where one is running, the note waits for the next",
    }),
  })
  .meta({ id: "WakeOutcome", description: "The note is kept" });

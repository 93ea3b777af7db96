/** GET /reminders. */
import * as z from "zod";
import { REMINDER_SETTERS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";
import { limit, listFigures, offset, scopeOfItem, timestamp } from "../schemas/common";

const reminder = z
  .strictObject({
    _id: z.string(),
    scope: scopeOfItem,
    text: z.string(),
    remindAt: timestamp.meta({ description: "It comes to the first tick after this moment" }),
    noteId: z.string().meta({ description: "The note that asked for it" }),
    from: z.string().exactOptional().meta({ description: "Who wrote the note, where that was said" }),
    setBy: z.enum(REMINDER_SETTERS).meta({
      description:
        "`caller` by `remindAt` of POST /wake, or who read a wish in the note: the `model`, or `reflex` without one",
    }),
    createdAt: timestamp,
  })
  .meta({ id: "Reminder", description: "A reminder that is not due yet" });

export const list: Endpoint = getEndpoint({
  operationId: "listReminders",
  tag: "Control",
  summary: "Reminders to come",
  description:
    "Lists the reminders that are not due yet, the next to come first. A reminder that is due becomes an event of the next tick, which tells it in an artifact.",
  answer: "A page of reminders.",
  example: { query: { limit: "2" } },
  query: z.strictObject({ limit: limit(20), offset }),
  response: z
    .strictObject({ reminders: z.array(reminder), ...listFigures })
    .meta({ id: "ReminderPage", description: "Reminders, the next to come first" }),
  handle: (ctx, query) => ctx.runQuery(internal.reminders.queries.list, query),
});

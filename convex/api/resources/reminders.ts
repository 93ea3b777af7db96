/** GET /reminders. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { publicReminder } from "../../reminders/reminders";
import { getEndpoint, type Endpoint } from "../route";
import { paged } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";

const reminder = responseOf("Reminder", "A reminder that is not due yet", publicReminder, {
  remindAt: "It comes to the first tick after this moment",
  noteId: "The note that asked for it",
  setBy:
    "`caller` by `remindAt` of POST /wake, or who read a wish in the note: the `model`, or `reflex` without one",
});

export const list: Endpoint = getEndpoint({
  operationId: "listReminders",
  tag: "Control",
  summary: "Reminders to come",
  description:
    "Lists the reminders that are not due yet, the next to come first. A reminder that is due becomes an event of the next tick, which tells it in an artifact.",
  answer: "A page of reminders.",
  example: { query: { limit: "2" } },
  query: z.strictObject(paged(20)),
  response: pageOf("ReminderPage", "Reminders, the next to come first", "reminders", reminder),
  handle: (ctx, query) => ctx.runQuery(internal.reminders.queries.list, query),
});

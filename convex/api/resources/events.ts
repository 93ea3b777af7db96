/** GET /events. */
import * as z from "zod";
import { EVENT_KINDS } from "../../../mind/enums";
import { internal } from "../../_generated/api";
import { publicEvent } from "../../agent/inbox";
import { getEndpoint, type Endpoint } from "../route";
import { paged, scope, scoped, span } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";

const event = responseOf("Event", "Something that reached the agent", publicEvent, {
  kind: "`feed`, `wake` for notes, `reminder` for due reminders",
  type: "Of a feed event",
  impact: "Of a feed event",
  tickId: "The tick that read it; absent while it waits",
});

export const list: Endpoint = getEndpoint({
  operationId: "listEvents",
  tag: "Control",
  summary: "What reached the agent",
  description:
    "Lists feed events, notes and due reminders, newest first. `since` and `until` are exclusive. The replies to notes: GET /notes.",
  answer: "A page of events.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    ...paged(20),
    scope,
    kind: z.enum(EVENT_KINDS).exactOptional().meta({ description: "Only events of this kind" }),
    ...span,
  }),
  response: pageOf("EventPage", "Events, newest first", "events", event),
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.events, scoped(query)),
});

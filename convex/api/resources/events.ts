/** GET /events. */
import * as z from "zod";
import { EVENT_KINDS, FEED_TYPES, IMPACTS } from "../../../mind/enums";
import {
  limit,
  listFigures,
  offset,
  scope,
  scoped,
  scopeOfItem,
  since,
  timestamp,
  until,
} from "../schemas/common";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";

const kind = z.enum(EVENT_KINDS);

const event = z
  .strictObject({
    _id: z.string(),
    scope: scopeOfItem,
    kind: kind.meta({ description: "`feed`, `wake` for notes, `reminder` for due reminders" }),
    content: z.string(),
    type: z.enum(FEED_TYPES).exactOptional().meta({ description: "Of a feed event" }),
    impact: z.enum(IMPACTS).exactOptional().meta({ description: "Of a feed event" }),
    from: z.string().exactOptional().meta({ description: "Who wrote the note, where that was said" }),
    sentiment: z.number().min(-1).max(1),
    tickId: z.string().exactOptional().meta({ description: "The tick that read it; absent while it waits" }),
    receivedAt: timestamp,
  })
  .meta({ id: "Event", description: "Something that reached the agent" });

export const list: Endpoint = getEndpoint({
  operationId: "listEvents",
  tag: "Control",
  summary: "What reached the agent",
  description:
    "Lists feed events, notes and due reminders, newest first. `since` and `until` are exclusive. The replies to notes: GET /notes.",
  answer: "A page of events.",
  example: { query: { limit: "2" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    scope,
    kind: kind.exactOptional().meta({ description: "Only events of this kind" }),
    since,
    until,
  }),
  response: z
    .strictObject({ events: z.array(event), ...listFigures })
    .meta({ id: "EventPage", description: "Events, newest first" }),
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.events, scoped(query)),
});

/** GET /logs: the activity log. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import { publicLog } from "../../agent/logs";
import { getEndpoint, type Endpoint } from "../route";
import { paged, span, timestamp } from "../schemas/common";
import { pageOf, responseOf } from "../schemas/shape";
import { mood, routine } from "../schemas/words";

export const quietSince = timestamp.meta({
  description:
    "Of a tick that found nothing new: the moment since which nothing came in. Such entries in a row are one silence",
});

const entry = responseOf("LogEntry", "The record of one tick, and the state after it", publicLog, {
  tickId: "The tick that wrote it",
  quietSince,
});

export const page = pageOf("LogPage", "Log entries, newest first", "logs", entry);

export const list: Endpoint = getEndpoint({
  operationId: "listLogs",
  tag: "State and health",
  summary: "List the activity log",
  description: "Lists the activity log, one entry per tick, newest first. `since` and `until` are exclusive.",
  answer: "A page of the log.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    ...paged(20),
    mood: mood.exactOptional().meta({ description: "Only entries of this mood" }),
    routine: routine.exactOptional().meta({ description: "Only entries of this time of day" }),
    ...span,
  }),
  response: page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.logs, query),
});

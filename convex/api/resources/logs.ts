/** GET /logs: the activity log. */
import * as z from "zod";
import {
  healthScore,
  limit,
  mood,
  offset,
  routine,
  since,
  timestamp,
  until,
  listFigures,
} from "../schemas/common";
import { internal } from "../../_generated/api";
import { getEndpoint, type Endpoint } from "../route";

export const entry = z
  .strictObject({
    _id: z.string(),
    tickId: z.string().meta({ description: "The tick that wrote it" }),
    mood,
    health: healthScore,
    routine,
    summary: z.string(),
    detail: z.string(),
    remark: z.string().exactOptional().meta({ description: "A witty observation, where there was one" }),
    timestamp,
  })
  .meta({ id: "LogEntry", description: "The record of one tick, and the state after it" });

export const page = z
  .strictObject({ logs: z.array(entry), ...listFigures })
  .meta({ id: "LogPage", description: "Log entries, newest first" });

export const list: Endpoint = getEndpoint({
  operationId: "listLogs",
  tag: "State and health",
  summary: "List the activity log",
  description: "Lists the activity log, one entry per tick, newest first. `since` and `until` are exclusive.",
  answer: "A page of the log.",
  example: { query: { limit: "1" } },
  query: z.strictObject({
    limit: limit(20),
    offset,
    mood: mood.exactOptional().meta({ description: "Only entries of this mood" }),
    routine: routine.exactOptional().meta({ description: "Only entries of this time of day" }),
    since,
    until,
  }),
  response: page,
  handle: (ctx, query) => ctx.runQuery(internal.agent.queries.logs, query),
});

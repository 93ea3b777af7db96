/** GET /logs. */
import * as z from "zod";
import { healthScore, limit, listFigures, mood, offset, routine, since, timestamp, until } from "./common";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  mood: mood.exactOptional().meta({ description: "Only entries of this mood" }),
  routine: routine.exactOptional().meta({ description: "Only entries of this time of day" }),
  since,
  until,
});

export const entry = z
  .strictObject({
    _id: z.string(),
    mood,
    health: healthScore,
    routine,
    summary: z.string(),
    detail: z.string(),
    remark: z.string().exactOptional().meta({ description: "A witty observation, where there was one" }),
    timestamp,
  })
  .meta({ id: "LogEntry", description: "What one tick did, and the state it left" });

export const page = z
  .strictObject({ logs: z.array(entry), ...listFigures })
  .meta({ id: "LogPage", description: "Log entries, newest first" });

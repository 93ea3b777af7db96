/** GET /logs. */
import * as z from "zod";
import { MOODS, ROUTINES } from "../../mind/words";
import { limit, listFigures, offset, since, timestamp, until } from "./common";

export const query = z.strictObject({
  limit: limit(20),
  offset,
  mood: z.enum(MOODS).exactOptional(),
  routine: z.enum(ROUTINES).exactOptional(),
  since,
  until,
});

export const entry = z.strictObject({
  _id: z.string(),
  mood: z.enum(MOODS),
  health: z.number().min(0).max(100),
  routine: z.enum(ROUTINES),
  summary: z.string(),
  detail: z.string(),
  remark: z.string().exactOptional(),
  timestamp,
});

export const page = z.strictObject({ logs: z.array(entry), ...listFigures });

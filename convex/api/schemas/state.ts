/** GET /state. */
import * as z from "zod";
import { MOODS, ROUTINES } from "../../mind/words";
import { timestamp } from "./common";

export const state = z.strictObject({
  mood: z.enum(MOODS),
  health: z.number().min(0).max(100),
  routine: z.enum(ROUTINES),
  volatility: z.number().min(0).max(1),
  summary: z.string(),
  updatedAt: timestamp,
});

/** GET /state. */
import * as z from "zod";
import { healthScore, mood, routine, timestamp, volatility } from "./common";

export const state = z
  .strictObject({
    mood,
    health: healthScore,
    routine,
    volatility,
    summary: z.string().meta({ description: "The agent's own words" }),
    updatedAt: timestamp,
  })
  .meta({ id: "State", description: "The agent's state" });

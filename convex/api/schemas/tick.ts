/** POST /tick. */
import * as z from "zod";
import { artifactType, healthScore, mood, volatility } from "./common";

export const outcome = z
  .strictObject({
    mood,
    health: healthScore,
    volatility,
    summary: z.string(),
    detail: z.string(),
    remark: z.string().exactOptional().meta({ description: "A witty observation, where there was one" }),
    duration: z.number().min(0).meta({ description: "How long the tick took, in milliseconds" }),
    artifacts: z.array(z.strictObject({ type: artifactType, content: z.string() })),
  })
  .meta({ id: "TickOutcome", description: "The state after the tick, and what the tick made" });

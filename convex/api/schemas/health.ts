/** GET /health. */
import * as z from "zod";
import { healthScore, timestamp } from "./common";

export const report = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    model: z.string().meta({ description: "The language model in use; `reflex` in keyless mode" }),
    lastTick: timestamp,
    tickCount: z.int().min(0).meta({ description: "Ticks that succeeded" }),
    uptime: z.number().min(0).meta({ description: "Seconds since the service started" }),
    version: z.string().meta({ description: "The agent's version" }),
    health: healthScore,
    checks: z.record(z.string(), z.string()).meta({
      description:
        "Each check's `ok` or its reason. `embedding` says `lexical` where no embedding provider is configured, which is no degradation",
    }),
  })
  .meta({ id: "HealthReport", description: "How the service is" });

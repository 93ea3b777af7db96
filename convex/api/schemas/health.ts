/** GET /health. */
import * as z from "zod";
import { timestamp } from "./common";

export const report = z.strictObject({
  status: z.enum(["ok", "degraded"]),
  model: z.string().meta({ description: "The language model in use; `reflex` in keyless mode" }),
  lastTick: timestamp,
  tickCount: z.int().min(0),
  uptime: z.number().min(0).meta({ description: "Seconds since the start" }),
  version: z.string(),
  health: z.number().min(0).max(100),
  checks: z.record(z.string(), z.string()).meta({ description: "Each check's `ok`, or its reason" }),
});

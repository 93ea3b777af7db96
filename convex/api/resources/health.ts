/** GET /health: whether the service works. */
import * as z from "zod";
import { healthScore, timestamp } from "../schemas/common";
import { internal } from "../../_generated/api";
import { nothing, reading, type Endpoint } from "../route";

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

export const health: Endpoint = reading({
  documentation: {
    operationId: "getHealth",
    tag: "State and health",
    summary: "Whether the service does its work",
    description:
      "`degraded` where the model has no key or its provider fails, the last tick failed or nothing can be written, no tick has succeeded for three intervals, a tick's lease ran out, or a configured embedding provider fails; `checks` says which. The status is 200 in both cases.",
    answer: "The report, whether all is well or not.",
    example: {},
  },
  query: nothing,
  response: report,
  handle: async (ctx, _query, { uncounted }) => {
    const report = await ctx.runQuery(internal.service.functions.health, { now: Date.now() });
    if (!uncounted) return report;
    // Then a tick fails and can't leave its failure behind, so the report of what is stored knows nothing of it.
    return {
      ...report,
      status: "degraded" as const,
      checks: { ...report.checks, tick: "nothing can be written" },
    };
  },
});

/** GET /health: whether the service works. */
import * as z from "zod";
import { healthScore, timestamp } from "../schemas/common";
import { internal } from "../../_generated/api";
import { emptyInput, getEndpoint, type Endpoint } from "../route";

export const report = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    model: z.string().meta({ description: "The language model in use; `reflex` in keyless mode" }),
    lastTick: timestamp,
    tickCount: z.int().min(0).meta({ description: "Ticks that succeeded" }),
    uptime: z.number().min(0).meta({ description: "Seconds since the service started" }),
    version: z.string().meta({ description: "The agent's version" }),
    dataFormat: z
      .int()
      .min(1)
      .meta({ description: "The number of the format of the stored data (docs/upgrading.md)" }),
    health: healthScore,
    checks: z.record(z.string(), z.string()).meta({
      description:
        "Each check's `ok` or its reason. `embedding` is `lexical` where no embedding provider is configured, which is no degradation",
    }),
  })
  .meta({ id: "HealthReport", description: "The health of the service" });

export const health: Endpoint = getEndpoint({
  operationId: "getHealth",
  tag: "State and health",
  summary: "Check the service",
  description:
    "`degraded` where the model has no key or its provider fails, the last tick failed or nothing can be written, no tick has succeeded for three intervals, a tick's lease ran out, or a configured embedding provider fails; `checks` says which. The status is 200 in both cases.",
  answer: "The report.",
  example: {},
  query: emptyInput,
  response: report,
  handle: async (ctx, _query, { uncounted }) => {
    const report = await ctx.runQuery(internal.service.functions.health, { now: Date.now() });
    if (!uncounted) return report;
    // Where nothing can be written, a failed tick can't record its failure either.
    return {
      ...report,
      status: "degraded" as const,
      checks: { ...report.checks, tick: "nothing can be written" },
    };
  },
});

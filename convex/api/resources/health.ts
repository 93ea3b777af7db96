/** GET /health: whether the service works. */
import * as z from "zod";
import { internal } from "../../_generated/api";
import * as Vitals from "../../vitals/vitals";
import { bestEffort } from "../../lib/bestEffort";
import { currentSettings } from "../../lib/currentSettings";
import * as Machine from "../../lib/machine";
import { DATA_FORMAT } from "../../migrations/format";
import { report as publicReport } from "../../service/health";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { count, timestamp } from "../schemas/common";
import { amount, counted } from "../schemas/fields";
import { responseOf } from "../schemas/shape";

export const report = responseOf("HealthReport", "The health of the service", publicReport, {
  model: "The language model in use; `reflex` in keyless mode",
  lastTick: timestamp,
  tickCount: counted("Ticks that succeeded"),
  uptime: amount("Seconds since the service started"),
  version: "The agent's version",
  dataFormat: z
    .int()
    .min(1)
    .meta({ description: "The number of the format of the stored data (docs/upgrading.md)" }),
  checks:
    "Each check's `ok` or its reason. A host of one machine adds `storage` (its disk and database file) and `clock`. `embedding` is `lexical` where no embedding provider is configured, which is no degradation",
  reembedding: z.strictObject({ done: count, total: count }).meta({
    description:
      "Memories and thoughts, while they get vectors of another model than before; search goes by words for the rest",
  }),
});

/** The report where what it is made of can't be read: what the host's machine says is all the more needed. */
function unread(now: number): z.infer<typeof report> {
  const { version, lastTick, tickCount } = Vitals.initialVitals(now);
  const model = currentSettings().llm?.model ?? "reflex";
  const checks = { ...Machine.checks(), tick: "the agent's state can't be read" };
  const figures = { lastTick, tickCount, uptime: 0, health: 0, dataFormat: DATA_FORMAT };
  return { status: "degraded", model, version, ...figures, checks };
}

export const health: Endpoint = getEndpoint({
  operationId: "getHealth",
  tag: "State and health",
  summary: "Check the service",
  description:
    "`degraded` where the model has no key or its provider fails, the last tick failed or nothing can be written, no tick has succeeded for three intervals, a tick's lease ran out, a configured embedding provider fails, or the host's storage or clock is at fault; `checks` says which. The status is 200 in both cases.",
  answer: "The report.",
  example: {},
  query: emptyInput,
  response: report,
  handle: async (ctx, _query, { uncounted }) => {
    const now = Date.now();
    const report =
      (await bestEffort("the health could not be read", () =>
        ctx.runQuery(internal.service.functions.health, { now }),
      )) ?? unread(now);
    if (!uncounted) return report;
    // Where nothing can be written, a failed tick can't record its failure either.
    return {
      ...report,
      status: "degraded" as const,
      checks: { ...report.checks, tick: "nothing can be written" },
    };
  },
});

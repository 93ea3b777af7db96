/** Functions of the service: its start and its health. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Elapse from "../agent/elapse";
import * as Retention from "../lib/retention";
import * as Health from "./health";
import * as Metrics from "./metrics";
import * as HealthStatus from "./healthStatus";
import * as Service from "./startup";
import * as Exports from "../transfer/exports";
import * as Vitals from "../vitals/vitals";

/**
 * The host calls this before the service takes requests. A tick that an earlier run left running counts as lost, its lease is
 * released, and the agent ticks at once. `afterCrash`: the earlier run did not stop. On hosted Convex nothing calls it: there the lease expires, the cron ticks, and
 * `deployed` records the start.
 */
export const started = internalMutation({
  args: { afterCrash: v.optional(v.boolean()) },
  returns: v.null(),
  handler: (ctx, { afterCrash = false }) => Service.started(ctx, Date.now(), currentSettings(), afterCrash),
});

/** Records a start of the service. To be run after a deployment to hosted Convex, where running functions keep the old code. */
export const deployed = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    await Vitals.update(ctx, now, () => ({ startedAt: now, version: Vitals.VERSION }));
  },
});

export const health = internalQuery({
  args: { now: v.number() },
  returns: Health.report,
  handler: (ctx, { now }) => Health.examine(ctx, now, currentSettings()),
});

/** Tells of a changed status. */
export const noteHealth = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => HealthStatus.note(ctx, Date.now(), currentSettings()),
});

/**
 * What the passing of time asks for: brings the agent's state up to date between ticks, tells of a status that changed by time
 * alone, such as a missed schedule, moves the moment from which retention counts, and ends an export that nobody reads on.
 */
export const upkeep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const [now, settings] = [Date.now(), currentSettings()];
    await Elapse.elapse(ctx, now, settings);
    await HealthStatus.note(ctx, now, settings);
    await Retention.step(ctx, now);
    await Exports.endAbandoned(ctx, now);
  },
});

/** The figures of GET /metrics. */
export const metrics = internalQuery({
  args: { now: v.number() },
  returns: Metrics.figures,
  handler: (ctx, { now }) => Metrics.read(ctx, now, currentSettings()),
});

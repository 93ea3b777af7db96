/** The steps of a tick that read or write the database. The action that calls them is in run.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import * as Rounds from "./rounds";
import * as Situations from "./situation";
import * as Begin from "./begin";
import * as Fail from "./fail";
import * as Finish from "./finish";
import * as PartialReplies from "./partialReplies";
import * as Tick from "./validators";
import { queryHits } from "../search/vectorHits";
import { situation, trigger } from "../lib/validators";

/** Takes the lease for a new tick, unless one is running. */
export const begin = internalMutation({
  args: { trigger, claim: v.optional(Idempotency.claim) },
  returns: Tick.begun,
  handler: async (ctx, { trigger, claim }) => {
    const begun = await Begin.begin(ctx, Date.now(), trigger, claim?.who);
    if (begun.kind === "begun") await Audit.record(ctx, claim, [begun.tickId]);
    return begun;
  },
});

/** After a tick that has read events, or met a note that asked for a tick: begins another if it is not to wait for the schedule. */
export const beginNext = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const trigger = await Rounds.nextTrigger(ctx, currentSettings());
    if (trigger !== null) await Begin.run(ctx, Date.now(), trigger);
    return null;
  },
});

/** The queries of a tick that gathered now, and the scopes that it searches: the action searches vectors before it calls `gather`. */
export const queries = internalQuery({
  args: {},
  returns: v.object({ queries: v.array(v.string()), scopes: v.array(v.string()) }),
  handler: (ctx) => Situations.queriesNow(ctx, currentSettings()),
});

/** What the tick knows; null for an unknown tick. `hits`: results of vector search for its queries. */
export const gather = internalQuery({
  args: { tickId: v.id("ticks"), now: v.number(), hits: v.array(queryHits) },
  returns: v.union(
    v.null(),
    v.object({
      situation,
      eventIds: v.array(v.id("events")),
      memoryIds: v.array(v.id("memories")),
      knowledgeIds: v.array(v.id("knowledge")),
      logIds: v.array(v.id("logs")),
      madeIds: v.array(v.id("artifacts")),
      turnIds: v.array(v.id("events")),
      epoch: v.number(),
      scope: v.string(),
    }),
  ),
  handler: async (ctx, { tickId, now, hits }) => {
    const tick = await ctx.db.get("ticks", tickId);
    return tick && (await Situations.gather(ctx, now, currentSettings(), tick.trigger, hits));
  },
});

/** Shows how far the model's replies have come; false if the tick may show nothing more. */
export const showReplies = internalMutation({
  args: PartialReplies.progress,
  returns: v.boolean(),
  handler: (ctx, progress) => PartialReplies.write(ctx, Date.now(), progress),
});

/** Commits everything that the tick did, or nothing if it lost the lease. */
export const finish = internalMutation({
  args: Tick.work,
  returns: Tick.finished,
  handler: (ctx, work) => Finish.finish(ctx, Date.now(), currentSettings(), work),
});

/** Records that the tick failed, and why. */
export const fail = internalMutation({
  args: {
    tickId: v.id("ticks"),
    reason: v.string(),
    fault: Tick.fault,
    model: Tick.model,
    eventIds: v.optional(v.array(v.id("events"))),
  },
  returns: v.null(),
  handler: (ctx, { tickId, ...failure }) => Fail.fail(ctx, Date.now(), currentSettings(), tickId, failure),
});

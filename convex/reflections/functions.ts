/** The transactions of a reflection; the action that calls them is in reflect.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as Idempotency from "../idempotency/idempotency";
import * as Evidence from "./evidence";
import * as Reflections from "./reflections";
import { vectorHits } from "../search/vectorHits";
import { reflectionType } from "../lib/validators";
import * as Schedule from "./schedule";

/** Everything that a reflection is made from. `importance`: accumulated since the last reflection, in millionths. */
export const collectInput = internalQuery({
  args: { request: Evidence.request, vectorHits: v.union(v.null(), vectorHits) },
  returns: v.object({ ...Evidence.collected.fields, importance: v.number(), epoch: v.number() }),
  handler: async (ctx, { request, vectorHits }) => ({
    ...(await Evidence.collect(ctx, request, vectorHits)),
    importance: await Schedule.accumulated(ctx),
    epoch: await ErasureEpoch.current(ctx),
  }),
});

/** The type of the agent's next spontaneous reflection. */
export const nextType = internalQuery({
  args: {},
  returns: reflectionType,
  handler: (ctx) => Evidence.nextType(ctx),
});

/**
 * Saves a reflection, or reinforces an earlier one with the same text, and settles the claim with the answer. Null, and nothing
 * written, where something was erased after `epoch`.
 */
export const save = internalMutation({
  args: { draft: Reflections.reflectionDraft, epoch: v.number(), claim: v.optional(Idempotency.claim) },
  returns: v.union(v.null(), Reflections.publicReflection),
  handler: async (ctx, { draft, epoch, claim }) => {
    if ((await ErasureEpoch.current(ctx)) !== epoch) return null;
    const reflection = await Reflections.save(ctx, Date.now(), currentSettings(), draft);
    await Audit.record(ctx, claim, [reflection._id]);
    await Idempotency.settle(ctx, claim, { reflection }, reflection._id);
    return reflection;
  },
});

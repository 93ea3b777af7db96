/** The steps of a reflection that touch the database. The action that takes them in turn is in reflecting.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as Evidence from "./evidence";
import { importanceSinceReflection } from "./schedule";
import * as Reflections from "./reflections";
import { vectorHits } from "../search/vectorHits";
import { reflectionType } from "../lib/validators";

/** What a reflection may rest on; `importance` has gathered since the last one. */
export const gather = internalQuery({
  args: { request: Evidence.request, vectorHits: v.union(v.null(), vectorHits) },
  returns: v.object({ ...Evidence.gathered.fields, importance: v.number() }),
  handler: async (ctx, { request, vectorHits }) => ({
    ...(await Evidence.gather(ctx, request, vectorHits)),
    importance: await importanceSinceReflection(ctx),
  }),
});

/** The type of a reflection that the agent makes by itself. */
export const nextType = internalQuery({
  args: {},
  returns: reflectionType,
  handler: (ctx) => Evidence.nextType(ctx),
});

/** Keeps a reflection, or strengthens the one that said so already; the answer settles the claim. */
export const keep = internalMutation({
  args: { made: Reflections.made, claim: v.optional(Idempotency.claim) },
  returns: Reflections.publicReflection,
  handler: async (ctx, { made, claim }) => {
    const reflection = await Reflections.keep(ctx, Date.now(), currentSettings(), made);
    await Idempotency.settle(ctx, claim, { reflection });
    return reflection;
  },
});

/** The steps of a reflection that touch the database. The action that takes them in turn is in reflecting.ts. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { currentSettings } from "./currentSettings";
import * as Idempotency from "./model/idempotency";
import * as Evidence from "./model/reflectionEvidence";
import { importanceGathered } from "./model/reflectionTurn";
import * as Reflections from "./model/reflections";
import { vectorHits } from "./model/vectorHits";
import { reflectionType } from "./validators";

/** What a reflection may rest on. */
export const gather = internalQuery({
  args: { request: Evidence.request, now: v.number(), vectorHits: v.union(v.null(), vectorHits) },
  returns: v.object({ ...Evidence.gathered.fields, importance: v.number() }),
  handler: async (ctx, { request, now, vectorHits }) => {
    const gathered = await Evidence.gather(ctx, now, currentSettings(), request, vectorHits);
    const { evidence, disputes, themes, earlier, last } = gathered.matter;
    return {
      ...gathered,
      importance: await importanceGathered(ctx),
      matter: {
        ...gathered.matter,
        evidence: evidence.map((memory) => ({ ...memory, entities: [...memory.entities] })),
        disputes: [...disputes],
        themes: [...themes],
        earlier: [...earlier],
        last: last === null ? null : { ...last, cites: [...last.cites] },
      },
    };
  },
});

/** The type of reflection that what came in of late calls for. */
export const typeCalledFor = internalQuery({
  args: {},
  returns: reflectionType,
  handler: (ctx) => Evidence.typeCalledFor(ctx),
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

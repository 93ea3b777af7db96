/** Reflecting: gather the evidence, ask the model or the reflexes, keep what comes of it. Actions, because they talk to the model. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, type ActionCtx } from "./_generated/server";
import { askModel } from "./asking";
import { currentSettings } from "./currentSettings";
import { quoted } from "../mind/text/phrasing";
import {
  reflectionAnswerSchema,
  reflectionFrom,
  reflectionProblems,
} from "./mind/reflections/reflectionAnswer";
import type { MadeReflection, ReflectionMatter } from "./mind/reflections/reflectionMatter";
import { reflectionPrompt } from "./mind/reflections/reflectionPrompt";
import { reflexReflection } from "./mind/reflections/reflexReflection";
import type { Claimed } from "./model/idempotency";
import type { Request } from "./model/reflectionEvidence";
import type { PublicReflection } from "./model/reflections";
import { vectorHitsFor } from "./searching";

/** How a reflection ended: `failed` is the model's failure, and nothing was written. */
export type Reflected = { kind: "done"; reflection: PublicReflection } | { kind: "failed"; reason: string };

/** A reflection that the agent makes by itself, of the type that what came in calls for; none while autonomy is off. */
export const alone = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (!currentSettings().autonomy) return null;
    const type = await ctx.runQuery(internal.reflections.typeCalledFor, {});
    const reflected = await reflect(ctx, { type, depth: "shallow", focus: null });
    if (reflected.kind === "failed") console.warn(`the agent could not reflect: ${reflected.reason}`);
    return null;
  },
});

/**
 * Reflects once. Evidence are only memories of what others said and did. Where there is none, the reflection says so and
 * rests on nothing; the model isn't asked then.
 */
export async function reflect(ctx: ActionCtx, request: Request, { claim }: Claimed = {}): Promise<Reflected> {
  const { type, depth, focus } = request;
  const vectorHits = focus === null ? null : await vectorHitsFor(ctx, { space: "memory", query: focus });
  const gathered = await ctx.runQuery(internal.reflections.gather, { request, now: Date.now(), vectorHits });
  const made = await conclude(ctx, gathered.matter);
  if (made.kind === "failed") return made;
  const { content, confidence, cites, isThin } = made.reflection;
  const basedOn = gathered.evidenceIds.filter((_, i) => cites.includes(i + 1));
  const reflection = await ctx.runMutation(internal.reflections.keep, {
    made: { type, depth, focus, content, confidence, basedOn, isThin, gathered: gathered.importance },
    ...(claim === undefined ? {} : { claim }),
  });
  return { kind: "done", reflection };
}

type Concluded = { kind: "made"; reflection: MadeReflection } | { kind: "failed"; reason: string };

async function conclude(ctx: ActionCtx, matter: ReflectionMatter): Promise<Concluded> {
  if (matter.evidence.length === 0) return { kind: "made", reflection: nothingToReflectOn(matter) };
  const { llm } = currentSettings();
  if (llm === null) return { kind: "made", reflection: reflexReflection(matter) };
  const completion = await askModel(ctx, llm, {
    name: "reflection",
    ...reflectionPrompt(matter),
    schema: reflectionAnswerSchema(matter.evidence.length),
    problems: (answer, attempt) => reflectionProblems(answer, matter, { repaired: attempt > 1 }),
  });
  if (completion.kind === "failed") return { kind: "failed", reason: completion.reason };
  return { kind: "made", reflection: reflectionFrom(completion.value, matter) };
}

/** The truth where no memory bears on what was asked; no claim to be sure of anything. */
function nothingToReflectOn({ type, focus }: ReflectionMatter): MadeReflection {
  const content =
    focus === null
      ? `I remember nothing yet that others told me or did, so there is nothing to reflect on for ${type}.`
      : `I remember nothing that bears on ${quoted(focus, 200)}, so I have nothing to say of it yet.`;
  return { content, confidence: 0, cites: [], isThin: true };
}

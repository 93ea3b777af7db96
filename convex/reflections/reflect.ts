/** Reflecting: gather the evidence, ask the model or write by extraction, keep what comes of it. Actions, because they talk to the model. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { complete } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import { reflectionByExtraction } from "../../mind/journal/reflection";
import { parsedEvidence } from "../../mind/reflections/evidence";
import {
  reflectionAnswerSchema,
  reflectionFrom,
  reflectionProblems,
} from "../../mind/reflections/reflectionAnswer";
import type { MadeReflection, ReflectionMatter } from "../../mind/reflections/reflectionMatter";
import { reflectionPrompt } from "../../mind/reflections/reflectionPrompt";
import type { Claimed } from "../lib/idempotency";
import type { Request } from "./evidence";
import type { PublicReflection } from "./reflections";
import { vectorHitsFor } from "../memories/searchMemories";
import { idfOfShared } from "../search/termWeights";

/** How a reflection ended: `failed` is the model's failure, and nothing was written. */
export type Reflected = { kind: "done"; reflection: PublicReflection } | { kind: "failed"; reason: string };

/** A reflection that the agent makes by itself, of each type in turn; none while autonomy is off. */
export const runScheduled = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (!currentSettings().autonomy) return null;
    const type = await ctx.runQuery(internal.reflections.functions.nextType, {});
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
  const { focus } = request;
  const vectorHits = focus === null ? null : await vectorHitsFor(ctx, { space: "memory", query: focus });
  const gathered = await ctx.runQuery(internal.reflections.functions.gather, { request, vectorHits });
  const { evidenceIds, importance, standing, ...known } = gathered;
  const { timeZone, agentName: name, persona } = currentSettings();
  const matter = { ...request, ...known, now: Date.now(), timeZone, name, persona };
  const made = await conclude(ctx, matter, standing);
  if (made.kind === "failed") return made;
  const { content, confidence, cites } = made.reflection;
  const basedOn = evidenceIds.filter((_, i) => cites.includes(i + 1));
  const reflection = await ctx.runMutation(internal.reflections.functions.keep, {
    made: { ...request, content, confidence, basedOn, gathered: importance },
    ...(claim === undefined ? {} : { claim }),
  });
  return { kind: "done", reflection };
}

type Concluded = { kind: "made"; reflection: MadeReflection } | { kind: "failed"; reason: string };

/** `standing`: what was concluded from the same evidence. Without a model nothing else can be said of it, though words weigh otherwise by now. */
async function conclude(
  ctx: ActionCtx,
  matter: ReflectionMatter,
  standing: string | null,
): Promise<Concluded> {
  const { llm } = currentSettings();
  const { evidence } = matter;
  if (llm === null || evidence.length === 0) {
    const idf = await idfOfShared(ctx, evidence.map(parsedEvidence));
    const reflection = reflectionByExtraction(matter, idf);
    return { kind: "made", reflection: { ...reflection, content: standing ?? reflection.content } };
  }
  const completion = await complete(ctx, llm, {
    name: "reflection",
    ...reflectionPrompt(matter),
    schema: reflectionAnswerSchema(evidence.length),
    problems: (answer, attempt) => reflectionProblems(answer, matter, attempt > 1),
  });
  if (completion.kind === "failed") return { kind: "failed", reason: completion.reason };
  return { kind: "made", reflection: reflectionFrom(completion.value, matter) };
}

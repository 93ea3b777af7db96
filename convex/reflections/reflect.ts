/** Reflecting on memories: collects evidence, asks the model or extracts a conclusion, and saves it. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { complete, modelWithinBudget } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import { reflectionByExtraction } from "../../mind/journal/reflection";
import { parsedEvidence } from "../../mind/reflections/evidence";
import {
  reflectionAnswerSchema,
  reflectionFrom,
  reflectionProblems,
} from "../../mind/reflections/reflectionAnswer";
import type { ReflectionDraft, ReflectionInput } from "../../mind/reflections/reflectionInput";
import { reflectionPrompt } from "../../mind/reflections/reflectionPrompt";
import type { Claimed } from "../lib/idempotency";
import type { Request } from "./evidence";
import type { PublicReflection } from "./reflections";
import { vectorHitsFor } from "../search/vectorSearch";
import { idfOfShared } from "../search/termWeights";

/** `failed`: the model failed, and nothing was written. */
export type Reflected = { kind: "done"; reflection: PublicReflection } | { kind: "failed"; reason: string };

/** The agent's spontaneous reflection, of each type in turn; none while autonomy is off. */
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
 * Reflects once. Only memories of what others said and did are evidence. Without any the reflection says so, with an empty
 * `basedOn`, and the model isn't asked.
 */
export async function reflect(ctx: ActionCtx, request: Request, claimed: Claimed = {}): Promise<Reflected> {
  const { focus } = request;
  const vectorHits = focus === null ? null : await vectorHitsFor(ctx, { space: "memory", query: focus });
  const collected = await ctx.runQuery(internal.reflections.functions.collectInput, { request, vectorHits });
  const { evidenceIds, importance, previousConclusion, ...stored } = collected;
  const { timeZone, agentName: name, persona } = currentSettings();
  const input = { ...request, ...stored, now: Date.now(), timeZone, name, persona };
  const drafted = await draftReflection(ctx, input, previousConclusion);
  if (drafted.kind === "failed") return drafted;
  const { content, confidence, cites } = drafted.draft;
  const basedOn = evidenceIds.filter((_, i) => cites.includes(i + 1));
  const reflection = await ctx.runMutation(internal.reflections.functions.save, {
    draft: { ...request, content, confidence, basedOn, coveredImportance: importance },
    ...claimed,
  });
  return { kind: "done", reflection };
}

/**
 * Drafts by the model, or by extraction without one. Extraction repeats the previous conclusion from the same evidence:
 * nothing new can be extracted, though term weights have changed.
 */
async function draftReflection(
  ctx: ActionCtx,
  input: ReflectionInput,
  previousConclusion: string | null,
): Promise<{ kind: "drafted"; draft: ReflectionDraft } | { kind: "failed"; reason: string }> {
  const llm = await modelWithinBudget(ctx);
  const { evidence } = input;
  if (llm === null || evidence.length === 0) {
    const idf = await idfOfShared(ctx, evidence.map(parsedEvidence));
    const draft = reflectionByExtraction(input, idf);
    return { kind: "drafted", draft: { ...draft, content: previousConclusion ?? draft.content } };
  }
  const completion = await complete(ctx, llm, {
    name: "reflection",
    ...reflectionPrompt(input),
    schema: reflectionAnswerSchema(evidence.length),
    problems: (answer, attempt) => reflectionProblems(answer, input, attempt > 1),
  });
  if (completion.kind === "failed") return { kind: "failed", reason: completion.reason };
  return { kind: "drafted", draft: reflectionFrom(completion.value, input) };
}

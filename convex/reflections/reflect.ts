/** Reflecting on memories: collects evidence, asks the model or extracts a conclusion, and saves it. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { draftBy, modelWithinBudget } from "../llm/complete";
import { OVERTAKEN } from "../lib/erasureEpoch";
import { currentSettings } from "../lib/currentSettings";
import { reflectionByExtraction } from "../../mind/journal/reflection";
import { parsedEvidence } from "../../mind/reflections/evidence";
import { reflectionQuestion } from "../../mind/prompts/reflection";
import type { ReflectionDraft } from "../../mind/reflections/reflectionInput";
import type { Claimed } from "../idempotency/idempotency";
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
    if (!currentSettings().autonomy) return;
    const type = await ctx.runQuery(internal.reflections.functions.nextType, {});
    const reflected = await reflect(ctx, { type, depth: "shallow", focus: null });
    if (reflected.kind === "failed") console.warn(`the agent could not reflect: ${reflected.reason}`);
  },
});

/**
 * Reflects once, by the model, or by extraction without one. Only memories of what others said and did are evidence. Without
 * any the reflection says so, with an empty `basedOn`, and the model isn't asked.
 */
export async function reflect(ctx: ActionCtx, request: Request, claimed: Claimed = {}): Promise<Reflected> {
  const { focus } = request;
  const vectorHits = focus === null ? null : await vectorHitsFor(ctx, { space: "memory", query: focus });
  const collected = await ctx.runQuery(internal.reflections.functions.collectInput, { request, vectorHits });
  const { evidenceIds, shownIds, importance, previousConclusion, epoch, scope, ...stored } = collected;
  const { timeZone, agentName: name, persona } = currentSettings();
  const llm = await modelWithinBudget(ctx);
  const input = { ...request, ...stored, now: Date.now(), timeZone, name, persona };
  let draft: ReflectionDraft;
  let shown: typeof shownIds = [];
  if (llm === null || input.evidence.length === 0) {
    draft = reflectionByExtraction(input, await idfOfShared(ctx, input.evidence.map(parsedEvidence)));
    // Nothing new can be extracted from the same evidence, though term weights have changed.
    if (previousConclusion !== null) draft = { ...draft, content: previousConclusion };
  } else {
    const drafted = await draftBy(ctx, llm, reflectionQuestion(input));
    if (drafted.kind === "failed") return drafted;
    ({ draft } = drafted);
    shown = [...evidenceIds, ...shownIds];
  }
  const { content, confidence, cites } = draft;
  const basedOn = evidenceIds.filter((_, i) => cites.includes(i + 1));
  const reflection = await ctx.runMutation(internal.reflections.functions.save, {
    draft: { ...request, scope, content, confidence, basedOn, shown, coveredImportance: importance },
    epoch,
    ...claimed,
  });
  if (reflection === null) return { kind: "failed", reason: OVERTAKEN };
  return { kind: "done", reflection };
}

/** Thinking: a thought on seeds, and a reflection on thoughts, by the model or by extraction. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { draftBy, modelWithinBudget } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import { OVERTAKEN } from "../lib/erasureEpoch";
import { embedNow } from "../embeddings/embed";
import type { Writer } from "../../mind/enums";
import { lookbackByExtraction } from "../../mind/journal/reflection";
import { thoughtByExtraction } from "../../mind/journal/thought";
import { UNCOUNTED } from "../../mind/ranking/idf";
import { entitiesOf, seedFactors } from "../../mind/thoughts/brilliance";
import {
  MIN_THOUGHTS,
  thoughtReflectionInput,
  LOOKBACKS,
  parsedThought,
  type ThoughtReflectionRequest,
} from "../../mind/thoughts/thoughtReflection";
import { thoughtQuestion } from "../../mind/prompts/thought";
import { thoughtReflectionQuestion } from "../../mind/prompts/thoughtReflection";
import { comparedTerms, wordSimilarity } from "../../mind/thoughts/novelty";
import { selectSeeds, type SelectedSeed, type Seed } from "../../mind/thoughts/seeds";
import type { ThoughtDraft } from "../../mind/thoughts/thoughtAnswer";
import { parsedSeed } from "../../mind/thoughts/decideToThink";
import { scopeOf } from "../../mind/scopes";
import { timeTaken } from "../../mind/time/timeSince";
import { sentimentOf } from "../../mind/sentiment/sentiment";
import type { Claimed } from "../idempotency/idempotency";
import type { PublicThought } from "./reads";
import type { SeededThought } from "./thoughts";
import { idfOfShared } from "../search/termWeights";

export interface ThoughtRequest {
  /** In the caller's order. */
  readonly seeds: readonly Seed[];
  readonly minImportance?: number;
  readonly forceProcess: boolean;
}

/** `none`: too few seeds. `failed`: the model failed. Only `made` writes anything. */
export type ThinkOutcome =
  | { kind: "made"; thought: PublicThought; filtered: number }
  | { kind: "none"; reason: string; filtered: number }
  | { kind: "failed"; reason: string };

/** Makes and saves one thought from the seeds that are important enough. */
export async function think(
  ctx: ActionCtx,
  { seeds, minImportance, forceProcess }: ThoughtRequest,
  claimed: Claimed,
): Promise<ThinkOutcome> {
  const startedAt = Date.now();
  const selection = selectSeeds(seeds, { force: forceProcess, minImportance });
  const { filtered } = selection;
  if (selection.kind === "too few") return { kind: "none", reason: selection.reason, filtered };
  const epoch = await ctx.runQuery(internal.thoughts.functions.epoch, {});
  const drafted = await draftThought(ctx, selection.selected, []);
  if (drafted.kind === "failed") return drafted;
  const { thought } = drafted;
  const answer = { filtered, processTime: timeTaken(startedAt, Date.now()) };
  const args = { thought, epoch, answer, ...claimed };
  const saved = await ctx.runMutation(internal.thoughts.functions.save, args);
  return saved === null ? { kind: "failed", reason: OVERTAKEN } : { kind: "made", thought: saved, filtered };
}

/** The agent's spontaneous thought, if enough has happened; `run` is the lease that it holds. */
export const runScheduled = internalAction({
  args: { run: v.number(), tickId: v.optional(v.id("ticks")) },
  returns: v.null(),
  handler: async (ctx, { run, tickId }): Promise<null> => {
    if (!currentSettings().autonomy) return null;
    const endWithout = (outcome: "waited" | "failed", because: string, skipped = false) =>
      ctx.runMutation(internal.thoughts.functions.endWithoutThought, { run, outcome, because, skipped });
    const epoch = await ctx.runQuery(internal.thoughts.functions.epoch, {});
    const decision = await ctx.runQuery(internal.thoughts.functions.decide, { now: Date.now() });
    if (decision.kind === "wait") return await endWithout("waited", decision.because);
    const { seeds, because } = decision;
    const selection = selectSeeds(seeds, { minImportance: 0 });
    if (selection.kind === "too few") return await endWithout("waited", "all new seeds say the same");
    const used = new Set(selection.selected.map(({ content }) => content));
    const sourceIds = seeds.filter(({ content }) => used.has(content)).map(({ id }) => id);
    const drafted = await draftThought(ctx, selection.selected, sourceIds);
    if (drafted.kind === "failed") {
      console.warn(`the agent could not think: ${drafted.reason}`);
      // Seeds that the model fails over are skipped, or it would fail over them forever.
      return await endWithout("failed", drafted.reason, drafted.ofText);
    }
    const { thought } = drafted;
    const saved = { run, epoch, thought, sourceIds, because, tickId };
    await ctx.runMutation(internal.thoughts.functions.saveSpontaneous, saved);
    return null;
  },
});

type Drafted =
  | { kind: "drafted"; thought: SeededThought }
  | { kind: "failed"; reason: string; ofText: boolean };

/** Drafts a thought on the seeds by the model, or by extraction without one. `sourceIds`: the stored memories and events among them. */
async function draftThought(
  ctx: ActionCtx,
  seeds: readonly SelectedSeed[],
  sourceIds: string[],
): Promise<Drafted> {
  const { timeZone, agentName: name, persona } = currentSettings();
  const llm = await modelWithinBudget(ctx);
  if (llm === null) {
    const parsed = seeds.map(parsedSeed);
    const sentiments = parsed.map((text) => sentimentOf(text).score);
    const draft = thoughtByExtraction(seeds, sentiments, await idfOfShared(ctx, parsed));
    return await withEmbedding(ctx, seeds, draft, "reflex", []);
  }
  const context = await ctx.runQuery(internal.thoughts.functions.context, { sourceIds });
  const material = { now: Date.now(), timeZone, name, persona, seeds, ...context };
  const drafted = await draftBy(ctx, llm, thoughtQuestion(material));
  const shown = context.earlier.map(({ _id }) => _id);
  return drafted.kind === "failed" ? drafted : await withEmbedding(ctx, seeds, drafted.draft, "model", shown);
}

/** Adds the vector by which novelty is measured, if the provider answers at once. */
async function withEmbedding(
  ctx: ActionCtx,
  seeds: readonly SelectedSeed[],
  draft: ThoughtDraft,
  writer: Writer,
  shown: SeededThought["shown"],
): Promise<Drafted> {
  const model = currentSettings().embedding?.model;
  const vector = model === undefined ? null : await embedNow(ctx, draft.content);
  const embedding = model === undefined || vector === null ? null : { model, vector };
  return { kind: "drafted", thought: { draft, writer, origin: originOf(seeds, draft), shown, embedding } };
}

/** Computed here, so that the mutation which saves the thought need not parse long texts. */
function originOf(seeds: readonly SelectedSeed[], { content }: ThoughtDraft): SeededThought["origin"] {
  const thought = comparedTerms(content);
  const { commonEntities, ...factors } = seedFactors(seeds);
  return {
    seeds: seeds.map(({ content }) => content),
    sources: [...new Set(seeds.flatMap(({ source }) => source ?? []))],
    entities: entitiesOf(seeds),
    factors: { ...factors, commonEntities: [...commonEntities] },
    seedSimilarity: Math.max(
      ...seeds.map((seed) => wordSimilarity(thought, comparedTerms(seed.content), UNCOUNTED)),
    ),
  };
}

/** `failed`: the model failed, and nothing was written. */
export type ReflectedOnThoughts =
  | { kind: "done"; reflection: PublicThought }
  | { kind: "failed"; reason: string };

/** Reflects once on the thoughts of the lookback. With fewer than two the reflection says so, and the model isn't asked. */
export async function reflectOnThoughts(
  ctx: ActionCtx,
  request: ThoughtReflectionRequest,
  claimed: Claimed,
): Promise<ReflectedOnThoughts> {
  const epoch = await ctx.runQuery(internal.thoughts.functions.epoch, {});
  const now = Date.now();
  const since = now - LOOKBACKS[request.lookback].ms;
  const earlier = await ctx.runQuery(internal.thoughts.functions.thoughtsSince, { since });
  const idf = await idfOfShared(ctx, earlier.map(parsedThought));
  const input = thoughtReflectionInput(earlier, request, idf);
  const { thoughts, basedOn } = input;
  const save = async (draft: ThoughtDraft, writer: Writer): Promise<ReflectedOnThoughts> => {
    const thoughtIds = earlier.map(({ _id }) => _id);
    const scope = scopeOf(earlier.map((one) => one.scope ?? ""));
    const args = { scope, draft, writer, basedOn, thoughtIds, epoch, ...claimed };
    const reflection = await ctx.runMutation(internal.thoughts.functions.saveReflection, args);
    if (reflection === null) return { kind: "failed", reason: OVERTAKEN };
    return { kind: "done", reflection };
  };
  const { agentName: name, persona } = currentSettings();
  const llm = await modelWithinBudget(ctx);
  if (llm === null || thoughts.length < MIN_THOUGHTS)
    return await save(lookbackByExtraction(input, request), "reflex");
  const material = { now, name, persona, ...request, thoughts };
  const drafted = await draftBy(ctx, llm, thoughtReflectionQuestion(material));
  return drafted.kind === "failed" ? drafted : await save(drafted.draft, "model");
}

/** Thinking: a thought of seeds, and a reflection on thoughts, by the model or by extraction. Actions, because they talk to the model. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { complete } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import { embedNow } from "../embeddings/embed";
import type { Writer } from "../../mind/enums";
import { lookbackByExtraction } from "../../mind/journal/reflection";
import { parsedSeed, thoughtByExtraction } from "../../mind/journal/thought";
import { UNCOUNTED } from "../../mind/ranking/idf";
import { seedFactors } from "../../mind/thoughts/brilliance";
import {
  LEAST_THOUGHTS,
  lookbackMatter,
  LOOKBACKS,
  parsedThought,
  type LookbackRequest,
} from "../../mind/thoughts/lookback";
import {
  lookbackAnswerSchema,
  lookbackFrom,
  lookbackProblems,
  lookbackPrompt,
} from "../../mind/thoughts/lookbackPrompt";
import type { MadeThought } from "../../mind/thoughts/madeThought";
import { comparedTerms, wordSimilarity } from "../../mind/thoughts/novelty";
import { selectSeeds, type KeptSeed, type Seed } from "../../mind/thoughts/seeds";
import { thoughtAnswerSchema, thoughtFrom, thoughtProblems } from "../../mind/thoughts/thoughtAnswer";
import { thoughtPrompt } from "../../mind/thoughts/thoughtPrompt";
import { timeTaken } from "../../mind/time/timeSince";
import { sentimentOf } from "../../mind/sentiment/sentiment";
import type { Claimed } from "../lib/idempotency";
import type { PublicThought, SeedOrigin } from "./thoughts";
import { idfOfShared } from "../search/termWeights";

export interface ThoughtRequest {
  /** In the caller's order. */
  readonly seeds: readonly Seed[];
  readonly minImportance?: number;
  readonly forceProcess: boolean;
}

/** How thinking ended: `none` says why there was too little to think with, `failed` is the model's failure. Only a thought is written. */
export type Thought =
  | { kind: "made"; thought: PublicThought; filtered: number }
  | { kind: "none"; reason: string; filtered: number }
  | { kind: "failed"; reason: string };

/** Makes one thought of the seeds that are important enough, and keeps it. */
export async function think(
  ctx: ActionCtx,
  { seeds, minImportance, forceProcess }: ThoughtRequest,
  claimed: Claimed,
): Promise<Thought> {
  const startedAt = Date.now();
  const limits = { force: forceProcess, ...(minImportance === undefined ? {} : { minImportance }) };
  const selection = selectSeeds(seeds, limits);
  const { filtered } = selection;
  if (selection.kind === "too few") return { kind: "none", reason: selection.reason, filtered };
  const concluded = await conclude(ctx, selection.kept);
  if (concluded.kind === "failed") return concluded;
  const answer = { filtered, processTime: timeTaken(startedAt, Date.now()) };
  const { kind: _, ...thought } = concluded;
  return {
    kind: "made",
    thought: await ctx.runMutation(internal.thoughts.functions.keep, { thought, answer, ...claimed }),
    filtered,
  };
}

/** A thought that the agent has by itself, where enough has happened; `run` is the claim that it holds. */
export const runScheduled = internalAction({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    if (!currentSettings().autonomy) return null;
    const decision = await ctx.runQuery(internal.thoughts.functions.decide, { now: Date.now() });
    const selection = selectSeeds(decision.kind === "think" ? decision.seeds : [], { minImportance: 0 });
    if (decision.kind === "wait" || selection.kind === "too few") {
      const because = decision.kind === "wait" ? decision.because : "all that is new says the same";
      await ctx.runMutation(internal.thoughts.functions.endWithoutThought, {
        run,
        outcome: "waited",
        because,
        isOver: false,
      });
      return null;
    }
    const { because } = decision;
    const concluded = await conclude(ctx, selection.kept);
    if (concluded.kind === "failed") {
      const { reason, ofText } = concluded;
      console.warn(`the agent could not think: ${reason}`);
      // A model that fails over these very seeds would fail over them for ever.
      await ctx.runMutation(internal.thoughts.functions.endWithoutThought, {
        run,
        outcome: "failed",
        because: reason,
        isOver: ofText,
      });
      return null;
    }
    const { kind: _, ...thought } = concluded;
    await ctx.runMutation(internal.thoughts.functions.keepOwn, { run, thought, because });
    return null;
  },
});

type Concluded =
  | {
      kind: "concluded";
      made: MadeThought;
      writer: Writer;
      origin: SeedOrigin;
      /** The thought's vector, by which its novelty is measured; null where none is to be had at once. */
      embedding: { model: string; vector: number[] } | null;
    }
  | { kind: "failed"; reason: string; ofText: boolean };

/** The model's thought on the seeds, or one by extraction where no model is configured. */
async function conclude(ctx: ActionCtx, seeds: readonly KeptSeed[]): Promise<Concluded> {
  const { llm, timeZone, agentName: name, persona } = currentSettings();
  if (llm === null) {
    const read = seeds.map(parsedSeed);
    const sentiments = read.map((text) => sentimentOf(text).score);
    const made = thoughtByExtraction(seeds, sentiments, await idfOfShared(ctx, read));
    return await concluded(ctx, seeds, made, "reflex");
  }
  const context = await ctx.runQuery(internal.thoughts.functions.context, {});
  const material = { now: Date.now(), timeZone, name, persona, seeds, ...context };
  const completion = await complete(ctx, llm, {
    name: "thought",
    ...thoughtPrompt(material),
    schema: thoughtAnswerSchema(seeds.length),
    problems: (answer, attempt) => thoughtProblems(answer, material, attempt > 1),
  });
  if (completion.kind === "failed") {
    const { reason, ofText } = completion;
    return { kind: "failed", reason, ofText };
  }
  return await concluded(ctx, seeds, thoughtFrom(completion.value, material), "model");
}

async function concluded(
  ctx: ActionCtx,
  seeds: readonly KeptSeed[],
  made: MadeThought,
  writer: Writer,
): Promise<Concluded> {
  const model = currentSettings().embedding?.model;
  const vector = model === undefined ? null : await embedNow(ctx, made.content);
  const embedding = model === undefined || vector === null ? null : { model, vector };
  return { kind: "concluded", made, writer, origin: originOf(seeds, made), embedding };
}

/** What is told of the seeds to the mutation that keeps the thought: it writes, and reads no long text. */
function originOf(seeds: readonly KeptSeed[], { content }: MadeThought): SeedOrigin {
  const thought = comparedTerms(content);
  const { commonEntities, ...factors } = seedFactors(seeds);
  return {
    seeds: seeds.map(({ content }) => content),
    sources: [...new Set(seeds.flatMap(({ source }) => source ?? []))],
    factors: { ...factors, commonEntities: [...commonEntities] },
    seedSimilarity: Math.max(
      ...seeds.map((seed) => wordSimilarity(thought, comparedTerms(seed.content), UNCOUNTED)),
    ),
  };
}

/** How a reflection on thoughts ended: `failed` is the model's failure, and nothing was written. */
export type ReflectedOnThoughts =
  { kind: "done"; reflection: PublicThought } | { kind: "failed"; reason: string };

/** Reflects once on the thoughts of the time asked for. With fewer than two the reflection says so; the model isn't asked then. */
export async function reflectOnThoughts(
  ctx: ActionCtx,
  request: LookbackRequest,
  { claim }: Claimed = {},
): Promise<ReflectedOnThoughts> {
  const now = Date.now();
  const since = now - LOOKBACKS[request.lookback].ms;
  const earlier = await ctx.runQuery(internal.thoughts.functions.toReflectOn, { since });
  const idf = await idfOfShared(ctx, earlier.map(parsedThought));
  const matter = lookbackMatter(earlier, request, idf);
  const { thoughts, basedOn } = matter;
  const keep = async (made: MadeThought, writer: Writer): Promise<ReflectedOnThoughts> => {
    const kept = { made, writer, basedOn, ...(claim === undefined ? {} : { claim }) };
    return {
      kind: "done",
      reflection: await ctx.runMutation(internal.thoughts.functions.keepReflection, kept),
    };
  };
  const { llm, agentName: name, persona } = currentSettings();
  if (llm === null || thoughts.length < LEAST_THOUGHTS)
    return await keep(lookbackByExtraction(matter, request), "reflex");
  const material = { now, name, persona, ...request, thoughts };
  const completion = await complete(ctx, llm, {
    name: "reflection",
    ...lookbackPrompt(material),
    schema: lookbackAnswerSchema(thoughts.length),
    problems: (answer, attempt) => lookbackProblems(answer, material, attempt > 1),
  });
  if (completion.kind === "failed") return { kind: "failed", reason: completion.reason };
  return await keep(lookbackFrom(completion.value, material), "model");
}

/** Thinking: select seeds, ask the model or the reflexes, keep what comes of it. Actions, because they talk to the model. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, type ActionCtx } from "./_generated/server";
import { askModel } from "./asking";
import { currentSettings } from "./currentSettings";
import { embedNow } from "./embedding";
import { hitsForCues } from "./knowing";
import { UNCOUNTED } from "../mind/ranking/idf";
import { reflexThought, type MadeThought } from "./mind/thoughts/reflexThought";
import { selectSeeds, type KeptSeed, type Seed } from "./mind/thoughts/seeds";
import { thoughtAnswerSchema, thoughtFrom, thoughtProblems } from "./mind/thoughts/thoughtAnswer";
import { thoughtPrompt } from "./mind/thoughts/thoughtPrompt";
import { timeTaken } from "../mind/time/timeSince";
import type { Writer } from "../mind/enums";
import type { Claimed } from "./model/idempotency";
import type { Embedding } from "./model/nearness";
import type { PublicThought } from "./model/thoughts";

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
  const selection = selectSeeds(seeds, limits, UNCOUNTED);
  const { filtered } = selection;
  if (selection.kind === "too few") return { kind: "none", reason: selection.reason, filtered };
  const concluded = await conclude(ctx, selection.kept);
  if (concluded.kind === "failed") return concluded;
  const thought = await ctx.runMutation(internal.thoughts.keep, {
    ...concluded.conclusion,
    seeds: inOrderOf(seeds, selection.kept),
    answer: { filtered, processTime: timeTaken(startedAt, Date.now()) },
    ...claimed,
  });
  return { kind: "made", thought, filtered };
}

/** The kept seeds in the order in which they were given. */
function inOrderOf(given: readonly Seed[], kept: readonly KeptSeed[]) {
  const places = new Map(given.map(({ content }, place) => [content, place]));
  return asArguments(kept).sort((a, b) => (places.get(a.content) ?? 0) - (places.get(b.content) ?? 0));
}

function asArguments(seeds: readonly KeptSeed[]) {
  return seeds.map((seed) => ({ ...seed, entities: [...seed.entities] }));
}

/** A thought that the agent has by itself, where enough has happened; `run` is the claim that it holds. */
export const alone = internalAction({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    if (!currentSettings().autonomy) return null;
    const decision = await decide(ctx);
    if (decision.kind === "wait") {
      const ended = { outcome: "waited" as const, because: decision.because };
      await ctx.runMutation(internal.thoughts.giveUp, { run, ended });
      return null;
    }
    const concluded = await conclude(ctx, decision.seeds);
    if (concluded.kind === "failed") {
      console.warn(`the agent could not think: ${concluded.reason}`);
      const over = concluded.ofText ? decision.seeds.map(({ content }) => content) : [];
      const ended = { outcome: "failed" as const, because: concluded.reason, over };
      await ctx.runMutation(internal.thoughts.giveUp, { run, ended });
      return null;
    }
    const seeds = asArguments(decision.seeds);
    const { because } = decision;
    await ctx.runMutation(internal.thoughts.keepOwn, { run, ...concluded.conclusion, seeds, because });
    return null;
  },
});

/** Whether there is enough to think about: by words first, and where there is, again with what is near in meaning. */
async function decide(ctx: ActionCtx) {
  const { decision, cues } = await ctx.runQuery(internal.thoughts.decide, { now: Date.now(), hits: [] });
  if (decision.kind === "wait" || currentSettings().embedding === null) return decision;
  const hits = await hitsForCues(ctx, cues);
  return (await ctx.runQuery(internal.thoughts.decide, { now: Date.now(), hits })).decision;
}

interface Conclusion {
  readonly made: MadeThought;
  readonly writer: Writer;
  /** The thought's vector, by which its novelty is measured; null where none is to be had at once. */
  readonly embedding: Embedding | null;
}
type Concluded =
  { kind: "concluded"; conclusion: Conclusion } | { kind: "failed"; reason: string; ofText: boolean };

/** The model's thought on the seeds, or the reflexes' where no model is configured. */
async function conclude(ctx: ActionCtx, seeds: readonly KeptSeed[]): Promise<Concluded> {
  const { llm, timeZone, agentName, persona } = currentSettings();
  if (llm === null) return await concluded(ctx, reflexThought(seeds, UNCOUNTED, timeZone), "reflex");
  const context = await ctx.runQuery(internal.thoughts.context, {});
  const material = { now: Date.now(), timeZone, name: agentName, persona, seeds, ...context };
  const completion = await askModel(ctx, llm, {
    name: "thought",
    ...thoughtPrompt(material),
    schema: thoughtAnswerSchema(seeds.length),
    problems: (answer, attempt) => thoughtProblems(answer, material, { repaired: attempt > 1 }),
  });
  if (completion.kind === "failed") {
    const { reason, ofText } = completion;
    return { kind: "failed", reason, ofText };
  }
  const { content, tone, confidence } = thoughtFrom(completion.value, material);
  return await concluded(ctx, { content, tone, confidence }, "model");
}

async function concluded(
  ctx: ActionCtx,
  made: MadeThought,
  writer: Conclusion["writer"],
): Promise<Concluded> {
  const model = currentSettings().embedding?.model;
  const vector = model === undefined ? null : await embedNow(ctx, made.content);
  const embedding = model === undefined || vector === null ? null : { model, vector };
  return { kind: "concluded", conclusion: { made, writer, embedding } };
}

/** Detecting a memory's links: what is near is looked up, a model looks the proposals over, one mutation makes them. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalAction, type ActionCtx } from "./_generated/server";
import { askModel } from "./asking";
import { currentSettings } from "./currentSettings";
import type { Proposal } from "./links";
import { linkAnswerSchema, linkProblems, linkPrompt } from "./mind/memory/linkPrompt";
import { timeTaken } from "../mind/time/timeSince";
import type { Claim } from "./model/idempotency";
import type { Outgoing } from "./model/links";
import { nearMemories } from "./nearMemories";
import { orWarn } from "./orWarn";

/** Memories near in meaning that are looked at. */
const MOST_NEAREST = 24;

/** Memories that one run looks at: after a tick there are few, and what was stored in bulk is linked over many ticks. */
const MOST_AT_ONCE = 64;
/** An action ends after ten minutes, and one memory may wait for vectors that are being loaded. */
const LONGEST_RUN_MS = 5 * 60_000;

/**
 * Links what is new by itself, the oldest first; nothing while autonomy is off. It takes the rules' word: asking a model
 * about each memory that comes in would cost more than it tells.
 */
export const alone = internalAction({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    if (!currentSettings().autonomy) return null;
    const startedAt = Date.now();
    for (let n = 0; n < MOST_AT_ONCE && timeTaken(startedAt, Date.now()) < LONGEST_RUN_MS; n += 1) {
      const next = await ctx.runQuery(internal.links.next, { now: Date.now() });
      if (next === null) break;
      const failed = !(await isLinked(ctx, next.memoryId));
      if (!(await ctx.runMutation(internal.links.looked, { run, place: next.place, failed }))) break;
    }
    await ctx.runMutation(internal.links.rest, { run });
    return null;
  },
});

async function isLinked(ctx: ActionCtx, memoryId: Id<"memories">): Promise<boolean> {
  const link = () => linkMemory(ctx, memoryId, { ask: false });
  return (await orWarn("a memory was not linked", link, { memoryId })) !== null;
}

interface Options {
  readonly claim?: Claim | undefined;
  /** Whether a model looks the proposals over, where there is one. */
  readonly ask?: boolean;
}

/** Makes the links that a memory should have and has not; null where `id`, from outside, names none. */
export async function linkMemory(
  ctx: ActionCtx,
  id: string,
  { claim, ask = true }: Options = {},
): Promise<{ linksCreated: Outgoing[]; totalLinks: number } | null> {
  const model = currentSettings().embedding?.model ?? null;
  const source = await ctx.runQuery(internal.links.source, { id, model });
  if (source === null) return null;
  const { memoryId, embedding } = source;
  const nearest = embedding === null ? [] : await nearMemories(ctx, embedding, { most: MOST_NEAREST });
  const detected = await ctx.runQuery(internal.links.detect, { memoryId, embedding, nearest });
  const { content, cited, proposals } = detected;
  const links = cited || !ask ? proposals : await lookedOver(ctx, content, proposals);
  return await ctx.runMutation(internal.links.make, {
    memoryId,
    links: links.map(({ targetId, type, strength, confidence }) => ({
      targetId,
      type,
      strength,
      confidence,
    })),
    ...(claim === undefined ? {} : { claim }),
  });
}

/** The proposals that a model lets stand, with its types; all of them where there is none, or it fails. */
async function lookedOver(
  ctx: ActionCtx,
  content: string,
  proposals: readonly Proposal[],
): Promise<readonly Proposal[]> {
  const { llm } = currentSettings();
  if (llm === null || proposals.length === 0) return proposals;
  const shown = proposals.map(({ content: text, type, later }) => ({ text, type, later }));
  const completion = await askModel(ctx, llm, {
    name: "links",
    ...linkPrompt(content, shown),
    schema: linkAnswerSchema(shown.length),
    problems: (answer) => linkProblems(answer, shown.length),
  });
  if (completion.kind === "failed") {
    console.warn(`detected links were not looked over: ${completion.reason}`);
    return proposals;
  }
  return completion.value.links.flatMap(({ number, type, confidence }) => {
    const proposal = proposals[number - 1];
    if (proposal === undefined) return [];
    return [{ ...proposal, type: proposal.reflective ? proposal.type : type, confidence }];
  });
}

/** Links memories: finds near ones, detects links, lets a model refine them, and creates them in one mutation. */
import { v } from "convex/values";
import { linkAnswerSchema, linkProblems, linkPrompt } from "../../mind/prompts/links";
import { timeTaken } from "../../mind/time/timeSince";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { complete, modelWithinBudget } from "../llm/complete";
import { currentSettings } from "../lib/currentSettings";
import type { Proposal } from "./linkDetection";
import type { Claim } from "../idempotency/idempotency";
import type { Outgoing } from "./links";
import { nearMemories } from "../search/vectorSearch";
import { bestEffort } from "../lib/bestEffort";

/** Vectors near to the memory's that become candidates. */
const MAX_NEAREST = 24;
/** Memories that one run links. Usually few are new after a tick; many stored at once are linked by runs that follow one another. */
const MAX_AT_ONCE = 64;
/** Below the ten minutes of an action, since a memory may have to wait while vectors are loaded. */
const MAX_RUN_MS = 5 * 60_000;

/** Links new memories, the oldest first, without a model. Does nothing while autonomy is off. */
export const runScheduled = internalAction({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    if (!currentSettings().autonomy) return;
    const startedAt = Date.now();
    let linked = 0;
    for (; linked < MAX_AT_ONCE && timeTaken(startedAt, Date.now()) < MAX_RUN_MS; linked += 1) {
      const next = await ctx.runQuery(internal.memories.linkSchedule.next, { now: Date.now() });
      if (next === null) break;
      const { memoryId, place } = next;
      const link = () => linkMemory(ctx, memoryId, { ask: false, run });
      const failed = (await bestEffort("a memory was not linked", link, { memoryId })) === null;
      if (!(await ctx.runMutation(internal.memories.linkSchedule.noteLinked, { run, place, failed }))) break;
    }
    await ctx.runMutation(internal.memories.linkSchedule.endRun, { run, isFull: linked === MAX_AT_ONCE });
  },
});

/**
 * Creates the detected links that a memory lacks. `id`: as the caller sent it; returns null if no memory has it. `ask`: let a
 * configured model refine the links, except those of a reflection to the memories it is based on.
 */
export async function linkMemory(
  ctx: ActionCtx,
  id: string,
  {
    claim,
    ask = true,
    run,
  }: { readonly claim?: Claim | undefined; readonly ask?: boolean; readonly run?: number } = {},
): Promise<{ linksCreated: Outgoing[]; totalLinks: number } | null> {
  const model = currentSettings().embedding?.model ?? null;
  const source = await ctx.runQuery(internal.memories.linkFunctions.source, { id, model });
  if (source === null) return null;
  const { memoryId, scope, embedding } = source;
  const nearest =
    embedding === null ? [] : await nearMemories(ctx, "write", embedding, { scope, limit: MAX_NEAREST });
  const near = { memoryId, embedding, nearest };
  const { content, cited, proposals } = await ctx.runQuery(internal.memories.linkDetection.detect, near);
  const links = cited || !ask ? proposals.map(({ link }) => link) : await refined(ctx, content, proposals);
  const args = { memoryId, links, run, claim };
  return await ctx.runMutation(internal.memories.linkFunctions.createDetected, args);
}

/** The proposed links that the model keeps, with its types. All of them if no model is configured or it fails. */
async function refined(ctx: ActionCtx, content: string, proposals: readonly Proposal[]): Promise<Outgoing[]> {
  const llm = await modelWithinBudget(ctx);
  const detected = proposals.map(({ link }) => link);
  if (llm === null || proposals.length === 0) return detected;
  const shown = proposals.map(({ link, content: text, later }) => ({ text, type: link.type, later }));
  const completion = await complete(ctx, llm, {
    name: "link",
    ...linkPrompt(content, shown),
    schema: linkAnswerSchema(shown.length),
    problems: linkProblems,
  });
  if (completion.kind === "failed") {
    console.warn(`detected links were not refined: ${completion.reason}`);
    return detected;
  }
  return completion.value.links.flatMap(({ number, type, confidence }) => {
    const proposal = proposals[number - 1];
    if (proposal === undefined) return [];
    return [{ ...proposal.link, type: proposal.reflective ? proposal.link.type : type, confidence }];
  });
}

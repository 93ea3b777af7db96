/** Runs a tick: begin, gather, ask the model if triage says so, finish. Actions, because they call the model. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { hitsForQueries } from "../search/vectorSearch";
import { numbersShownAs } from "../../mind/tick/eventsSection";
import { shownIn, tickAnswerSchema } from "../../mind/tick/answer";
import { answerProblems, checkedAnswer } from "../../mind/tick/answerCheck";
import { PROMPT_VERSION } from "../../mind/prompts/version";
import { tickPrompt } from "../../mind/prompts/tick";
import { NO_MODEL } from "../../mind/journal/reply";
import { triage } from "../../mind/tick/triage";
import { timeTaken } from "../../mind/time/timeSince";
import type { Trigger } from "../../mind/enums";
import { isWriteConflict } from "../lib/writeConflict";
import type { Claimed } from "../idempotency/idempotency";
import { OVERTAKEN } from "../lib/erasureEpoch";
import { keepLease } from "../leases/keepLease";
import type { Gathered } from "./situation";
import { showReplies } from "./showReplies";
import { workOf, type ModelCall, type Written } from "./work";
import { bestEffort } from "../lib/bestEffort";
import type { ChatOptions } from "../llm/chat";
import * as Llm from "../llm/complete";
import type { ProviderEndpoint } from "../lib/settings";

/** Runs a tick for the schedule or the service's start. Does nothing while autonomy is off. */
export const runScheduled = internalAction({
  args: { trigger: literals("schedule", "start") },
  returns: v.null(),
  handler: async (ctx, { trigger }) => {
    if (currentSettings().autonomy) warnOfFailure(await runTick(ctx, { trigger }));
  },
});

/** Completes a tick that has begun and holds the lease. */
export const complete = internalAction({
  args: { tickId: v.id("ticks"), run: v.number() },
  returns: v.null(),
  handler: async (ctx, tick) => {
    warnOfFailure(await completeTick(ctx, tick));
  },
});

/** No caller waits for the outcome of these ticks, so a failure goes to the log. */
function warnOfFailure(ended: { readonly kind: string; readonly reason?: string }): void {
  if (ended.kind === "failed")
    console.warn(`the tick failed, and its events wait for the next: ${ended.reason}`);
}

/**
 * Runs a whole tick. `busy`: another one is running. `skipped`: the agent has just started one by itself. `paused`: the clock is in doubt.
 * @throws on an internal error or a write conflict, after recording the failure if it can
 */
export async function runTick(ctx: ActionCtx, { trigger }: { trigger: Trigger }, claimed: Claimed = {}) {
  const startedAt = Date.now();
  const begun = await ctx.runMutation(internal.tick.functions.begin, { trigger, ...claimed });
  if (begun.kind !== "begun") return begun;
  const ended = await completeTick(ctx, begun);
  return ended.kind === "done" ? { ...ended, durationMs: timeTaken(startedAt, Date.now()) } : ended;
}

/** How a deliberation ended. `quiet`: the journal writes the tick, because the model was not asked or its answer is unusable. */
type Deliberation =
  | Written
  | { kind: "failed"; reason: string; fault: "provider" | "asked" | "unasked"; model?: ModelCall };

interface Begun {
  readonly tickId: Id<"ticks">;
  readonly run: number;
}

async function completeTick(ctx: ActionCtx, { tickId, run }: Begun) {
  const lease = keepLease(ctx, "tick", run);
  let eventIds: Id<"events">[] | undefined;
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const gathered = await gather(ctx, tickId);
      eventIds = gathered.eventIds;
      const thought = await deliberate(ctx, { tickId, run }, gathered, lease.signal);
      // Another tick has taken over the lease, so nothing may be written. `finish` checks this again.
      if (lease.signal.aborted) return LOST;
      if (thought.kind === "failed") {
        const { kind: _, ...failure } = thought;
        await ctx.runMutation(internal.tick.functions.fail, { tickId, eventIds, ...failure });
        return thought;
      }
      const finished = await ctx.runMutation(
        internal.tick.functions.finish,
        workOf(tickId, gathered, thought),
      );
      if (finished.kind !== "overtaken") return finished.kind === "lost" ? LOST : finished;
    }
    const overtaken = { reason: OVERTAKEN, fault: "contention" } as const;
    await ctx.runMutation(internal.tick.functions.fail, { tickId, eventIds, ...overtaken });
    return { kind: "failed", ...overtaken } as const;
  } catch (error) {
    // Recording the failure releases the lease now instead of when it expires. The caller gets the error itself.
    const failure = isWriteConflict(error)
      ? ({ tickId, reason: "others wrote at the same time", fault: "contention" } as const)
      : ({ tickId, reason: "an internal error", fault: "own" } as const);
    await bestEffort("a tick's failure was not recorded", () =>
      ctx.runMutation(
        internal.tick.functions.fail,
        eventIds === undefined ? failure : { ...failure, eventIds },
      ),
    );
    throw error;
  } finally {
    lease.stop();
  }
}

/** If something is erased while a tick works, it gathers and deliberates again, at most this many times in all. */
const MAX_ATTEMPTS = 3;

/** The outcome of a tick that lost its lease: the tick that took over is running or has just ended. */
const LOST = { kind: "busy", retryAfterMs: 1000 } as const;

/** Gathers what the tick knows. Vectors are searched first, which only an action can do. */
async function gather(ctx: ActionCtx, tickId: Id<"ticks">): Promise<Gathered> {
  const { queries, scopes } =
    currentSettings().embedding === null
      ? { queries: [], scopes: [] }
      : await ctx.runQuery(internal.tick.functions.queries, {});
  const hits = await hitsForQueries(ctx, queries, scopes);
  const gathered = await ctx.runQuery(internal.tick.functions.gather, { tickId, now: Date.now(), hits });
  if (gathered === null) throw new Error("the tick has no row");
  return gathered;
}

async function deliberate(
  ctx: ActionCtx,
  tick: Begun,
  gathered: Gathered,
  signal: AbortSignal,
): Promise<Deliberation> {
  const { llm } = currentSettings();
  if (llm === null) return { kind: "quiet", because: NO_MODEL };
  const verdict = triage(gathered.situation);
  if (verdict.kind === "quiet") return verdict;
  if ((await Llm.modelWithinBudget(ctx)) === null) return { kind: "quiet", because: BUDGET_SPENT };
  const showing = showReplies(ctx, tick, gathered);
  try {
    return await consult(ctx, llm, gathered, { signal, onAnswer: showing?.onAnswer });
  } finally {
    await showing?.end();
  }
}

/** The reason on the receipt if the budget kept the tick from asking the model. */
const BUDGET_SPENT = "the day's token budget is spent";

async function consult(
  ctx: ActionCtx,
  llm: ProviderEndpoint,
  { situation, eventIds }: Gathered,
  options: ChatOptions,
): Promise<Deliberation> {
  const completion = await Llm.complete(
    ctx,
    llm,
    {
      name: "tick",
      ...tickPrompt(situation),
      schema: tickAnswerSchema(shownIn(situation)),
      problems: (answer, attempt) => answerProblems(answer, situation, { repaired: attempt > 1 }),
    },
    options,
  );
  const { calls, ms } = completion;
  const asked = { name: llm.model, promptVersion: PROMPT_VERSION, calls, ms };
  if (completion.kind === "failed") {
    const { reason, ofText, cause } = completion;
    if (cause === "paused") return { kind: "failed", reason, fault: "unasked" };
    const fault = ofText ? "asked" : "provider";
    return { kind: "failed", reason, fault, model: { ...asked, repaired: false } };
  }
  const { tokens, repaired } = completion;
  const model = { ...asked, repaired, tokens };
  const checked = checkedAnswer(completion.value, situation);
  if (checked.kind === "unheeded")
    return { kind: "quiet", because: `the model's answer ${checked.because}, twice`, model };
  const {
    remark,
    artifacts,
    basedOn,
    memories,
    pins,
    usedMemories,
    usedPassages,
    replies,
    reminders,
    ...words
  } = checked.answer;
  return {
    kind: "answered",
    model,
    deliberation: {
      ...words,
      ...(remark === null ? {} : { remark }),
      artifacts: [...artifacts],
      basedOn: numbersShownAs(situation, basedOn).flatMap((number) => eventIds[number - 1] ?? []),
      memories: memories.map((memory) => ({
        ...memory,
        basedOn: numbersShownAs(situation, memory.basedOn),
      })),
      replies: [...replies],
      reminders: [...reminders],
      pins: [...pins],
      usedMemories: [...usedMemories],
      usedPassages: [...usedPassages],
      clamps: [...words.clamps],
      ungrounded: [...checked.ungrounded],
    },
  };
}

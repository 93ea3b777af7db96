/** Running a tick: begin, gather, deliberate or not, finish. Actions, because they talk to the model. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { hitsForQueries } from "../search/vectorSearch";
import { numbersShownAs } from "../../mind/tick/eventsSection";
import { tickAnswerSchema } from "../../mind/tick/answer";
import { answerProblems, checkedAnswer, shownIn } from "../../mind/tick/answerCheck";
import { PROMPT_VERSION } from "../../mind/prompts/version";
import { tickPrompt } from "../../mind/prompts/tick";
import { triage } from "../../mind/tick/triage";
import { timeTaken } from "../../mind/time/timeSince";
import type { Trigger } from "../../mind/enums";
import { isWriteConflict } from "../lib/writeConflict";
import type { Claimed } from "../lib/idempotency";
import { OVERTAKEN } from "../lib/erasureEpoch";
import { keepLease } from "../lib/keepLease";
import type { Gathered } from "./situation";
import { workOf, type ModelCall, type Written } from "./work";
import { bestEffort } from "../lib/bestEffort";
import { complete as askModel, modelWithinBudget } from "../llm/complete";
import type { Endpoint } from "../lib/settings";

/** A tick that the clock or the service's start asks for; none while autonomy is off. */
export const runScheduled = internalAction({
  args: { trigger: literals("schedule", "start") },
  returns: v.null(),
  handler: async (ctx, { trigger }) => {
    if (currentSettings().autonomy) warnOfFailure(await runTick(ctx, { trigger }));
    return null;
  },
});

/** The rest of a tick whose lock is already taken. */
export const complete = internalAction({
  args: { tickId: v.id("ticks"), run: v.number() },
  returns: v.null(),
  handler: async (ctx, tick) => {
    warnOfFailure(await completeTick(ctx, tick));
    return null;
  },
});

/** Nobody waits for the answer of such a tick: the log is where its failure is seen. */
function warnOfFailure(ended: { readonly kind: string; readonly reason?: string }): void {
  if (ended.kind === "failed")
    console.warn(`the tick failed, and its events wait for the next: ${ended.reason}`);
}

/** Runs one tick to its end, unless one is running (`busy`) or the agent has just started one by itself (`skipped`). */
export async function runTick(ctx: ActionCtx, { trigger }: { trigger: Trigger }, claimed: Claimed = {}) {
  const startedAt = Date.now();
  const begun = await ctx.runMutation(internal.tick.functions.begin, { trigger, ...claimed });
  if (begun.kind !== "begun") return begun;
  const ended = await completeTick(ctx, begun);
  return ended.kind === "done" ? { ...ended, durationMs: timeTaken(startedAt, Date.now()) } : ended;
}

/** How a deliberation ended; at `quiet` the journal writes, and it says why the model was not asked, or not heeded. */
type Deliberation =
  Written | { kind: "failed"; reason: string; fault: "provider" | "asked" | "unasked"; model?: ModelCall };

async function completeTick(
  ctx: ActionCtx,
  { tickId, run }: { readonly tickId: Id<"ticks">; readonly run: number },
) {
  const lease = keepLease(ctx, "tick", run);
  let eventIds: Id<"events">[] | undefined;
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const gathered = await gather(ctx, tickId);
      eventIds = gathered.eventIds;
      const thought = await deliberate(ctx, gathered, lease.signal);
      // An answer that comes after the lock is gone must not be committed; `finish` checks it again.
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
    // The cause goes to the log of whoever called; the record must not keep the lock waiting for its lease.
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

/** A tick that an erasure overtakes begins anew, with what is left. */
const MAX_ATTEMPTS = 3;

/** A tick that lost its lock lost it to another, which is running or has just run. */
const LOST = { kind: "busy", retryAfterMs: 1000 } as const;

/** What the tick knows. Memories and knowledge are recalled by meaning, too, where there are vectors. */
async function gather(ctx: ActionCtx, tickId: Id<"ticks">): Promise<Gathered> {
  const { queries, scopes } =
    currentSettings().embedding === null
      ? { queries: [] }
      : await ctx.runQuery(internal.tick.functions.queries, {});
  const hits = await hitsForQueries(ctx, queries, scopes);
  const gathered = await ctx.runQuery(internal.tick.functions.gather, { tickId, now: Date.now(), hits });
  if (gathered === null) throw new Error("the tick has no row");
  return gathered;
}

async function deliberate(ctx: ActionCtx, gathered: Gathered, signal: AbortSignal): Promise<Deliberation> {
  const { llm } = currentSettings();
  if (llm === null) return { kind: "quiet", because: "no model is configured" };
  const verdict = triage(gathered.situation);
  if (verdict.kind === "quiet") return verdict;
  if ((await modelWithinBudget(ctx)) === null) return { kind: "quiet", because: BUDGET_SPENT };
  return await consult(ctx, llm, gathered, signal);
}

/** Why the journal writes a tick that would have asked the model. */
const BUDGET_SPENT = "the day's token budget is spent";

async function consult(
  ctx: ActionCtx,
  llm: Endpoint,
  { situation, eventIds }: Gathered,
  signal: AbortSignal,
): Promise<Deliberation> {
  const completion = await askModel(
    ctx,
    llm,
    {
      name: "tick",
      ...tickPrompt(situation),
      schema: tickAnswerSchema(shownIn(situation)),
      problems: (answer, attempt) => answerProblems(answer, situation, { repaired: attempt > 1 }),
    },
    { signal },
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

/** The embedding provider's health: whether requests may use it, when the job retries it, and which model it serves. */
import type { WithoutSystemFields } from "convex/server";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { baselineCosine, questionCosines, type QuestionCosines } from "../../mind/ranking/meaning";
import { cosineWith, packVector } from "../../mind/ranking/packedVectors";
import { oncePerTransaction } from "../lib/oncePerTransaction";
import type { Settings } from "../lib/settings";
import { writeProvider } from "./rows";

export type ProviderState = WithoutSystemFields<Doc<"embeddingProvider">>;

/** Pauses in an outage double from a second up to this, so that recovery shows well within a minute. */
export const MAX_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;

/** The state of a provider that answers. */
export const HEALTHY = {
  reason: "",
  failures: 0,
  failingSince: 0,
  nextAttemptAt: 0,
} as const satisfies Partial<ProviderState>;

const UNTRIED: ProviderState = {
  ...HEALTHY,
  model: "",
  backfilledTo: null,
  backfilled: undefined,
  probe: undefined,
  baselineCosine: undefined,
  questionCosines: undefined,
  probeDue: undefined,
  staleBefore: undefined,
  width: undefined,
  change: undefined,
  wakeAt: undefined,
};

export async function read(ctx: QueryCtx): Promise<ProviderState> {
  return (await ctx.db.query("embeddingProvider").first()) ?? UNTRIED;
}

/** Changes the row, or creates it. */
export async function update(ctx: MutationCtx, changes: Partial<ProviderState>): Promise<void> {
  const row = await ctx.db.query("embeddingProvider").first();
  await writeProvider(ctx, row, { ...UNTRIED, ...row, ...changes });
}

/** Has the job run at `at`, unless it runs sooner anyhow. Call it in the mutation that makes something wait. */
export async function wake(ctx: MutationCtx, now: number, at: number): Promise<void> {
  const { wakeAt = 0 } = await read(ctx);
  if (wakeAt > now && wakeAt <= at) return;
  await update(ctx, { wakeAt: at });
  await ctx.scheduler.runAt(at, internal.embeddings.functions.startRunIfDue, {});
}

/**
 * Whether a request may wait for a vector: a provider is configured, not known to fail, and no vectors are there that its own
 * can't be compared with. During an outage only the job calls the provider, so that no request waits in vain.
 */
export async function usable(ctx: QueryCtx, settings: Settings): Promise<boolean> {
  if (settings.embedding === null) return false;
  const state = await read(ctx);
  return state.failures === 0 && !isDropping(state);
}

/** Whether the backfill is dropping the vectors of another model of the same name. Until then none are written. */
export function isDropping({ change, backfilledTo }: ProviderState): boolean {
  return change !== undefined && backfilledTo !== null;
}

/** Drops all vectors and embeds all texts again, because `change`: the server has another model under the same name. */
async function beginAnew(ctx: MutationCtx, now: number, change: string, width?: number): Promise<void> {
  console.warn(`the embedding model's vectors have changed, so all texts are embedded again: ${change}`);
  const unmeasured = {
    ...{ probe: undefined, baselineCosine: undefined, questionCosines: undefined },
    probeDue: true,
  };
  await update(ctx, { ...unmeasured, width, change, staleBefore: now, backfilledTo: 0, backfilled: 0 });
  await wake(ctx, now, now);
}

/**
 * Records the width of the provider's vectors. False where it is another one than before, or older vectors are still there:
 * then they can't be compared, and all texts are embedded again.
 */
export async function acceptsWidth(
  ctx: MutationCtx,
  now: number,
  width: number | undefined,
): Promise<boolean> {
  const state = await read(ctx);
  if (width !== undefined && state.width === undefined) await update(ctx, { width });
  else if (width !== undefined && state.width !== width) {
    const change = `width: the model "${state.model}" makes vectors ${width} wide now, not ${state.width}`;
    await beginAnew(ctx, now, change, width);
    return false;
  }
  return !isDropping(state);
}

/** The cosine that unrelated texts have in a model (mind/ranking/meaning); 0 until it is measured. */
export async function baselineCosineOf(ctx: QueryCtx, model: string | null): Promise<number> {
  if (model === null) return 0;
  const row = await read(ctx);
  return row.model === model ? (row.baselineCosine ?? 0) : 0;
}

/** The cosines of questions in a model (mind/ranking/meaning); null if they are not known. */
export async function questionCosinesOf(ctx: QueryCtx, model: string): Promise<QuestionCosines | null> {
  const row = await read(ctx);
  return row.model === model ? (row.questionCosines ?? null) : null;
}

/** Records a failure. Returns when the provider may be called again, in ms since the epoch. */
export async function recordFailure(
  ctx: MutationCtx,
  now: number,
  { reason, said, retryAfterMs }: { reason: string; said: string; retryAfterMs: number | null },
): Promise<number> {
  const { failures, failingSince } = await read(ctx);
  // One line an outage, not one an attempt; GET /health shows that it lasts.
  if (failingSince === 0)
    console.warn(
      `the embedding provider fails, and what it should embed waits: ${reason}${said === "" ? "" : `; it says: ${said}`}`,
    );
  const nextAttemptAt = now + pauseMs(failures + 1, retryAfterMs);
  await update(ctx, {
    reason,
    failures: failures + 1,
    failingSince: failingSince === 0 ? now : failingSince,
    nextAttemptAt,
  });
  return nextAttemptAt;
}

/**
 * Records that a text was stored without a provider: the next provider's backfill covers all texts, whatever its model. An import
 * stores a hundred of them in one mutation.
 */
export const recordTextWithoutVector = oncePerTransaction(async (ctx: MutationCtx): Promise<void> => {
  if ((await read(ctx)).model !== "") await update(ctx, { ...UNTRIED });
});

/** Two vectors of one text are of the same model from this cosine on: servers round differently, and no two models come near. */
const MIN_SAME_MODEL_COSINE = 0.95;

/**
 * Records a probe: the model's vectors of the probe text and of `unrelated` texts. If the first has changed, the server has
 * another model under the same name, and the backfill starts again for all texts from before `now`.
 */
export async function recordProbe(
  ctx: MutationCtx,
  now: number,
  vector: readonly number[],
  unrelated: readonly (readonly number[])[],
  questions: readonly (readonly number[])[],
): Promise<void> {
  const { probe, model, width } = await read(ctx);
  const isSame = probe === undefined || cosineWith(vector)(probe) >= MIN_SAME_MODEL_COSINE;
  if (!isSame) await beginAnew(ctx, now, `model: the vectors of "${model}" are others than before`, width);
  await update(ctx, {
    ...(isSame && probe !== undefined ? {} : { probe: packVector(vector) }),
    baselineCosine: baselineCosine(unrelated),
    questionCosines: questionCosines(questions, unrelated),
    probeDue: false,
  });
}

/** What GET /health says without a provider, which is no degradation. */
export const LEXICAL_ONLY = "lexical";

/** What GET /health says of the provider: `ok`, `LEXICAL_ONLY`, or why it fails. */
export async function check(ctx: QueryCtx, settings: Settings): Promise<string> {
  if (settings.embedding === null) return LEXICAL_ONLY;
  const { failures, reason, model, change } = await read(ctx);
  // A failure of another model says nothing about this one. An empty model is a failure before the job's first run.
  if (failures > 0 && (model === "" || model === settings.embedding.model)) return reason;
  return change === undefined
    ? "ok"
    : `${change}; until all texts are embedded again, search goes by words for the rest`;
}

/** How many memories and thoughts have been queued for the current model; null where all have. */
export async function backfilled(ctx: QueryCtx, settings: Settings): Promise<number | null> {
  if (settings.embedding === null) return null;
  const { backfilledTo, backfilled = 0 } = await read(ctx);
  return backfilledTo === null ? null : backfilled;
}

/** The pause after so many failures in a row; longer if the provider asks for it, within the bound. */
function pauseMs(failures: number, retryAfterMs: number | null): number {
  const pause = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(MAX_PAUSE_MS, Math.max(pause, retryAfterMs ?? 0));
}

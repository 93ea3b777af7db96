/** How the embedding provider fares: who may ask it, when the job tries again, and which model texts are embedded by. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { baselineCosine } from "../../mind/ranking/meaning";
import { cosineWith, packVector } from "../../mind/ranking/packedVectors";
import type { Settings } from "../lib/settings";

export type Embedder = WithoutSystemFields<Doc<"embeddingProvider">>;

/** An outage is waited out in steps of 1, 2, 4 … seconds, at most this long: recovery is noticed well within a minute. */
export const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;

const UNTRIED: Embedder = {
  model: "",
  walkedTo: null,
  proof: undefined,
  strangers: undefined,
  proofDue: undefined,
  otherBefore: undefined,
  failingSince: 0,
  reason: "",
  failures: 0,
  nextAttemptAt: 0,
};

export async function read(ctx: QueryCtx): Promise<Embedder> {
  return (await ctx.db.query("embeddingProvider").first()) ?? UNTRIED;
}

/** Changes the row, made now if there is none. */
export async function update(ctx: MutationCtx, changes: Partial<Embedder>): Promise<void> {
  const row = await ctx.db.query("embeddingProvider").first();
  if (row === null) await ctx.db.insert("embeddingProvider", { ...UNTRIED, ...changes });
  else await ctx.db.patch("embeddingProvider", row._id, changes);
}

/**
 * Whether a request may wait for a vector: a provider is configured, and it is not known to fail. While it fails the
 * job alone asks it, so that nobody waits for an outage.
 */
export async function usable(ctx: QueryCtx, settings: Settings): Promise<boolean> {
  return settings.embedding !== null && (await read(ctx)).failures === 0;
}

/** What cosine strangers have in a model (mind/ranking/meaning); 0 while that is not known. */
export async function baselineCosineOf(ctx: QueryCtx, model: string | null): Promise<number> {
  if (model === null) return 0;
  const row = await read(ctx);
  return row.model === model ? (row.strangers ?? 0) : 0;
}

/** Notes that the provider failed. When it may be asked again. */
export async function failed(
  ctx: MutationCtx,
  now: number,
  failure: { readonly reason: string; readonly said: string; readonly retryAfterMs: number | null },
): Promise<number> {
  const { failures, failingSince } = await read(ctx);
  // Told once, not at each attempt; the health says how long it has lasted.
  if (failingSince === 0)
    console.warn(
      `the embedding provider fails, and what it should embed waits: ${failure.reason}${failure.said === "" ? "" : `; it says: ${failure.said}`}`,
    );
  const nextAttemptAt = now + pauseMs(failures + 1, failure.retryAfterMs);
  await update(ctx, {
    reason: failure.reason,
    failures: failures + 1,
    failingSince: failingSince === 0 ? now : failingSince,
    nextAttemptAt,
  });
  return nextAttemptAt;
}

/** What an answer of the provider puts right. */
export const HEALTHY = {
  reason: "",
  failures: 0,
  failingSince: 0,
  nextAttemptAt: 0,
} as const satisfies Partial<Embedder>;

/**
 * Texts are stored that nobody has asked a vector for: the next key begins with a walk over all of them, whatever its
 * model.
 */
export async function noteTextWithoutVector(ctx: MutationCtx): Promise<void> {
  if ((await read(ctx)).model !== "") await update(ctx, { ...UNTRIED });
}

/** From this cosine on two vectors of one text are of one model: servers round differently, and no two models come near. */
const SAME = 0.95;

/**
 * Notes what the model made of a plain text, and of `strangers` to one another. Where the first is not what it was,
 * another model is served under the same name: the walk begins anew, over all texts from before `now`.
 */
export async function noteProbe(
  ctx: MutationCtx,
  now: number,
  vector: readonly number[],
  strangers: readonly (readonly number[])[],
): Promise<void> {
  const { proof } = await read(ctx);
  const same = proof === undefined || cosineWith(vector)(proof) >= SAME;
  if (!same) console.warn("the embedding model makes other vectors than before: all texts are embedded anew");
  await update(ctx, {
    ...(same ? {} : { otherBefore: now, walkedTo: 0 }),
    ...(same && proof !== undefined ? {} : { proof: packVector(vector) }),
    strangers: baselineCosine(strangers),
    proofDue: false,
  });
}

/** What GET /health says without a provider; no degradation. */
export const LEXICAL = "lexical";

/** What GET /health says of the provider: `ok`, `LEXICAL`, or why it fails. */
export async function check(ctx: QueryCtx, settings: Settings): Promise<string> {
  if (settings.embedding === null) return LEXICAL;
  const { failures, reason, model } = await read(ctx);
  // What another model's provider did tells nothing of this one's; no name is a failure before the job first looked.
  return failures > 0 && (model === "" || model === settings.embedding.model) ? reason : "ok";
}

/** How long to leave a provider alone after so many failures in a row; longer where it asks for it, within the bound. */
export function pauseMs(failures: number, retryAfterMs: number | null): number {
  const pause = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(LONGEST_PAUSE_MS, Math.max(pause, retryAfterMs ?? 0));
}

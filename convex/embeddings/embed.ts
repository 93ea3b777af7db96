/** Embedding texts while a request waits. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { CALL_MS, failureOf, mayBlameText, PROBE_TEXT, type EmbeddingFailure } from "./failures";
import { timeTaken } from "../../mind/time/timeSince";
import { bestEffort } from "../lib/bestEffort";
import { embed } from "../llm/complete";
import type { Embedding } from "../llm/embeddings";
import type { EmbeddingEndpoint, TextUse } from "../lib/settings";

/** How long a request waits for a vector: it can do without. */
const MAX_WAIT_MS = 2_000;

export interface EmbedNowOptions {
  /** The answer of `ProviderHealth.usable`, if the caller has just asked; looked up otherwise. */
  readonly usable?: boolean;
  /** Called when the provider takes too long. Default: schedules `checkProvider`. */
  readonly late?: () => Promise<unknown>;
  /** What the texts are embedded for. Default: to be found. */
  readonly use?: TextUse;
}

/**
 * A text's vector, within about two seconds. Null without a provider, while the provider is known to fail (at once), when it
 * fails or refuses the text, and when its failure can't be recorded.
 */
export async function embedNow(
  ctx: ActionCtx,
  text: string,
  options?: EmbedNowOptions,
): Promise<number[] | null> {
  return (await embedAllNow(ctx, [text], options))?.[0] ?? null;
}

/** As `embedNow`, for several texts: all of their vectors, in their order, or null. */
export async function embedAllNow(
  ctx: ActionCtx,
  texts: readonly string[],
  options: EmbedNowOptions = {},
): Promise<number[][] | null> {
  return await bestEffort("a text was not embedded at once", () => vectorsNow(ctx, texts, options));
}

async function vectorsNow(
  ctx: ActionCtx,
  texts: readonly string[],
  { usable, late, use }: EmbedNowOptions,
): Promise<number[][] | null> {
  const endpoint = await usableEndpoint(ctx, usable);
  if (endpoint === null) return null;
  const startedAt = Date.now();
  const embedding = await embedWithin(ctx, endpoint, texts, { maxMs: MAX_WAIT_MS, use });
  if (embedding.kind === "embedded") return (await isComparable(ctx, embedding)) ? embedding.vectors : null;
  // Neither a refused text nor a slow answer proves an outage. `checkProvider` finds out, while nobody waits for it.
  if (tookTooLong(embedding)) await (late ?? (() => scheduleCheck(ctx)))();
  else if (embedding.blamesInput) await scheduleCheck(ctx);
  else if (!mayBlameText(embedding)) await recordFailure(ctx, embedding);
  else await recordUnlessTextFails(ctx, endpoint, embedding, MAX_WAIT_MS - timeTaken(startedAt, Date.now()));
  return null;
}

/** The configured provider; null without one and while it is known to fail. */
export async function usableEndpoint(ctx: ActionCtx, usable?: boolean): Promise<EmbeddingEndpoint | null> {
  const endpoint = currentSettings().embedding;
  if (endpoint === null) return null;
  return (usable ?? (await ctx.runQuery(internal.embeddings.functions.usable, {}))) ? endpoint : null;
}

/** Whether its vectors can be compared with the stored ones. */
export async function isComparable(
  ctx: ActionCtx,
  { width }: Extract<Embedding, { kind: "embedded" }>,
): Promise<boolean> {
  return (
    width === undefined || (await ctx.runMutation(internal.embeddings.functions.acceptsWidth, { width }))
  );
}

function tookTooLong({ cause }: EmbeddingFailure): boolean {
  return cause === "aborted" || cause === "timeout";
}

/** Records the failure unless the provider embeds a plain text, in which case the text was at fault. */
export async function recordUnlessTextFails(
  ctx: ActionCtx,
  endpoint: EmbeddingEndpoint,
  failure: EmbeddingFailure,
  leftMs: number,
): Promise<void> {
  const probed = await embedWithin(ctx, endpoint, [PROBE_TEXT], { maxMs: Math.max(0, leftMs), retries: 0 });
  if (probed.kind === "embedded") return;
  if (tookTooLong(probed)) await scheduleCheck(ctx);
  else await recordFailure(ctx, failure);
}

async function scheduleCheck(ctx: ActionCtx): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.embeddings.embed.checkProvider, {});
}

/** Checks with a plain text, and more time than a request has, whether the provider works; records a failure. */
export const checkProvider = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const endpoint = await usableEndpoint(ctx);
    if (endpoint === null) return;
    const embedding = await embed(ctx, endpoint, [PROBE_TEXT], { timeoutMs: CALL_MS });
    if (embedding.kind === "failed") await recordFailure(ctx, embedding);
  },
});

/** Records a failure of the provider. */
export async function recordFailure(ctx: ActionCtx, failure: EmbeddingFailure): Promise<void> {
  await ctx.runMutation(internal.embeddings.functions.recordFailure, {
    ...failureOf(failure),
    byRun: false,
    documentIds: [],
  });
}

async function embedWithin(
  ctx: ActionCtx,
  endpoint: EmbeddingEndpoint,
  texts: readonly string[],
  {
    maxMs,
    ...options
  }: { readonly maxMs: number; readonly retries?: number; readonly use?: TextUse | undefined },
): Promise<Embedding> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), maxMs);
  try {
    return await embed(ctx, endpoint, texts, { signal: controller.signal, timeoutMs: maxMs, ...options });
  } finally {
    clearTimeout(timer);
  }
}

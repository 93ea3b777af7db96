/** Embedding: of a text while a request waits for it, and the job's actions. They talk to the provider. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { embedWaiting } from "./batches";
import { CALL_MS, failureOf, mayBlameText, PROBE_TEXT, type Failed } from "./failures";
import { vectorBytes } from "../../mind/ranking/packedVectors";
import { timeTaken } from "../../mind/time/timeSince";
import { bestEffort } from "../lib/bestEffort";
import { createEmbeddings, type Embedding } from "../llm/embeddings";
import type { Endpoint } from "../lib/settings";

/** How long a request waits for a vector at most: it can do without. */
const WAIT_MS = 2_000;

export interface EmbedNowOptions {
  /** `Embedder.usable`, where the caller has just asked; looked up otherwise. */
  readonly usable?: boolean;
  /** What is to be done about a provider that took too long. Default: look whether it answers at all. */
  readonly late?: () => Promise<unknown>;
}

/**
 * A text's vector within about two seconds; null where there is none to be had: without a provider, while it is known
 * to fail (at once), where it fails now, where it refuses the text, and where what comes of that can't be written down.
 */
export async function embedNow(
  ctx: ActionCtx,
  text: string,
  options?: EmbedNowOptions,
): Promise<number[] | null> {
  return (await embedAllNow(ctx, [text], options))?.[0] ?? null;
}

/** As `embedNow`, for some texts: the vectors of all of them, in their order, or none. */
export async function embedAllNow(
  ctx: ActionCtx,
  texts: readonly string[],
  options: EmbedNowOptions = {},
): Promise<number[][] | null> {
  // Whoever waits has done, or can do, its work without.
  return await bestEffort("a text was not embedded at once", () => vectorsNow(ctx, texts, options));
}

async function vectorsNow(
  ctx: ActionCtx,
  texts: readonly string[],
  { usable, late }: EmbedNowOptions,
): Promise<number[][] | null> {
  const endpoint = currentSettings().embedding;
  if (endpoint === null) return null;
  if (!(usable ?? (await ctx.runQuery(internal.embeddings.functions.usable, {})))) return null;
  const startedAt = Date.now();
  const embedding = await embedWithin(endpoint, texts, { mostMs: WAIT_MS });
  if (embedding.kind === "embedded") return embedding.vectors;
  // One odd text is no outage; a provider that can't do with any text is one. Whose fault it is, nobody waits for.
  const examined = () => ctx.scheduler.runAfter(0, internal.embeddings.embed.checkProvider, {});
  // Nor is a provider that takes its time: the job waits longer than a request does.
  if (tookLong(embedding)) await (late ?? examined)();
  else if (embedding.blamesInput) await examined();
  else if (!mayBlameText(embedding)) await noteFailure(ctx, embedding);
  else await suspect(ctx, endpoint, embedding, WAIT_MS - timeTaken(startedAt, Date.now()));
  return null;
}

function tookLong({ cause }: Failed): boolean {
  return cause === "aborted" || cause === "timeout";
}

/** Notes the failure, unless a plain text fares better: then it was the text's. */
async function suspect(ctx: ActionCtx, endpoint: Endpoint, failure: Failed, leftMs: number): Promise<void> {
  const proof = await embedWithin(endpoint, [PROBE_TEXT], { mostMs: Math.max(0, leftMs), retries: 0 });
  if (proof.kind === "embedded") return;
  if (tookLong(proof)) await ctx.scheduler.runAfter(0, internal.embeddings.embed.checkProvider, {});
  else await noteFailure(ctx, failure);
}

/** Finds out whether the provider, that could not do with some text or took long, can do with any; notes it where it can't. */
export const checkProvider = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const endpoint = currentSettings().embedding;
    if (endpoint === null || !(await ctx.runQuery(internal.embeddings.functions.usable, {}))) return null;
    const embedding = await createEmbeddings(endpoint, [PROBE_TEXT], { timeoutMs: CALL_MS });
    if (embedding.kind === "failed") await noteFailure(ctx, embedding);
    return null;
  },
});

/** Has the vector of a question that nobody could wait for made all the same, for when it is asked again. */
export const embedQuery = internalAction({
  args: { text: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, { text, key }) => {
    const endpoint = currentSettings().embedding;
    if (endpoint === null || !(await ctx.runQuery(internal.embeddings.functions.usable, {}))) return null;
    if ((await ctx.runQuery(internal.search.queryVectors.get, { key })) !== null) return null;
    const embedding = await createEmbeddings(endpoint, [text], { timeoutMs: CALL_MS });
    if (embedding.kind === "embedded") {
      for (const vector of embedding.vectors)
        await ctx.runMutation(internal.search.queryVectors.put, {
          key,
          vector: vectorBytes(vector),
        });
    } else if (mayBlameText(embedding)) await suspect(ctx, endpoint, embedding, CALL_MS);
    else await noteFailure(ctx, embedding);
    return null;
  },
});

async function noteFailure(ctx: ActionCtx, failure: Failed): Promise<void> {
  await ctx.runMutation(internal.embeddings.functions.noteFailure, {
    ...failureOf(failure),
    byRun: false,
    documentIds: [],
  });
}

async function embedWithin(
  endpoint: Endpoint,
  texts: readonly string[],
  { mostMs, retries }: { readonly mostMs: number; readonly retries?: number },
): Promise<Embedding> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), mostMs);
  try {
    const options = { signal: controller.signal, timeoutMs: mostMs, retries };
    return await createEmbeddings(endpoint, texts, options);
  } finally {
    clearTimeout(timer);
  }
}

/** Embeds what waits, batch by batch, until nothing is due or the provider fails. */
export const run = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await embedWaiting(ctx);
    return null;
  },
});

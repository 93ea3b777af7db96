/** Embedding: of one text while a request waits for it, and of all that wait by the job. Actions: they talk to the provider. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalAction, type ActionCtx } from "./_generated/server";
import { currentSettings } from "./currentSettings";
import { STRANGERS } from "./mind/similarity/meaning";
import { timeTaken } from "./mind/time/timeSince";
import { orWarn } from "./orWarn";
import { embed, type Embedding } from "./provider/embeddings";
import type { Endpoint } from "./settings";

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
  return await orWarn("a text was not embedded at once", () => vectorsNow(ctx, texts, options));
}

async function vectorsNow(
  ctx: ActionCtx,
  texts: readonly string[],
  { usable, late }: EmbedNowOptions,
): Promise<number[][] | null> {
  const endpoint = currentSettings().embedding;
  if (endpoint === null) return null;
  if (!(usable ?? (await ctx.runQuery(internal.embeddings.usable, {})))) return null;
  const startedAt = Date.now();
  const embedding = await embedWithin(endpoint, texts, { mostMs: WAIT_MS });
  if (embedding.kind === "embedded") return embedding.vectors;
  // One odd text is no outage; a provider that can't do with any text is one. Whose fault it is, nobody waits for.
  const examined = () => ctx.scheduler.runAfter(0, internal.embedding.examine, {});
  // Nor is a provider that takes its time: the job waits longer than a request does.
  if (tookLong(embedding)) await (late ?? examined)();
  else if (embedding.blamesInput) await examined();
  else if (!maySuspect(embedding)) await noteFailure(ctx, embedding);
  else await suspect(ctx, endpoint, embedding, WAIT_MS - timeTaken(startedAt, Date.now()));
  return null;
}

/**
 * Whether a text may be at fault though the provider did not say so: some fail as if they were down, or send what is no
 * JSON, when they can't put a text's vector in words. Whether it is the text, another one tells.
 */
function maySuspect({ blamesInput, cause }: Failed): boolean {
  return blamesInput || cause === "unreachable" || cause === "nonsense" || cause === "timeout";
}

function tookLong({ cause }: Failed): boolean {
  return cause === "aborted" || cause === "timeout";
}

/** Notes the failure, unless a plain text fares better: then it was the text's. */
async function suspect(ctx: ActionCtx, endpoint: Endpoint, failure: Failed, leftMs: number): Promise<void> {
  const proof = await embedWithin(endpoint, [PROOF], { mostMs: Math.max(0, leftMs), retries: 0 });
  if (proof.kind === "embedded") return;
  if (tookLong(proof)) await ctx.scheduler.runAfter(0, internal.embedding.examine, {});
  else await noteFailure(ctx, failure);
}

/** Finds out whether the provider, that could not do with some text or took long, can do with any; notes it where it can't. */
export const examine = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const endpoint = currentSettings().embedding;
    if (endpoint === null || !(await ctx.runQuery(internal.embeddings.usable, {}))) return null;
    const embedding = await embed(endpoint, [PROOF], { timeoutMs: CALL_MS });
    if (embedding.kind === "failed") await noteFailure(ctx, embedding);
    return null;
  },
});

/** Has the vector of a question that nobody could wait for made all the same, for when it is asked again. */
export const question = internalAction({
  args: { text: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, { text, key }) => {
    const endpoint = currentSettings().embedding;
    if (endpoint === null || !(await ctx.runQuery(internal.embeddings.usable, {}))) return null;
    if ((await ctx.runQuery(internal.search.queryVector, { key })) !== null) return null;
    const embedding = await embed(endpoint, [text], { timeoutMs: CALL_MS });
    if (embedding.kind === "embedded") {
      for (const vector of embedding.vectors)
        await ctx.runMutation(internal.search.keepQueryVector, { key, vector });
    } else if (maySuspect(embedding)) await suspect(ctx, endpoint, embedding, CALL_MS);
    else await noteFailure(ctx, embedding);
    return null;
  },
});

async function noteFailure(ctx: ActionCtx, failure: Failed): Promise<void> {
  await ctx.runMutation(internal.embeddings.failed, { ...failureOf(failure), byRun: false, textIds: [] });
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
    return await embed(endpoint, texts, options);
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

/** Texts a batch; one request takes as many (provider/batches). */
const MOST_TEXTS = 32;
/** A call of the job: three of them, with their retries, end within the time a run is taken to be alive. */
const CALL_MS = 10_000;
/** Batches of one run, far from the ten minutes that an action may take. */
const MOST_BATCHES = 20;
/** What every model can embed: it tells a provider that fails from one that refuses a text. */
const PROOF = "How are you?";

interface WaitingText {
  readonly textId: Id<"texts">;
  readonly text: string;
}
type Failed = Extract<Embedding, { kind: "failed" }>;
/** How a batch ended; `slow` is one that may have been too large for the time it had. */
type Ended = { kind: "kept" } | { kind: "slow" } | { kind: "failed"; failure: Failed };

async function embedWaiting(ctx: ActionCtx): Promise<void> {
  // One text first: after an outage it is the proof, and a provider may be slow.
  let most = 1;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const endpoint = currentSettings().embedding;
    const task = await ctx.runMutation(internal.embeddings.next, { most });
    if (endpoint === null || task.kind === "done") return;
    if (task.kind === "walk") continue;
    const texts = task.kind === "embed" ? task.texts : [];
    const ended = texts.length === 0 ? await prove(ctx, endpoint) : await embedBatch(ctx, endpoint, texts);
    switch (ended.kind) {
      case "kept":
        most = Math.min(MOST_TEXTS, most * 4);
        break;
      case "slow":
        most = Math.max(1, Math.floor(texts.length / 4));
        break;
      case "failed":
        await ctx.runMutation(internal.embeddings.failed, {
          ...failureOf(ended.failure),
          byRun: true,
          textIds: texts.map(({ textId }) => textId),
        });
        return;
    }
  }
  await ctx.runMutation(internal.embeddings.handOver, {});
}

/**
 * Embeds texts together; where one of them is or may be to blame, in halves, until it is found. `proved`: the provider
 * has just shown that it works.
 */
async function embedBatch(
  ctx: ActionCtx,
  endpoint: Endpoint,
  texts: readonly WaitingText[],
  proved = false,
): Promise<Ended> {
  const embedding = await embed(
    endpoint,
    texts.map(({ text }) => text),
    { timeoutMs: CALL_MS },
  );
  if (embedding.kind === "embedded") {
    const vectors = texts.flatMap(({ textId }, i) => {
      const vector = embedding.vectors[i];
      return vector === undefined ? [] : [{ textId, vector }];
    });
    await ctx.runMutation(internal.embeddings.keep, { model: embedding.model, vectors });
    return { kind: "kept" };
  }
  const [first] = texts;
  if (first === undefined || !maySuspect(embedding)) return { kind: "failed", failure: embedding };
  const alone = texts.length === 1;
  if (!alone && embedding.cause === "timeout") return { kind: "slow" };
  // Only a provider that takes another text has refused this one for itself, or failed because of it.
  if (alone || !(embedding.blamesInput || proved)) {
    // The failure has been tried again already.
    const proof = await prove(ctx, endpoint, { retries: 0 });
    if (proof.kind !== "kept") return proof;
  }
  if (alone) {
    console.warn(`a text waits that the embedding provider refuses alone: ${toldOf(embedding)}`);
    await ctx.runMutation(internal.embeddings.refused, { textId: first.textId });
    return { kind: "kept" };
  }
  const half = Math.ceil(texts.length / 2);
  const ended = await embedBatch(ctx, endpoint, texts.slice(0, half), true);
  return ended.kind === "kept" ? await embedBatch(ctx, endpoint, texts.slice(half), true) : ended;
}

/** Whether the provider works at all; and where it does, what its vectors of texts that we know are like. */
async function prove(
  ctx: ActionCtx,
  endpoint: Endpoint,
  { retries }: { readonly retries?: number } = {},
): Promise<Ended> {
  const options = { timeoutMs: CALL_MS, retries };
  let embedding = await embed(endpoint, [PROOF, ...STRANGERS], options);
  // Some take one text a call: that is enough to work with.
  if (embedding.kind === "failed" && embedding.cause !== "timeout" && maySuspect(embedding))
    embedding = await embed(endpoint, [PROOF], options);
  if (embedding.kind === "failed") return { kind: "failed", failure: embedding };
  const [vector = [], ...strangers] = embedding.vectors;
  await ctx.runMutation(internal.embeddings.proved, { model: embedding.model, vector, strangers });
  return { kind: "kept" };
}

function toldOf({ reason, said }: Failed): string {
  return said === "" ? reason : `${reason}; it says: ${said}`;
}

function failureOf({ reason, said, retryAfterMs }: Failed) {
  return { reason, said, retryAfterMs };
}

/** Embedding the queue: batch by batch, and a failed batch by halves to find the text at fault. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, type ActionCtx } from "../_generated/server";
import { hooks } from "../hooks";
import { currentSettings } from "../lib/currentSettings";
import { CALL_MS, failureOf, mayBlameText, PROBE_TEXT, type EmbeddingFailure } from "./failures";
import { QUESTIONS, UNRELATED_TEXTS } from "../../mind/ranking/meaning";
import { embed } from "../llm/complete";
import type { EmbeddingEndpoint } from "../lib/settings";
import type { Task } from "./queue";

/** Texts of a batch; one request takes as many (llm/batches). */
const MAX_TEXTS = 32;
/** Batches of a run, which take far less than the ten minutes an action may last. */
const MAX_BATCHES = 20;

type QueuedText = Extract<Task, { kind: "embed" }>["texts"][number];
/** `slow`: the batch may have been too large for the time it had. */
type Outcome = { kind: "done" } | { kind: "slow" } | { kind: "failed"; failure: EmbeddingFailure };

/** Embeds queued texts until nothing is due or the provider fails. */
export const run = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    // The first batch is one text: it probes the provider after an outage, and a provider may be slow.
    let max = 1;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const endpoint = currentSettings().embedding;
      const task = await ctx.runMutation(hooks.nextEmbeddingTask, { max });
      if (endpoint === null || task.kind === "done") return;
      if (task.kind === "backfill") continue;
      const texts = task.kind === "embed" ? task.texts : [];
      const outcome =
        texts.length === 0 ? await probe(ctx, endpoint) : await embedBatch(ctx, endpoint, texts);
      if (outcome.kind === "failed") {
        await ctx.runMutation(internal.embeddings.functions.recordFailure, {
          ...failureOf(outcome.failure),
          byRun: true,
          documentIds: texts.map(({ documentId }) => documentId),
        });
        return;
      }
      max =
        outcome.kind === "done" ? Math.min(MAX_TEXTS, max * 4) : Math.max(1, Math.floor(texts.length / 4));
    }
    // A long run goes on in a new action, which keeps the lease.
    await ctx.scheduler.runAfter(0, internal.embeddings.batches.run, {});
  },
});

/**
 * Embeds texts in one call. If one of them may be at fault, it splits the batch until it finds that text. `isProbed`: the
 * provider has just shown that it works.
 */
async function embedBatch(
  ctx: ActionCtx,
  endpoint: EmbeddingEndpoint,
  texts: readonly QueuedText[],
  isProbed = false,
): Promise<Outcome> {
  const embedding = await embed(
    ctx,
    endpoint,
    texts.map(({ text }) => text),
    { timeoutMs: CALL_MS },
  );
  if (embedding.kind === "embedded") {
    const vectors = texts.flatMap(({ documentId }, i) => {
      const vector = embedding.vectors[i];
      return vector === undefined ? [] : [{ documentId, vector }];
    });
    await ctx.runMutation(internal.embeddings.functions.saveVectors, {
      model: embedding.model,
      width: embedding.width,
      vectors,
    });
    return { kind: "done" };
  }
  const [first] = texts;
  if (first === undefined || !mayBlameText(embedding)) return { kind: "failed", failure: embedding };
  const isSingle = texts.length === 1;
  if (!isSingle && embedding.cause === "timeout") return { kind: "slow" };
  // A text is at fault only if the provider embeds another one.
  if (isSingle || !(embedding.blamesInput || isProbed)) {
    // The failed call has had its retries already.
    const probed = await probe(ctx, endpoint, 0);
    if (probed.kind !== "done") return probed;
  }
  if (isSingle) {
    const { reason, said } = embedding;
    console.warn(
      `the embedding provider refuses one text, which stays queued: ${reason}${said === "" ? "" : `; it says: ${said}`}`,
    );
    await ctx.runMutation(internal.embeddings.functions.recordRefusal, { documentId: first.documentId });
    return { kind: "done" };
  }
  const half = Math.ceil(texts.length / 2);
  const outcome = await embedBatch(ctx, endpoint, texts.slice(0, half), true);
  return outcome.kind === "done" ? await embedBatch(ctx, endpoint, texts.slice(half), true) : outcome;
}

/** Checks that the provider works, and measures its vectors of known texts. */
async function probe(ctx: ActionCtx, endpoint: EmbeddingEndpoint, retries?: number): Promise<Outcome> {
  const options = { timeoutMs: CALL_MS, retries };
  let embedding = await embed(ctx, endpoint, [PROBE_TEXT, ...UNRELATED_TEXTS], options);
  // Some providers take one text a call, which is enough to work with.
  if (embedding.kind === "failed" && embedding.cause !== "timeout" && mayBlameText(embedding))
    embedding = await embed(ctx, endpoint, [PROBE_TEXT], options);
  if (embedding.kind === "failed") return { kind: "failed", failure: embedding };
  const [vector = [], ...unrelated] = embedding.vectors;
  const asked =
    unrelated.length === 0 ? null : await embed(ctx, endpoint, QUESTIONS, { ...options, use: "query" });
  await ctx.runMutation(internal.embeddings.functions.recordProbe, {
    model: embedding.model,
    width: embedding.width,
    vector,
    unrelated,
    // Without them cosines are used as they are.
    questions: asked?.kind === "embedded" ? asked.vectors : [],
  });
  return { kind: "done" };
}

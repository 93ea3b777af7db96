/** Embedding what waits: batch by batch, and by halves where a text among them is to blame. Plain functions of an action. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { CALL_MS, failureOf, mayBlameText, PROBE_TEXT, type Failed } from "./failures";
import { UNRELATED_TEXTS } from "../../mind/ranking/meaning";
import { createEmbeddings } from "../llm/embeddings";
import type { Endpoint } from "../lib/settings";

/** Texts a batch; one request takes as many (llm/batches). */
const MOST_TEXTS = 32;
/** Batches of one run, far from the ten minutes that an action may take. */
const MOST_BATCHES = 20;

interface WaitingText {
  readonly documentId: Id<"searchDocuments">;
  readonly text: string;
}
/** How a batch ended; `slow` is one that may have been too large for the time it had. */
type Ended = { kind: "kept" } | { kind: "slow" } | { kind: "failed"; failure: Failed };

/** Embeds what waits, batch by batch, until nothing is due or the provider fails. */
export async function embedWaiting(ctx: ActionCtx): Promise<void> {
  // One text first: after an outage it is the proof, and a provider may be slow.
  let most = 1;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const endpoint = currentSettings().embedding;
    const task = await ctx.runMutation(internal.embeddings.functions.next, { most });
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
        await ctx.runMutation(internal.embeddings.functions.noteFailure, {
          ...failureOf(ended.failure),
          byRun: true,
          documentIds: texts.map(({ documentId }) => documentId),
        });
        return;
    }
  }
  await ctx.runMutation(internal.embeddings.functions.continueRun, {});
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
  const embedding = await createEmbeddings(
    endpoint,
    texts.map(({ text }) => text),
    { timeoutMs: CALL_MS },
  );
  if (embedding.kind === "embedded") {
    const vectors = texts.flatMap(({ documentId }, i) => {
      const vector = embedding.vectors[i];
      return vector === undefined ? [] : [{ documentId, vector }];
    });
    await ctx.runMutation(internal.embeddings.functions.saveVectors, { model: embedding.model, vectors });
    return { kind: "kept" };
  }
  const [first] = texts;
  if (first === undefined || !mayBlameText(embedding)) return { kind: "failed", failure: embedding };
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
    await ctx.runMutation(internal.embeddings.functions.noteRefusal, { documentId: first.documentId });
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
  let embedding = await createEmbeddings(endpoint, [PROBE_TEXT, ...UNRELATED_TEXTS], options);
  // Some take one text a call: that is enough to work with.
  if (embedding.kind === "failed" && embedding.cause !== "timeout" && mayBlameText(embedding))
    embedding = await createEmbeddings(endpoint, [PROBE_TEXT], options);
  if (embedding.kind === "failed") return { kind: "failed", failure: embedding };
  const [vector = [], ...strangers] = embedding.vectors;
  await ctx.runMutation(internal.embeddings.functions.noteProbe, {
    model: embedding.model,
    vector,
    strangers,
  });
  return { kind: "kept" };
}

function toldOf({ reason, said }: Failed): string {
  return said === "" ? reason : `${reason}; it says: ${said}`;
}

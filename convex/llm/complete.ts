/** The providers as the rest of the app calls them: each call is counted, and a failing language model is left alone. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { Purpose } from "../../mind/enums";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import type { ChatEndpoint, EmbeddingEndpoint, ProviderEndpoint } from "../lib/settings";
import { chatCompletion, type Ask, type ChatOptions, type Completion } from "./chat";
import { createEmbeddings, type Embedding, type EmbeddingOptions } from "./embeddings";
import type { SessionOptions, Spent } from "./session";

/** The language model to ask; null where none is configured, and where the day's tokens are spent. */
export async function modelWithinBudget(ctx: ActionCtx): Promise<ChatEndpoint | null> {
  const { llm, dailyTokens } = currentSettings();
  if (llm === null || dailyTokens === null) return llm;
  const spent = await ctx.runQuery(internal.llm.functions.isBudgetSpent, { now: Date.now() });
  return spent ? null : llm;
}

/** A question whose name is what it is asked for. */
export type Question<T> = Ask<T> & { readonly name: Exclude<Purpose, "repair" | "embedding"> };

/** Without calls: what a refused question cost. */
const NOTHING = { calls: 0, input: 0, output: 0 };

/**
 * As `chatCompletion`, counted under the question's name. Fails at once while the breaker is open. Records whether the
 * provider works, but for a tick, whose end records it.
 */
export async function complete<T>(
  ctx: ActionCtx,
  endpoint: ProviderEndpoint,
  question: Question<T>,
  options?: ChatOptions,
): Promise<Completion<T>> {
  const refusal = await ctx.runMutation(internal.llm.functions.refuseCall, {});
  if (refusal !== null) {
    const cost = { tokens: NOTHING, calls: 0, repair: NOTHING, ms: 0 };
    return { kind: "failed", reason: refusal, cause: "paused", ofText: false, ...cost };
  }
  const completion = await chatCompletion(endpoint, question, options);
  const { tokens, calls, repair } = completion;
  const asked = {
    calls: calls - repair.calls,
    input: tokens.input - repair.input,
    output: tokens.output - repair.output,
  };
  // Counted before the work is committed, because the tokens are spent even if it never is.
  await bestEffort("a call to the model was not counted", () =>
    ctx.runMutation(internal.llm.functions.noteCalls, {
      entries: [...entriesOf(question.name, asked), ...entriesOf("repair", repair)],
      model: endpoint.model,
      ...(question.name === "tick" ? {} : { outcome: outcomeOf(completion) }),
    }),
  );
  return completion;
}

/** As `complete`, with the draft that the question makes of the answer. */
export async function draftBy<T, Draft>(
  ctx: ActionCtx,
  endpoint: ProviderEndpoint,
  question: Question<T> & { readonly draft: (answer: T) => Draft },
  options?: SessionOptions,
): Promise<{ kind: "drafted"; draft: Draft } | Extract<Completion<T>, { kind: "failed" }>> {
  const completion = await complete(ctx, endpoint, question, options);
  return completion.kind === "failed"
    ? completion
    : { kind: "drafted", draft: question.draft(completion.value) };
}

/** An answer that breaks the question's rules is no failure of the provider. */
function outcomeOf<T>(completion: Completion<T>) {
  if (completion.kind === "answered" || completion.cause === "rejected") return { kind: "answered" as const };
  const { reason, ofText } = completion;
  return { kind: "failed" as const, reason, ofText };
}

/** As `createEmbeddings`, counted. */
export async function embed(
  ctx: ActionCtx,
  endpoint: EmbeddingEndpoint,
  texts: readonly string[],
  options?: EmbeddingOptions,
): Promise<Embedding> {
  const embedding = await createEmbeddings(endpoint, texts, options);
  const entries = entriesOf("embedding", embedding.spent);
  if (entries.length > 0)
    await bestEffort("a call to the embedding provider was not counted", () =>
      ctx.runMutation(internal.llm.functions.countCalls, { entries }),
    );
  return embedding;
}

function entriesOf(purpose: Purpose, spent: Spent) {
  return spent.calls === 0 ? [] : [{ purpose, ...spent }];
}

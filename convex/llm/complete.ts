/** Asks the model outside of ticks and records for GET /health whether the provider works. A tick records that itself. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { chatCompletion, type Ask, type Completion } from "./chat";
import type { SessionOptions } from "./session";
import type { Endpoint } from "../lib/settings";

/** As `chatCompletion`, and records whether the provider works. */
export async function complete<T>(
  ctx: ActionCtx,
  endpoint: Endpoint,
  question: Ask<T>,
  options?: SessionOptions,
): Promise<Completion<T>> {
  const completion = await chatCompletion(endpoint, question, options);
  // An answer that breaks the question's rules is no failure of the provider.
  const failing = completion.kind === "failed" && completion.cause !== "rejected";
  const { model } = endpoint;
  const failure = failing ? completion.reason : null;
  await ctx.runMutation(internal.service.functions.noteProviderOutcome, { model, failure });
  return completion;
}

/** As `complete`, with the draft that the question makes of the answer. */
export async function draftBy<T, Draft>(
  ctx: ActionCtx,
  endpoint: Endpoint,
  question: Ask<T> & { readonly draft: (answer: T) => Draft },
  options?: SessionOptions,
): Promise<{ kind: "drafted"; draft: Draft } | Extract<Completion<T>, { kind: "failed" }>> {
  const completion = await complete(ctx, endpoint, question, options);
  return completion.kind === "failed"
    ? completion
    : { kind: "drafted", draft: question.draft(completion.value) };
}

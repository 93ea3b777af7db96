/** Asking the model outside of ticks, so that the service's health tells of it. A tick notes how the model fared with its own end. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { chatCompletion, type Ask, type Completion } from "./chat";
import type { SessionOptions } from "./session";
import type { Endpoint } from "../lib/settings";

/** As `complete`, noting whether the provider works. */
export async function complete<T>(
  ctx: ActionCtx,
  endpoint: Endpoint,
  question: Ask<T>,
  options?: SessionOptions,
): Promise<Completion<T>> {
  const completion = await chatCompletion(endpoint, question, options);
  // A model that breaks the rules of one question is no provider that fails.
  const failing = completion.kind === "failed" && completion.cause !== "rejected";
  const { model } = endpoint;
  const failure = failing ? completion.reason : null;
  await ctx.runMutation(internal.service.functions.noteProviderOutcome, { model, failure });
  return completion;
}

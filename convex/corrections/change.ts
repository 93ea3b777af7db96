/** Corrects a memory and waits briefly for its new vector. If the provider is slow, the vector is added later. */
import type { FunctionArgs } from "convex/server";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { embedNow } from "../embeddings/embed";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import { editedMemory } from "./edit";

/** `embedding`: whether its vector is stored already. With a provider, a missing one is added in the background. */
export const changedMemory = editedMemory.extend({ embedding: v.boolean() });

export type ChangeOutcome =
  | { readonly kind: "done"; readonly changed: Infer<typeof changedMemory> }
  | { readonly kind: "unknown" }
  | { readonly kind: "outdated" | "unknown version"; /** The current one. */ readonly version: number };

/** Changes a memory. Waits for its vector for about two seconds at most, and not at all while the provider fails. */
export async function changeMemory(
  ctx: ActionCtx,
  request: FunctionArgs<typeof internal.corrections.functions.change>,
): Promise<ChangeOutcome> {
  const outcome = await ctx.runMutation(internal.corrections.functions.change, request);
  if (outcome.kind !== "done") return outcome;
  const { memory, waiting } = outcome;
  const model = currentSettings().embedding?.model;
  const vector = waiting === null ? null : await embedNow(ctx, waiting.content, { usable: true });
  if (model === undefined || waiting === null || vector === null)
    return { kind: "done", changed: { ...memory, embedding: outcome.embedding } };
  const vectors = [{ documentId: waiting.documentId, vector }];
  // The memory is changed already, and the background job retries whatever fails here.
  const kept = await bestEffort("could not save a memory's vector", () =>
    ctx.runMutation(internal.embeddings.functions.saveNow, { model, vectors }),
  );
  return { kind: "done", changed: { ...memory, embedding: kept ?? false } };
}

/** Storing a memory: written at once, its vector with it where the provider is quick, later where it is not. */
import type { FunctionArgs } from "convex/server";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { embedNow } from "../embeddings/embed";
import type { Sentiment } from "../../mind/sentiment/sentiment";
import type { Claimed } from "../lib/idempotency";
import { orWarn } from "../lib/bestEffort";

/** What somebody tells the agent; `metadata` as JSON text. */
export type ToldMemory = Omit<FunctionArgs<typeof internal.memories.functions.store>, "claim">;

export interface Stored {
  readonly memoryId: Id<"memories">;
  /** Whether its vector is there already; it will come by itself where a provider is configured. */
  readonly embedding: boolean;
  readonly sentiment: Sentiment;
}

/** Stores a memory. Waits for its vector for about two seconds at most, and not at all while the provider fails. */
export async function storeMemory(ctx: ActionCtx, memory: ToldMemory, claimed: Claimed): Promise<Stored> {
  const { textId, usable, memoryId, sentiment } = await ctx.runMutation(internal.memories.functions.store, {
    ...memory,
    ...claimed,
  });
  const model = currentSettings().embedding?.model;
  const vector = usable ? await embedNow(ctx, memory.content, { usable }) : null;
  if (model === undefined || vector === null) return { memoryId, embedding: false, sentiment };
  const answer = { memoryId, embedding: true, sentiment };
  const response = JSON.stringify(answer);
  // It is stored already: what fails from here on, the job does again.
  const kept = await orWarn("a memory's vector was not kept", () =>
    ctx.runMutation(internal.embeddings.functions.keepOne, { model, textId, vector, ...claimed, response }),
  );
  return { ...answer, embedding: kept ?? false };
}

/** Stores a memory and waits briefly for its vector. If the provider is slow, the vector is added later. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { embedNow } from "../embeddings/embed";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import type { Answered, Claimed } from "../idempotency/idempotency";
import { NO_NEIGHBORS, type SemanticNeighbors } from "../search/semanticNeighbors";
import { nearMemories } from "../search/vectorSearch";
import type { StoredOrMerged } from "./merge";
import { createdMemory, type memoryInput } from "./newMemory";

type MemoryInput = Infer<typeof memoryInput>;

/** `embedding`: whether it has its vector already. With a provider, a missing one is added in the background. */
export const storedMemory = createdMemory.omit("documentId").extend({ embedding: v.boolean() });

/** Stores a memory. Waits about two seconds for its vector, and not at all while the provider fails. */
export async function storeMemory(
  ctx: ActionCtx,
  memory: MemoryInput,
  claimed: Claimed,
): Promise<Infer<typeof storedMemory>> {
  const args = { ...memory, ...claimed };
  const stored = await ctx.runMutation(internal.memories.functions.store, args);
  const { documentId, usable, ...answer } = stored;
  const model = currentSettings().embedding?.model;
  const vector = usable ? await embedNow(ctx, memory.content, { usable }) : null;
  if (model === undefined || vector === null) return { ...answer, embedding: false };
  const vectors = [{ documentId, vector }];
  // The memory is stored already, and the background job retries whatever fails here.
  const embedding = await bestEffort("could not save a memory's vector", () =>
    ctx.runMutation(internal.embeddings.functions.saveNow, { model, vectors }),
  );
  return { ...answer, embedding: embedding ?? false };
}

/** How many of the nearest vectors become candidates. A duplicate is among the first. */
const MAX_NEAREST = 16;

/** Stores a memory, or merges it into its duplicate. Simultaneous equal calls store it once. */
export async function storeDeduplicated(
  ctx: ActionCtx,
  memory: MemoryInput,
  claimed: Claimed,
): Promise<Answered<StoredOrMerged>> {
  const near = await neighborsOf(ctx, memory);
  return await ctx.runMutation(internal.memories.functions.storeOnce, { memory, ...near, ...claimed });
}

/** The text's vector and the vectors nearest to it. None if they can't be had in time or an equal text exists. */
async function neighborsOf(
  ctx: ActionCtx,
  { scope = "", type, content }: MemoryInput,
): Promise<SemanticNeighbors> {
  const model = currentSettings().embedding?.model;
  const isWanted =
    model !== undefined && (await ctx.runQuery(internal.memories.functions.wantsVector, { scope, content }));
  const vector = isWanted ? await embedNow(ctx, content, { usable: true }) : null;
  if (model === undefined || vector === null) return NO_NEIGHBORS;
  const embedding = { model, vector };
  return {
    embedding,
    nearest: await nearMemories(ctx, "write", embedding, { scope, type, limit: MAX_NEAREST }),
  };
}

/** Storing a memory with its vector where the provider is quick, and later where it is not; as it is, or once for equal texts. */
import type { Infer } from "convex/values";
import type { Sentiment } from "../../mind/sentiment/sentiment";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { embedNow } from "../embeddings/embed";
import { bestEffort } from "../lib/bestEffort";
import { currentSettings } from "../lib/currentSettings";
import type { Answered, Claimed } from "../lib/idempotency";
import { nearMemories } from "../search/nearMemories";
import { NO_NEIGHBORS, type SemanticNeighbors } from "../search/semanticNeighbors";
import type { StoredOrMerged as StoredOrMerged } from "./merge";
import type { NewMemory, memoryInput } from "./newMemory";

/** What somebody tells the agent; `metadata` as JSON text. */
export type ToldMemory = Infer<typeof memoryInput>;

export interface Stored {
  readonly memoryId: Id<"memories">;
  /** Whether its vector is there already; it will come by itself where a provider is configured. */
  readonly embedding: boolean;
  readonly sentiment: Sentiment;
}

/** Stores a memory. Waits for its vector for about two seconds at most, and not at all while the provider fails. */
export async function storeMemory(ctx: ActionCtx, memory: ToldMemory, claimed: Claimed): Promise<Stored> {
  const { documentId, usable, memoryId, sentiment } = await ctx.runMutation(
    internal.memories.functions.store,
    {
      ...memory,
      ...claimed,
    },
  );
  const model = currentSettings().embedding?.model;
  const vector = usable ? await embedNow(ctx, memory.content, { usable }) : null;
  if (model === undefined || vector === null) return { memoryId, embedding: false, sentiment };
  const answer = { memoryId, embedding: true, sentiment };
  const response = JSON.stringify(answer);
  // It is stored already: what fails from here on, the job does again.
  const kept = await bestEffort("a memory's vector was not kept", () =>
    ctx.runMutation(internal.embeddings.functions.saveVector, {
      model,
      documentId,
      vector,
      ...claimed,
      response,
    }),
  );
  return { ...answer, embedding: kept ?? false };
}

/** Memories near in meaning that are looked at: duplicates stand first among them. */
const MAX_NEAREST = 16;

type Fields = Omit<NewMemory, "author" | "reflectionType" | "basedOn">;

/** Stores a memory once for equal texts and for equal calls, those at the same moment among them. */
export async function storeDeduplicated(
  ctx: ActionCtx,
  memory: Fields,
  claimed: Claimed,
): Promise<Answered<StoredOrMerged>> {
  const found = await nearestTo(ctx, memory);
  return await ctx.runMutation(internal.memories.functions.storeOnce, { memory, ...found, ...claimed });
}

/** The text's vector and the vectors near to it; nothing where they can't be had in time: then words alone are compared. */
async function nearestTo(ctx: ActionCtx, { type, content }: Fields): Promise<SemanticNeighbors> {
  const model = currentSettings().embedding?.model;
  const wanted =
    model !== undefined && (await ctx.runQuery(internal.memories.functions.wantsVector, { content }));
  const vector = wanted ? await embedNow(ctx, content, { usable: true }) : null;
  if (model === undefined || vector === null) return NO_NEIGHBORS;
  const embedding = { model, vector };
  return { embedding, nearest: await nearMemories(ctx, embedding, { types: [type], most: MAX_NEAREST }) };
}

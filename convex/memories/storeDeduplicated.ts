/** Storing a memory that may be known: what is near in meaning is looked up first, and one mutation decides. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { embedNow } from "../embeddings/embed";
import type { Claimed } from "../lib/idempotency";
import type { NewMemory } from "./newMemory";
import { NOTHING_FOUND, type Found } from "../search/nearness";
import { nearMemories } from "../search/nearMemories";

/** Memories near in meaning that are looked at: duplicates stand first among them. */
const MOST_NEAREST = 16;

type Fields = Omit<NewMemory, "author" | "reflectionType" | "basedOn">;

/** Stores a memory once for equal texts and for equal calls, those at the same moment among them. */
export async function storeDeduplicated(ctx: ActionCtx, memory: Fields, claimed: Claimed) {
  const found = await nearestTo(ctx, memory);
  return await ctx.runMutation(internal.memories.dedupFunctions.store, { memory, ...found, ...claimed });
}

/** The text's vector and the vectors near to it; nothing where they can't be had in time: then words alone are compared. */
async function nearestTo(ctx: ActionCtx, { type, content }: Fields): Promise<Found> {
  const model = currentSettings().embedding?.model;
  const wanted =
    model !== undefined && (await ctx.runQuery(internal.memories.dedupFunctions.wantsVector, { content }));
  const vector = wanted ? await embedNow(ctx, content, { usable: true }) : null;
  if (model === undefined || vector === null) return NOTHING_FOUND;
  const embedding = { model, vector };
  return { embedding, nearest: await nearMemories(ctx, embedding, { types: [type], most: MOST_NEAREST }) };
}

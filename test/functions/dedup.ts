/** Helpers for tests of storing without duplicates. */
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import * as Memories from "../../convex/memories/memories";
import type { setup } from "./setup";

export type App = ReturnType<typeof setup>;
type Args = (typeof internal.memories.functions.storeOnce)["_args"];
export type Fields = Args["memory"];

/** Stores a text, without vectors unless some are given. */
export async function store(
  t: App,
  content: string,
  fields: Partial<Fields> = {},
  found: Partial<Args> = {},
) {
  const answer = await t.mutation(internal.memories.functions.storeOnce, {
    memory: { type: "semantic", content, ...fields },
    embedding: null,
    nearest: [],
    ...found,
  });
  if (answer.kind !== "done") throw new Error("the claim does not match");
  return answer.body;
}

export const memoryOf = (t: App, memoryId: Id<"memories">) =>
  t.run(async (ctx) => {
    const row = await ctx.db.get("memories", memoryId);
    if (row === null) throw new Error("no such memory");
    return await Memories.toPublic(ctx, row);
  });
export const mergesOf = (t: App, memoryId: Id<"memories">) =>
  t.run((ctx) =>
    ctx.db
      .query("merges")
      .withIndex("by_memory", (q) => q.eq("memoryId", memoryId))
      .take(100),
  );

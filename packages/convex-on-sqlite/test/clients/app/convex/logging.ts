/** Functions of every kind that log, at every level. */
import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { action, components, mutation, query } from "./builders";

export const inQuery = query({
  args: { word: v.string() },
  handler: async (ctx, { word }) => {
    console.debug("debug", word);
    console.log("log", word);
    console.info("info", word);
    console.warn("warn", word);
    console.error("error", word);
    await ctx.runQuery(components.vault.notes.log, {});
    return null;
  },
});

export const inMutation = mutation({
  args: {},
  handler: () => {
    console.log("from a mutation", { at: [1n] });
    return null;
  },
});

export const inAction = action({
  args: {},
  handler: async (ctx): Promise<null> => {
    console.info("from an action");
    await ctx.runMutation(makeFunctionReference<"mutation">("logging:inMutation"), {});
    return null;
  },
});

/** Logs once and never ends. */
export const waits = action({
  args: {},
  handler: (): Promise<null> => {
    console.log("waiting");
    return new Promise(() => undefined);
  },
});

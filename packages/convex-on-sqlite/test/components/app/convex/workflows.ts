import { WorkflowManager } from "@convex-dev/workflow";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import { internalAction, mutation, query } from "./_generated/server";

const workflows = new WorkflowManager(components.workflow);

export const fetchWord = internalAction({
  args: { word: v.string() },
  handler: async (ctx, { word }): Promise<string> => {
    await ctx.runMutation(internal.runs.add, {
      name: "first step",
      result: word,
    });
    return word.toUpperCase();
  },
});

/** Its second step waits, so that a test can end the process between the two. */
export const twoSteps = workflows.define({
  args: { word: v.string() },
  returns: v.string(),
  handler: async (step, { word }): Promise<string> => {
    const upper: string = await step.runAction(internal.workflows.fetchWord, {
      word,
    });
    const drawn = [Math.random(), Date.now() > 0, typeof fetch];
    const runs: number = await step.runMutation(
      internal.runs.add,
      { name: "second step", result: { upper, drawn: drawn.length } },
      { runAfter: 4_000 },
    );
    return `${upper} ${runs}`;
  },
});

export const start = mutation({
  args: { word: v.string() },
  handler: (ctx, args): Promise<string> => workflows.start(ctx, internal.workflows.twoSteps, args),
});

export const status = query({
  args: { id: v.string() },
  handler: (ctx, { id }) => workflows.status(ctx, id as never),
});

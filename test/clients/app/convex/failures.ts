/** Failures with data, through every kind of call. */
import { ConvexError, v, type Value } from "convex/values";
import { action, components, mutation, query } from "./builders";
import { passOn } from "./hops";

export const inQuery = query({
  args: { data: v.any() },
  handler: (_ctx, { data }): null => {
    throw new ConvexError({ data: data as Value, hops: ["query"] });
  },
});

/** Mutation of the app, mutation of the component, query of the component. */
export const inMutation = mutation({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    passOn("the app's mutation", () =>
      ctx.runMutation(components.vault.notes.failingMutation, { data: data as Value }),
    ),
});

/** Action of the app, action, mutation and query of the component. */
export const inAction = action({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    passOn("the app's action", () =>
      ctx.runAction(components.vault.notes.failingAction, { data: data as Value }),
    ),
});

/** As `inAction`, but nobody on the way takes notice. */
export const uncaught = action({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    ctx.runAction(components.vault.notes.failingAction, { data: data as Value }),
});

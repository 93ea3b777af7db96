/** Errors with data, through every kind of call. */
import { ConvexError, v, type Value } from "convex/values";
import { action, components, mutation, query } from "./builders";
import { rethrowWithHop } from "./hops";

export const inQuery = query({
  args: { data: v.any() },
  handler: (_ctx, { data }): null => {
    throw new ConvexError({ data: data as Value, hops: ["query"] });
  },
});

/** App mutation, component mutation, component query. */
export const inMutation = mutation({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    rethrowWithHop("the app's mutation", () =>
      ctx.runMutation(components.vault.notes.failingMutation, { data: data as Value }),
    ),
});

/** App action, component action, component mutation, component query. */
export const inAction = action({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    rethrowWithHop("the app's action", () =>
      ctx.runAction(components.vault.notes.failingAction, { data: data as Value }),
    ),
});

/** As `inAction`, but the app's action does not catch the error. */
export const uncaught = action({
  args: { data: v.any() },
  handler: (ctx, { data }): Promise<null> =>
    ctx.runAction(components.vault.notes.failingAction, { data: data as Value }),
});

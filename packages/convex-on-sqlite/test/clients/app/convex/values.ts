/** Passes any value through the host in every possible way. */
import { v, type Value } from "convex/values";
import { action, components, mutation, query } from "./builders";

/** Passes the value through arguments, a result, and documents of the app and the component. */
export const keep = mutation({
  args: { value: v.any() },
  handler: async (ctx, { value }) => {
    const id = await ctx.db.insert("notes", { value: value as Value });
    await ctx.runMutation(components.vault.notes.keep, { value: value as Value });
    return { id, value: value as Value };
  },
});

export const kept = query({
  args: {},
  handler: async (ctx): Promise<{ app: Value[]; vault: Value[] }> => ({
    app: (await ctx.db.query("notes").collect()).map(({ value }) => value as Value),
    vault: await ctx.runQuery(components.vault.notes.kept, {}),
  }),
});

export const echo = action({ args: { value: v.any() }, handler: (_ctx, { value }) => value as Value });

const typed = {
  int64: v.int64(),
  number: v.number(),
  bytes: v.bytes(),
  text: v.string(),
  nothing: v.null(),
  list: v.array(v.union(v.int64(), v.boolean())),
  byName: v.record(v.string(), v.number()),
  nested: v.object({ maybe: v.optional(v.string()) }),
};

/** The same with validated arguments and results. */
export const checked = query({
  args: typed,
  returns: v.object(typed),
  handler: (_ctx, args) => args,
});

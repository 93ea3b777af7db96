/** Accounts whose total amount never changes. */
import { v } from "convex/values";
import { mutation, query } from "./builders";

export const open = mutation({
  args: { name: v.string(), amount: v.number() },
  handler: (ctx, account) => ctx.db.insert("accounts", account),
});

export const amount = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const account = ctx.db.query("accounts").withIndex("by_name", (q) => q.eq("name", name));
    return (await account.unique())?.amount ?? 0;
  },
});

export const transfer = mutation({
  args: { from: v.string(), to: v.string(), amount: v.number() },
  handler: async (ctx, { from, to, amount }) => {
    for (const [name, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const account = ctx.db.query("accounts").withIndex("by_name", (q) => q.eq("name", name));
      const found = await account.unique();
      if (found === null) throw new Error(`There is no account "${name}".`);
      await ctx.db.patch("accounts", found._id, { amount: found.amount + change });
    }
    return null;
  },
});

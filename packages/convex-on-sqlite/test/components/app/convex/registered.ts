/** Crons that are registered at run time. */
import { Crons } from "@convex-dev/crons";
import { v } from "convex/values";
import { components, internal } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const crons = new Crons(components.crons);

export const register = mutation({
  args: { ms: v.number() },
  handler: (ctx, { ms }): Promise<string> =>
    crons.register(
      ctx,
      { kind: "interval", ms },
      internal.runs.add,
      { name: "cron", result: "fired" },
      "every second",
    ),
});

export const list = query({
  args: {},
  handler: async (ctx) => (await crons.list(ctx)).map(({ name }) => name),
});

export const remove = mutation({
  args: {},
  handler: (ctx) => crons.delete(ctx, { name: "every second" }),
});

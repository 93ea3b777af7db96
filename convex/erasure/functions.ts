/** The transaction of an erasure; it goes on by itself where one is not enough. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Erase from "./erase";

/** Erases, or begins to: a scheduled transaction goes on, even where the caller is killed. */
export const erase = internalMutation({
  args: {
    kind: literals(...Erase.KINDS),
    id: v.string(),
    version: v.optional(v.number()),
    derived: v.boolean(),
  },
  returns: Erase.erased,
  handler: async (ctx, args) => {
    const outcome = await Erase.erase(ctx, Date.now(), currentSettings(), args);
    if (outcome.kind === "erased" && !outcome.done) {
      const { version: _version, ...rest } = args;
      await ctx.scheduler.runAfter(0, internal.erasure.functions.erase, rest);
    }
    return outcome;
  },
});

/** Fills the tables, one batch per mutation, with the same rows in every run. */
import { v } from "convex/values";
import { seeded } from "../../../../../test/support/random";
import { text } from "../../text";
import { internalMutation } from "./functions";
import { BODY, DIMENSIONS, GROUPS, TOPICS, WORDS } from "./sizes";

/** The rows starting at number `from`. */
const batch = { from: v.number(), count: v.number() };

function numbers({ from, count }: { readonly from: number; readonly count: number }): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

export const documents = internalMutation({
  args: batch,
  handler: async (ctx, args) => {
    for (const at of numbers(args)) {
      await ctx.db.insert("documents", { group: `group ${at % GROUPS}`, at, body: BODY });
    }
  },
});

export const notes = internalMutation({
  args: batch,
  handler: async (ctx, args) => {
    const random = seeded(args.from);
    for (const at of numbers(args)) {
      await ctx.db.insert("notes", { text: text(WORDS, random), topic: at % TOPICS });
    }
  },
});

export const vectors = internalMutation({
  args: batch,
  handler: async (ctx, args) => {
    const random = seeded(args.from);
    for (const at of numbers(args)) {
      await ctx.db.insert("vectors", { embedding: embedding(random), topic: at % TOPICS });
    }
  },
});

/** Integers are as good as other numbers for a search, faster to write and a third of the size. */
function embedding(random: () => number): number[] {
  return Array.from({ length: DIMENSIONS }, () => Math.floor(random() * 255) - 127);
}

/** Fills the tables, a batch a mutation, with the same rows in every run. */
import { v } from "convex/values";
import { seeded } from "../../../../../test/support/random";
import { text } from "../../text";
import { internalMutation } from "./functions";
import { BODY, DIMENSIONS, GROUPS, TOPICS, WORDS } from "./sizes";

/** The rows from number `from` on. */
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

/** Whole numbers are as good as others to a search, and take less time to write and a third of the space. */
function embedding(random: () => number): number[] {
  return Array.from({ length: DIMENSIONS }, () => Math.floor(random() * 255) - 127);
}

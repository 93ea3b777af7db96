/** The table of what providers are called for. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { byWord, PURPOSES } from "../../mind/enums";

/** `input` and `output` are tokens as the provider reports them. */
export const spent = v.object({ calls: v.number(), input: v.number(), output: v.number() });

export const llmTables = {
  // One row a calendar day of the agent's zone on which a provider was called. Written by llm/usage after each answer or
  // failure; read by GET /usage and where the day's budget is checked.
  usage: defineTable({
    // In days since 1 January 1970.
    day: v.number(),
    purposes: v.object(byWord(PURPOSES, () => v.optional(spent))),
  }).index("by_day", ["day"]),
};

/** The table of reflecting. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const reflectionsTables = {
  // One row. Written by reflections/schedule; read after every tick.
  reflectionProgress: defineTable({
    // When the agent last reflected, or last took its turn to.
    lastReflection: v.number(),
    // How much of the importance of all evidence (the total `evidence` of memories) reflections have covered, in millionths.
    covered: v.number(),
  }),
};

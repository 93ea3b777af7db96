/** The tables of thinking. Each says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { tone, writer, reflectedOn } from "../lib/validators";

/** `SeedFactors` of mind/thoughts/brilliance. */
export const seedFactors = v.object({
  seedCount: v.number(),
  avgSeedImportance: v.number(),
  commonEntities: v.array(v.string()),
});

export const thoughtsTables = {
  // One row per thought or reflection on thoughts, never deleted. Written by thoughts/thoughts; read by the live queries,
  // the lists and the next thoughts.
  thoughts: defineTable({
    content: v.string(),
    // In the order given; empty for a reflection.
    seeds: v.array(v.string()),
    // Whose texts its seeds are (mind/scopes); absent for the agent's own.
    scope: v.optional(v.string()),
    // The sources of its seeds, each once.
    sources: v.array(v.string()),
    // The names given with its seeds or found in them; absent for a reflection, and in rows that never had them.
    entities: v.optional(v.array(v.string())),
    tone,
    confidence: v.number(),
    // 0 to 1, compared with earlier thoughts and its own seeds.
    novelty: v.number(),
    isBrilliant: v.boolean(),
    brillianceFactors: v.optional(seedFactors.extend({ novelty: v.number() })),
    basedOn: v.optional(reflectedOn),
    writer,
    // Whether the agent had it without being asked to think.
    spontaneous: v.boolean(),
    // The tick that it followed, where the agent had it by itself.
    tickId: v.optional(v.id("ticks")),
    // Milliseconds, strictly rising, so that the order is total.
    timestamp: v.number(),
    // Its number, from 0, among all thoughts ever made. It never changes, and no other thought gets it.
    place: v.number(),
  })
    .index("by_tick", ["tickId"])
    .index("by_place", ["place"]),

  // One row: spontaneous thinking. Written by thoughts/schedule; read after every tick, and by people in the dashboard.
  thoughtSchedule: defineTable({
    // When the last run began, however it ended.
    attemptedAt: v.number(),
    // Events until then have been thought about.
    eventsCoveredTo: v.number(),
    // Memories until then have been: their times keep rising even when the clock is set back.
    memoriesCoveredTo: v.number(),
    // The times of spontaneous thoughts of the last day, oldest first, including repetitions that were not saved.
    thoughtAt: v.array(v.number()),
    // How the last run ended, and why.
    last: v.union(
      v.null(),
      v.object({
        at: v.number(),
        outcome: literals("thought", "repeated", "waited", "failed"),
        because: v.string(),
      }),
    ),
  }),
};

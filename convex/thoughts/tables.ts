/** Thoughts, the figures of them all, and when the agent last thought by itself. Each table says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { tone, writer, reflectedOn } from "../lib/validators";

export const thoughtsTables = {
  // One row a thought or a reflection on thoughts, never deleted. Written by thoughts/thoughts; read by the live queries,
  // the lists and the next thoughts.
  thoughts: defineTable({
    content: v.string(),
    // What it was made of, in the order given; empty for a reflection.
    seeds: v.array(v.string()),
    // Where its seeds came from, each source once.
    sources: v.array(v.string()),
    tone,
    confidence: v.number(),
    // 0 to 1, beside the thoughts before it and its own seeds.
    novelty: v.number(),
    isBrilliant: v.boolean(),
    brillianceFactors: v.optional(
      v.object({
        seedCount: v.number(),
        avgSeedImportance: v.number(),
        commonEntities: v.array(v.string()),
        novelty: v.number(),
      }),
    ),
    basedOn: v.optional(reflectedOn),
    writer,
    // Whether the agent had it by itself, not because it was asked to think.
    spontaneous: v.boolean(),
    // Milliseconds, strictly rising: no two thoughts were had at the same one, so their order is total.
    timestamp: v.number(),
    // Its place, from 0, in the sequence of all thoughts (lib/sequence). It never changes.
    place: v.number(),
  }),

  // One row. Written in the mutation that writes a thought; read by GET /consciousness/stats.
  thoughtTotals: defineTable({
    byTone: v.object({
      curious: v.number(),
      excited: v.number(),
      concerned: v.number(),
      neutral: v.number(),
      reflective: v.number(),
    }),
    brilliant: v.number(),
    reflections: v.number(),
    // In millionths, so that sums are whole numbers and stay exact.
    confidenceSum: v.number(),
    // Of all thoughts but reflections, which have none.
    seedsSum: v.number(),
    lastThought: v.number(),
    lastReflection: v.union(v.null(), v.id("thoughts")),
  }),

  // One row: the agent's thinking by itself. Written by thoughts/schedule; read after every tick, and by people in the
  // dashboard.
  thoughtSchedule: defineTable({
    // When the last run began, however it ended.
    attemptedAt: v.number(),
    // What happened until then has been thought about.
    consideredTo: v.number(),
    // The newest memory's moment then: theirs rise though the clock be set back.
    toldTo: v.number(),
    // When it thought by itself within the last day, the oldest first; thoughts that were not kept count.
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

/** What rests on what. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { derivedKind } from "../lib/validators";

export const citationsTables = {
  // What agent-made rows rest on: one row per source. Written by citations/citations with the derived row; read when a source is erased.
  citations: defineTable({
    // The id of a memory, an event or a thought.
    source: v.string(),
    derived: v.string(),
    kind: derivedKind,
    // Its writer was shown the source and does not cite it.
    shown: v.optional(v.literal(true)),
  })
    .index("by_source", ["source"])
    .index("by_derived", ["derived"]),
};

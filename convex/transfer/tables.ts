/** The tables of imports. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const transferTables = {
  // One row per service whose export was imported. Written and read by transfer/restores.
  importSources: defineTable({
    source: v.string(),
    // The export that this agent is restored from. Absent: lines of this source are added to what is here.
    restoredFrom: v.optional(v.number()),
  }).index("by_source", ["source"]),

  // One row per imported row, so that a line does nothing a second time and its id is found by those that refer to it.
  // Written and read by transfer/importedIds.
  importedRows: defineTable({
    source: v.string(),
    // The id in the source.
    id: v.string(),
    table: v.string(),
    // The id in this service; empty if the row was erased.
    row: v.string(),
    // The place in the source, of memories and thoughts: a row that got another one there gets another one here.
    place: v.optional(v.number()),
    // The newest line that was applied: later ones replace it.
    export: v.number(),
    seq: v.number(),
  })
    .index("by_row", ["source", "table", "id"])
    .index("by_row_here", ["row"]),
};

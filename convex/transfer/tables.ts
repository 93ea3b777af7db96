/** The tables of imports. Each says who writes it and who reads it. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { EXPORTED } from "../lib/exportedTables";

const exportedTable = literals(...EXPORTED);

/** Places reserved for the rows of a source: those from `from` on have the places from `base` on. */
const places = v.object({
  reserved: v.number(),
  ranges: v.array(v.object({ from: v.number(), base: v.number() })),
});

export const transferTables = {
  // One row per service or program whose lines were imported. Written and read by transfer/places and transfer/imports.
  importSources: defineTable({
    source: v.string(),
    memories: places,
    thoughts: places,
    // The export whose last line has come; 0 before.
    ended: v.number(),
  }).index("by_source", ["source"]),

  // One row per imported row, so that a line does nothing a second time and its id is found by those that refer to it.
  // Written and read by transfer/importedRows.
  importedRows: defineTable({
    source: v.string(),
    // The id in the source.
    id: v.string(),
    table: v.string(),
    // The id in this service; empty if the row was erased.
    row: v.string(),
    // The newest line that was applied: later ones replace it.
    export: v.number(),
    seq: v.number(),
  })
    .index("by_row", ["source", "table", "id"])
    .index("by_row_here", ["row"]),

  // Lines that refer to rows which have not come yet. Written and read by transfer/waiting, searched by erasures; a cron deletes
  // old ones.
  importWaiting: defineTable({
    source: v.string(),
    // The line's row.
    table: exportedTable,
    id: v.string(),
    export: v.number(),
    // The table and the id of a row that it refers to.
    needs: v.string(),
    // Whether the row is here already, without the references that are missing. Then `line` holds only the fields that refer
    // to these (transfer/incomplete).
    applied: v.boolean(),
    // JSON text.
    line: v.string(),
    at: v.number(),
  })
    .index("by_needs", ["source", "needs"])
    .index("by_source_id", ["source", "id"])
    .index("by_line", ["id"])
    .index("by_at", ["at"]),
};

/** Tables that every floor uses: what an export has to send again, erasures in general, the clock of retention, lists with exact totals. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { NAMES as TOTALS } from "./totals";

export const libTables = {
  // One row: this service's name in its exports, and the export that is open. Written when an export begins or ends; every
  // mutation that changes what travels reads it (lib/exportNotes).
  exportState: defineTable({
    // Random, so that an import tells two services' ids apart.
    service: v.string(),
    // The open export's run of its lease; 0 without one.
    run: v.number(),
  }),

  // One row per row that changed or was erased while an export is open. Written by lib/exportNotes, read and deleted by the
  // export; the sweep deletes what an abandoned one left.
  exportChanges: defineTable({
    run: v.number(),
    table: v.string(),
    row: v.string(),
    // The page that has sent it; 0: still to be sent.
    page: v.number(),
    // Whether it is to be sent once more, after a row that it names.
    again: v.optional(v.literal(true)),
  })
    .index("by_row", ["run", "row"])
    .index("by_page", ["run", "page"]),

  // One row: the moment from which retention counts. Written by a cron every five minutes, read by the sweep (lib/retention).
  retention: defineTable({ at: v.number() }),

  // One row: how many transactions have erased something, or replaced a text. Written and read by lib/erasureEpoch.
  erasureEpoch: defineTable({ count: v.number() }),

  // One row while the database's storage may hold what was erased. Written by lib/purgeDue; a host that purges its storage
  // deletes it through erasures/functions.
  purgeDue: defineTable({
    // When something was last erased.
    at: v.number(),
  }),

  // One row per kind of totals. Written and read by lib/totals, in the mutations that write the rows that are counted.
  totals: defineTable({
    name: literals(...TOTALS),
    // Sums by their names. Fractions are in millionths, so that they stay exact.
    counts: v.record(v.string(), v.number()),
    // How many rows were ever stored, and when the newest was: both only rise, whatever is erased.
    placed: v.number(),
    newest: v.number(),
  }).index("by_name", ["name"]),

  // One row per kind of lists: their newest entries. Written and read by lib/recentEntries.
  recentEntries: defineTable({
    kind: v.string(),
    // Entries from this key on stand here, those before in the trees.
    from: v.string(),
    // JSON text.
    entries: v.string(),
  }).index("by_kind", ["kind"]),

  // Ordered entries of lists, as trees with counts. Written and read by lib/orderedTree.
  listNodes: defineTable({
    // The list and the facets that its rows share: "memories", "memories|type=episodic".
    name: v.string(),
    // 0: leaves.
    level: v.number(),
    // The node is responsible for keys from here to the next node of its level.
    from: v.string(),
    // Of a leaf: the rows. Above: the nodes below, by their `from`.
    keys: v.array(v.string()),
    // For each key a row's measure, or the summary of a node.
    values: v.array(v.union(v.number(), v.bytes())),
  }).index("by_from", ["name", "level", "from"]),
};

/** Shared tables: leases, idempotency keys, the audit log, what an export has to send again, lists with exact totals. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { NAMES as TOTALS } from "./totals";
import { author, changeKind, derivedKind, job } from "./validators";

/**
 * A memory that a change set changed: ids, versions and figures, no text. Its version before (0: the set created it) and after,
 * and the wordings that were merged in. `before`: what a merge changes and no version keeps; `entities` as their number, since a
 * merge adds at the end.
 */
export const changedMemory = v.object({
  memoryId: v.id("memories"),
  from: v.number(),
  to: v.number(),
  merges: v.array(v.id("merges")),
  contradicted: v.optional(v.literal(true)),
  before: v.optional(
    v.object({
      entities: v.number(),
      author,
      pinned: v.boolean(),
      salience: v.number(),
      salienceAt: v.number(),
      lastAccessedAt: v.number(),
    }),
  ),
});

/** A request or a job that asked for an undo, and when. */
const undo = v.object({ at: v.number(), who: v.optional(v.string()) });

export const libTables = {
  // One row per job: the run that may commit. Written by lib/lease, read by GET /health.
  leases: defineTable({
    job,
    run: v.number(),
    // 0 while no run holds it.
    expiresAt: v.number(),
    // Whether work that cannot wait may take it over.
    yields: v.optional(v.literal(true)),
  }).index("by_job", ["job"]),

  // First answers of POSTs with an Idempotency-Key. Written in the mutation that does the work, or before and after work in
  // several; the sweep deletes old ones.
  idempotency: defineTable({
    // SHA-256 of caller, path and key: tokens and keys are never stored.
    slot: v.string(),
    bodyHash: v.string(),
    // The answer's JSON text. While the work runs: the answer in case it is lost, or empty.
    response: v.string(),
    // While the work runs: when it counts as lost.
    underWayUntil: v.optional(v.number()),
    // The row whose text the answer has, if it has one.
    subject: v.optional(v.string()),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_subject", ["subject"])
    .index("by_underWayUntil", ["underWayUntil"])
    .index("by_createdAt", ["createdAt"]),

  // One row per write, erasure or export that a caller asked for. Written by lib/audit in the mutation that does the work; read
  // by GET /audit; the sweep deletes old ones.
  audit: defineTable({
    // The operation's id in the OpenAPI document.
    kind: v.string(),
    token: literals("write", "tick"),
    // The name of the token's holder, where the settings have one.
    who: v.optional(v.string()),
    // The rows it wrote or erased; `count` is the number of all, which may be more.
    ids: v.array(v.string()),
    count: v.number(),
    // Of an erasure by plan: how many rows of each kind.
    erased: v.optional(v.record(v.string(), v.number())),
    at: v.number(),
    // The number of earlier entries: of all, of its kind, of its caller, and of both. 0 without a name.
    place: v.number(),
    placeOfKind: v.number(),
    placeOfWho: v.number(),
    placeOfBoth: v.number(),
  })
    .index("by_place", ["place"])
    .index("by_kind", ["kind", "placeOfKind"])
    .index("by_who", ["who", "placeOfWho"])
    .index("by_who_and_kind", ["who", "kind", "placeOfBoth"]),

  // One row: this service's name in its exports, and the export that is open. Written when an export begins or ends; every
  // mutation that changes what travels reads it (lib/mutation).
  exportState: defineTable({
    // Random, so that an import tells two services' ids apart.
    service: v.string(),
    // The open export's run of its lease; 0 without one.
    run: v.number(),
  }),

  // One row per row that changed or was erased while an export is open. Written by lib/mutation, read and deleted by the
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

  // One row per change set: what one merge, tick, linking or consolidation changed. Written by lib/changes in the mutations that
  // do the work, and by corrections/undo; read by GET /changes; the sweep deletes old ones.
  changes: defineTable({
    kind: changeKind,
    by: author,
    // The name of the caller, where its token has one.
    who: v.optional(v.string()),
    // Of facts.
    tickId: v.optional(v.id("ticks")),
    // Of links and consolidations that take several transactions: their run of the lease.
    run: v.optional(v.number()),
    memories: v.array(changedMemory),
    counts: v.object({ memories: v.number(), links: v.number(), themes: v.number() }),
    at: v.number(),
    // Set while it is undone in several transactions, and when it is undone.
    undoing: v.optional(undo),
    undone: v.optional(undo),
    // The number of earlier sets: of all, and of its kind.
    place: v.number(),
    placeOfKind: v.number(),
  })
    .index("by_place", ["place"])
    .index("by_kind", ["kind", "placeOfKind"]),

  // Requests since the first start, each count spread over a few rows. Written by lib/rateLimits; read by GET /metrics.
  requestCounts: defineTable({
    class: literals("read", "write", "tick"),
    shard: v.number(),
    count: v.number(),
  }).index("by_class", ["class", "shard"]),

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

  // What agent-made rows rest on: one row per source. Written by lib/citations with the derived row; read when a source is erased.
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

  // One row per kind of totals. Written and read by lib/totals, in the mutations that write the rows that are counted.
  totals: defineTable({
    name: literals(...TOTALS),
    // Sums by their names. Fractions are in millionths, so that they stay exact.
    counts: v.record(v.string(), v.number()),
    // How many rows were ever stored, and when the newest was: both only rise, whatever is erased.
    placed: v.number(),
    newest: v.number(),
  }).index("by_name", ["name"]),

  // Ordered rows of lists, as trees with counts. Written and read by lib/orderedTree.
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

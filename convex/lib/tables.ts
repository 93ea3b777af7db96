/** Shared tables: leases, idempotency keys, the audit log, what an export has to send again, lists with exact totals. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { derivedKind, job } from "./validators";

export const libTables = {
  // One row per job: the run that may commit. Written by lib/lease, read by GET /health.
  leases: defineTable({
    job,
    run: v.number(),
    // 0 while no run holds it.
    expiresAt: v.number(),
  }).index("by_job", ["job"]),

  // First answers of POSTs with an Idempotency-Key. Written in the mutation that does the work, or before and after work in
  // several; a cron cleans up.
  idempotency: defineTable({
    // SHA-256 of caller, path and key: tokens and keys are never stored.
    slot: v.string(),
    bodyHash: v.string(),
    // The answer's JSON text. While the work runs: the answer in case it is lost, or empty.
    response: v.string(),
    // While the work runs: when it counts as lost.
    underWayUntil: v.optional(v.number()),
    createdAt: v.number(),
  })
    .index("by_slot", ["slot"])
    .index("by_underWayUntil", ["underWayUntil"])
    .index("by_createdAt", ["createdAt"]),

  // One row per write, erasure or export that a caller asked for. Written by lib/audit in the mutation that does the work; read
  // by GET /audit; a cron deletes old ones.
  audit: defineTable({
    // The operation's id in the OpenAPI document.
    kind: v.string(),
    token: literals("write", "tick"),
    // The name of the token's holder, where the settings have one.
    who: v.optional(v.string()),
    // The rows it wrote or erased; `count` is the number of all, which may be more.
    ids: v.array(v.string()),
    count: v.number(),
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
  // export; a cron deletes what an abandoned one left.
  exportChanges: defineTable({
    run: v.number(),
    table: v.string(),
    row: v.string(),
    // The page that has sent it; 0: still to be sent.
    page: v.number(),
  })
    .index("by_row", ["run", "row"])
    .index("by_page", ["run", "page"]),

  // Requests since the first start, each count spread over a few rows. Written by lib/rateLimits; read by GET /metrics.
  requestCounts: defineTable({
    class: literals("read", "write", "tick"),
    shard: v.number(),
    count: v.number(),
  }).index("by_class", ["class", "shard"]),

  // One row: how many transactions have erased something. Written and read by lib/erasureEpoch.
  erasureEpoch: defineTable({ count: v.number() }),

  // What agent-made rows rest on: one row per source. Written by lib/citations with the derived row; read when a source is erased.
  citations: defineTable({
    // The id of a memory, an event or a thought.
    source: v.string(),
    derived: v.string(),
    kind: derivedKind,
  })
    .index("by_source", ["source"])
    .index("by_derived", ["derived"]),

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

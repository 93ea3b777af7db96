/** The audit log. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const auditTables = {
  // One row per write, erasure or export that a caller asked for. Written by audit/audit in the mutation that does the work; read
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
};

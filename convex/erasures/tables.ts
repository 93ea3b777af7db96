/** The tables of erasures. Each says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PLANNED_KINDS, DEPENDENT_KINDS } from "../../mind/enums";
import * as Idempotency from "../idempotency/idempotency";

export const kind = literals(...PLANNED_KINDS);
export const dependentKind = literals(...DEPENDENT_KINDS);

/**
 * Selects the rows that meet every field. `ids`: as the caller sent them. `since` and `until`: exclusive, in ms since the
 * epoch.
 */
export const filter = v.object({
  ids: v.optional(v.array(v.string())),
  /** The sender of a note or a reminder, or of the note that a memory was learned from. */
  from: v.optional(v.string()),
  /** A name in a memory. */
  entity: v.optional(v.string()),
  /** A text that the row holds anywhere, normalised (mind/text/normalForm). */
  text: v.optional(v.string()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
  /** The row's scope; for log entries and artifacts, the scope that they were made from. Absent: any. */
  scope: v.optional(v.string()),
});

/** How far planning has come. */
const cursor = v.union(
  /**
   * Next: the rows of table number `source` in erasures/sources that were created at `at` or later, except those in `seen`.
   * With a filter by ids, `source` is the index of the next id.
   */
  v.object({
    kind: v.literal("scan"),
    source: v.number(),
    at: v.number(),
    seen: v.array(v.string()),
  }),
  /**
   * Next: what cites item `number`, from citations created at `at` on, then those of later items; then the ticks created at
   * `ticks.at` or later, except those in `seen`.
   */
  v.object({
    kind: v.literal("derive"),
    number: v.number(),
    at: v.number(),
    ticks: v.optional(v.object({ at: v.number(), seen: v.array(v.string()) })),
  }),
);

const counts = v.record(v.string(), v.number());

export const erasuresTables = {
  // One row per plan, which becomes the receipt when it is carried out. Written by POST /erase and the steps that it starts;
  // read by GET /erasures/{id}; the sweep deletes unused plans and old receipts. Fields that may hold a person's words are
  // removed: filter and terms when planning ends, the excerpts when the erasure ends.
  erasures: defineTable({
    status: literals("planning", "planned", "erasing", "probing", "done"),
    // Counts the steps, so that a step which was scheduled twice runs once.
    step: v.number(),
    filter: v.optional(filter),
    cursor: v.optional(cursor),
    withDerived: v.boolean(),
    // Of a DELETE: who asked for it. It is carried out as soon as it is planned.
    by: v.optional(Idempotency.claim.omit("key")),
    // The number of items planned so far.
    items: v.number(),
    // How many rows the filter selects, by kind.
    matched: counts,
    // How many other rows depend on those, by kind, and the first of them.
    dependents: counts,
    dependentRows: v.array(v.object({ kind: dependentKind, _id: v.string() })),
    // While planning: the terms of the selected rows and of what cites them, and when the oldest of the selected was stored (0 if
    // it was imported).
    terms: v.optional(v.array(v.string())),
    since: v.optional(v.number()),
    createdAt: v.number(),
    // When the plan expires or the receipt is deleted.
    expiresAt: v.number(),
    startedAt: v.optional(v.number()),
    endedAt: v.optional(v.number()),
    // How many rows were erased, by kind; how many were gone already; how many were kept because they have changed since the
    // plan.
    erased: counts,
    gone: v.number(),
    changed: v.number(),
    // Excerpts of erased rows, to search for at the end. Then the texts are removed, and only where each was found is kept.
    probes: v.array(v.object({ kind, text: v.optional(v.string()), foundIn: v.array(v.string()) })),
    // How many steps of that search are done.
    probed: v.number(),
    // When the storage was purged of what was erased.
    purgedAt: v.optional(v.number()),
  }).index("by_expiresAt", ["expiresAt"]),

  // One row per row that a plan names; it holds an id and no text. Written while planning; deleted by the step that erases
  // the named row.
  erasureItems: defineTable({
    erasureId: v.id("erasures"),
    // From 0. A dependent has a greater number than the row that it depends on, and is erased before it.
    number: v.number(),
    kind,
    id: v.string(),
    // The version that was planned, if the kind has versions: a later one is not erased. Removed once the row's erasure has
    // begun.
    version: v.optional(v.number()),
    // The kind of dependent; absent for a row that the filter selects.
    dependsAs: v.optional(dependentKind),
  })
    .index("by_number", ["erasureId", "number"])
    .index("by_item", ["erasureId", "id"]),
};

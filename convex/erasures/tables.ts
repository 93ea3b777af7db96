/** The tables of erasures. Each says who writes it and who reads it. */
import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ERASABLE_KINDS, DEPENDENT_KINDS } from "../../mind/enums";

export const kind = literals(...ERASABLE_KINDS);
export const dependentKind = literals(...DEPENDENT_KINDS);

/** What selects rows: those that meet all of it. `ids` are those that were given; times are exclusive, in ms since the epoch. */
export const filter = v.object({
  ids: v.optional(v.array(v.string())),
  /** Who wrote it. */
  from: v.optional(v.string()),
  /** A name in a memory. */
  entity: v.optional(v.string()),
  /** Words that it holds, normalised (mind/text/normalForm). */
  text: v.optional(v.string()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
  /** Whose it is, or what it was made from; absent: everybody's. */
  scope: v.optional(v.string()),
});

/** How far planning has come. */
const cursor = v.union(
  /** `source`: its number in erasures/sources; rows from `at` on are left, but for those `seen`. */
  v.object({
    kind: v.literal("scan"),
    source: v.number(),
    at: v.number(),
    seen: v.array(v.string()),
  }),
  /** What depends on the item of this number is left, from this creation time of a citation on. */
  v.object({ kind: v.literal("derive"), number: v.number(), at: v.number() }),
);

const counts = v.record(v.string(), v.number());

export const erasuresTables = {
  // One row a plan and its receipt. Written by POST /erase and the steps that it starts; read by GET /erasures/{id}; a cron
  // deletes unused plans and old receipts. What could hold words of a person is gone when the plan is made, or at its end.
  erasures: defineTable({
    status: literals("planning", "planned", "erasing", "probing", "done"),
    // Counts the steps, so that of two that are scheduled one does nothing.
    step: v.number(),
    filter: v.optional(filter),
    cursor: v.optional(cursor),
    withDerived: v.boolean(),
    // Numbers given to items so far.
    items: v.number(),
    // What the filter selects, by kind.
    matched: counts,
    // What depends on that and is not selected itself, by kind, and the first of it.
    dependents: counts,
    dependentRows: v.array(v.object({ kind: dependentKind, _id: v.string() })),
    createdAt: v.number(),
    // Until when the plan can be used; of a receipt, until when it is kept.
    expiresAt: v.number(),
    startedAt: v.optional(v.number()),
    endedAt: v.optional(v.number()),
    // What was erased, by kind; what was gone already; what was left because it has changed since the plan.
    erased: counts,
    gone: v.number(),
    changed: v.number(),
    // Excerpts of what is erased, to search for at the end; then only where each was found.
    probes: v.array(v.object({ kind, text: v.optional(v.string()), foundIn: v.array(v.string()) })),
    // How many of the searches for them are done.
    probed: v.number(),
    // When the host purged its files of what was erased.
    purgedAt: v.optional(v.number()),
  }).index("by_expiresAt", ["expiresAt"]),

  // One row a row that a plan names: ids and no text. Written while planning; each is deleted by the step that erases it.
  erasureItems: defineTable({
    erasureId: v.id("erasures"),
    // From 0: what depends on a row has a greater number, and is erased before it.
    number: v.number(),
    kind,
    id: v.string(),
    // Of what has versions, until its erasure has begun: a later version stays.
    version: v.optional(v.number()),
    // As what it depends on a selected row; absent where it is selected itself.
    dependsAs: v.optional(dependentKind),
  })
    .index("by_number", ["erasureId", "number"])
    .index("by_item", ["erasureId", "id"]),
};

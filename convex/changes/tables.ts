/** Change sets, which can be undone. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { author, changeKind } from "../lib/validators";

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

export const changesTables = {
  // One row per change set: what one merge, tick, linking or consolidation changed. Written by changes/changes in the mutations that
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
};

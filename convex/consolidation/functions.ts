/** The transactions of consolidation; the action that calls them is in run.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery, type MutationCtx } from "../_generated/server";
import * as Audit from "../audit/audit";
import { ChangeSet } from "../changes/changes";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import * as Assign from "./assign";
import * as Clusters from "./clusters";
import * as Consolidation from "./schedule";
import * as CoreMemories from "./coreMemories";
import * as Unclustered from "./unclustered";
import * as Activation from "../memories/activation";
import { extractedLabel, themeToLabel } from "./themesToLabel";
import { labelWithin } from "./labelWithin";
import * as Lease from "../leases/lease";
import * as Progress from "./progress";
import * as Totals from "../lib/totals";
import { consolidationTables } from "./tables";

const run = v.number();
/** The caller who requested the run; absent if the agent started it. */
const asked = v.optional(v.object({ who: v.optional(v.string()) }));

/** The change set of a run, shared by all its transactions. */
function changesOf(ctx: MutationCtx, run: number, asked: { who?: string } | undefined): ChangeSet {
  const by = asked === undefined ? "self" : "world";
  return new ChangeSet(ctx, Date.now(), { kind: "consolidation", by, who: asked?.who, run });
}

/** The embedding model in use; empty without one. */
const model = v.string();
const { labelState } = consolidationTables.clusters.validator.fields;

/**
 * Takes the lease for a new run; null while a run is under way or being undone. `from`: the place of the first memory to
 * consolidate. Only a run that a caller requests groups memories again whose grouping was undone.
 */
export const begin = internalMutation({
  args: { claim: v.optional(Idempotency.claim) },
  returns: v.union(v.null(), v.object({ run, from: v.number(), total: v.number() })),
  handler: async (ctx, { claim }) => {
    const { undoing, undoneFrom, consolidatedTo } = await Progress.read(ctx);
    if (undoing !== undefined) return null;
    const run = await Lease.acquire(ctx, "consolidation", Date.now(), { yields: true });
    if (run === null) return null;
    await Audit.record(ctx, claim, []);
    const { placed: total } = await Totals.progress(ctx, "memories");
    if (claim === undefined || undoneFrom === undefined) return { run, from: consolidatedTo, total };
    const from = Math.min(consolidatedTo, undoneFrom);
    await Progress.update(ctx, { consolidatedTo: from, undoneFrom: undefined });
    return { run, from, total };
  },
});

/** Ends a run. `caughtUp`: it left nothing to do. */
export const end = internalMutation({
  args: { run, caughtUp: v.boolean() },
  returns: v.null(),
  handler: (ctx, { run, caughtUp }) => Consolidation.end(ctx, Date.now(), run, caughtUp),
});

/** Releases the lease of a failed run, so that the next need not wait until it expires. */
export const release = internalMutation({
  args: { run },
  returns: v.null(),
  handler: (ctx, { run }) => Lease.release(ctx, "consolidation", run),
});

/** Whether the agent should consolidate by itself. */
export const due = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => Consolidation.due(ctx, Date.now()),
});

/** Writes the salience of at most `limit` memories as decayed until `at`. Returns how many it changed. */
export const decay = internalMutation({
  args: { run, at: v.number(), limit: v.number() },
  returns: v.number(),
  handler: async (ctx, { run, at, limit }) => {
    await Consolidation.assertHeld(ctx, run);
    return await Activation.decayDue(ctx, at, limit);
  },
});

/** The places of the next memories to assign, from `from` on, and where the step after them begins. */
export const next = internalQuery({
  args: { from: v.number(), total: v.number() },
  returns: v.object({ places: v.array(v.number()), to: v.number() }),
  handler: (ctx, { from, total }) => Unclustered.next(ctx, from, total),
});

/** The baseline cosine of the model's embeddings, measured on a sample of the `total` memories. */
export const baseline = internalQuery({
  args: { model, total: v.number() },
  returns: v.number(),
  handler: (ctx, { model, total }) => Unclustered.baseline(ctx, model, total),
});

/** The vector of the memory at a place, and its scope; null for a reflection, or without a vector of this model. */
export const vectorAt = internalQuery({
  args: { model, place: v.number() },
  returns: v.union(v.null(), v.object({ vector: v.array(v.number()), scope: v.string() })),
  handler: (ctx, { model, place }) => Unclustered.vectorAt(ctx, model, place),
});

/** The next memories to cluster in memory, clustered or not, from `from` on, and where the step after them begins. */
export const read = internalQuery({
  args: { from: v.number(), total: v.number() },
  returns: v.object({
    memories: v.array(Unclustered.readMemory),
    unclustered: v.number(),
    to: v.number(),
  }),
  handler: (ctx, { from, total }) => Unclustered.read(ctx, from, total),
});

/** The memory at a place with the memories nearest to it; `vectorIds` are the vectors found near its own. */
export const unclustered = internalQuery({
  args: { model, place: v.number(), vectorIds: v.array(v.id("vectors")) },
  returns: v.union(v.null(), Assign.unclusteredMemory),
  handler: (ctx, args) => Unclustered.at(ctx, args),
});

/** Assigns the memories from place `from` to `to` to clusters and records the progress. Returns the themes that changed. */
export const assign = internalMutation({
  args: { run, asked, from: v.number(), to: v.number(), ...Assign.batch.fields },
  returns: v.array(v.id("clusters")),
  handler: async (ctx, { run, asked, from, to, ...batch }) => {
    await Consolidation.assertHeld(ctx, run);
    await Consolidation.advance(ctx, from, to);
    return await Assign.assign(ctx, batch, changesOf(ctx, run, asked));
  },
});

/**
 * Puts memories into the clusters that were chosen for them. `to`: the place up to which everything is assigned then; `from` before
 * the last step.
 */
export const putTogether = internalMutation({
  args: { run, asked, from: v.number(), to: v.number(), ...Assign.grouping.fields },
  returns: Assign.grouped,
  handler: async (ctx, { run, asked, from, to, ...grouping }) => {
    await Consolidation.assertHeld(ctx, run);
    await Consolidation.advance(ctx, from, to);
    return await Assign.putTogether(ctx, grouping, changesOf(ctx, run, asked));
  },
});

/** The largest themes with labels in this state. */
export const themesToLabel = internalQuery({
  args: { labelState, limit: v.number() },
  returns: v.array(themeToLabel),
  handler: async (ctx, { labelState, limit }) => {
    const clusters = await Clusters.byLabelState(ctx, labelState, limit);
    return await Promise.all(clusters.map((cluster) => extractedLabel(ctx, currentSettings(), cluster)));
  },
});

/** Labels themes. Returns of each whether that created a core memory or changed its text. */
export const setLabels = internalMutation({
  args: {
    run,
    asked,
    now: v.number(),
    labels: v.array(
      v.object({
        clusterId: v.id("clusters"),
        label: CoreMemories.label.extend({ labelState }),
        madeFrom: v.array(v.id("memories")),
      }),
    ),
  },
  returns: v.array(literals("created", "changed", "same")),
  handler: async (ctx, { run, asked, now, labels }) => {
    await Consolidation.assertHeld(ctx, run);
    const set = changesOf(ctx, run, asked);
    const outcomes: Awaited<ReturnType<typeof labelWithin>>[] = [];
    for (const { clusterId, label, madeFrom } of labels)
      outcomes.push(await labelWithin(ctx, set, now, clusterId, label, madeFrom));
    return outcomes;
  },
});

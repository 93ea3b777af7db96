/** The transactions of erasures. Each step schedules the next, so an erasure that has begun goes on without its request. */
import { v, type Infer } from "convex/values";
import { literals } from "convex-helpers/validators";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, type MutationCtx } from "../_generated/server";
import * as Erase from "../corrections/erase";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import { gathered } from "../lib/gathered";
import * as PurgeDue from "../lib/purgeDue";
import * as Erasures from "./erasures";
import * as Plan from "./plan";
import * as Probes from "./probes";
import { writeErasure } from "./rows";
import * as Run from "./run";
import { filter } from "./tables";

const claim = v.optional(Idempotency.claim);

/** Starts a plan, and finishes it at once if it is small. `unknown`: one of the filter's ids names no row. */
export const plan = internalMutation({
  args: { filter, withDerived: v.boolean(), claim },
  returns: v.union(
    v.object({ kind: v.literal("begun"), erasure: Erasures.publicErasure }),
    v.object({ kind: v.literal("unknown"), id: v.string() }),
  ),
  handler: async (ctx, { claim, ...request }) => {
    const begun = await Plan.begin(ctx, Date.now(), request);
    if ("unknown" in begun) return { kind: "unknown" as const, id: begun.unknown };
    await Audit.record(ctx, claim, [begun.erasureId]);
    return { kind: "begun" as const, erasure: await goOn(ctx, begun.erasureId) };
  },
});

/**
 * Erases one row and what depends on it: plans that, and carries the plan out once it is made, also if its caller is gone.
 * `version`: only if this is the row's version.
 */
export const eraseWithDependents = internalMutation({
  args: {
    kind: literals(...Erase.KINDS),
    id: v.string(),
    version: v.optional(v.number()),
    by: Idempotency.claim.omit("key"),
  },
  returns: v.union(
    v.object({ kind: v.literal("begun"), erasure: Erasures.publicErasure }),
    ...Erase.notErased.members,
  ),
  handler: async (ctx, { kind, id, version, by }) => {
    const refused = Erase.refusal(await Erase.find(ctx, kind, id), version);
    if (refused !== null) return refused;
    const begun = await Plan.begin(ctx, Date.now(), { filter: { ids: [id] }, withDerived: true, by });
    if ("unknown" in begun) return { kind: "unknown" as const };
    return { kind: "begun" as const, erasure: await goOn(ctx, begun.erasureId) };
  },
});

const started = v.union(
  v.object({ kind: v.literal("started"), erasure: Erasures.publicErasure }),
  v.object({ kind: v.union(v.literal("unknown"), v.literal("expired"), v.literal("planning")) }),
);

/** Starts to carry out a plan; a repeated call does not start it again. `id`: as the caller sent it. */
export const start = internalMutation({
  args: { id: v.string(), claim },
  returns: started,
  handler: async (ctx, { id, claim }): Promise<Infer<typeof started>> => {
    const row = await Erasures.byId(ctx, id);
    if (row === null) return { kind: "unknown" };
    if (Erasures.isExpired(row, Date.now())) return { kind: "expired" };
    if (row.status === "planning") return { kind: "planning" };
    if (row.status === "planned") {
      await writeErasure(ctx, row, { ...row, ...(await Run.start(ctx, Date.now(), row)) });
      const { withDerived, matched, dependents } = row;
      await Audit.record(ctx, claim, [row._id], withDerived ? united(matched, dependents) : matched);
    }
    return { kind: "started", erasure: await goOn(ctx, row._id) };
  },
});

/** Takes step number `step` of a plan or an erasure. Does nothing if that step was taken already. */
export const step = internalMutation({
  args: { erasureId: v.id("erasures"), step: v.number() },
  returns: v.null(),
  handler: async (ctx, { erasureId, step }) => {
    if ((await ctx.db.get("erasures", erasureId))?.step === step) await goOn(ctx, erasureId);
    return null;
  },
});

/** Records that the storage was purged of everything erased before `until`, in ms since the epoch. */
export const purged = internalMutation({
  args: { until: v.number() },
  returns: v.null(),
  handler: async (ctx, { until }) => {
    await PurgeDue.done(ctx, until);
    const last = await ctx.db.query("erasures").order("desc").take(MAX_PURGED);
    for (const row of last)
      if ((row.endedAt ?? Infinity) < until && row.purgedAt === undefined)
        await writeErasure(ctx, row, { ...row, purgedAt: Date.now() });
    return null;
  },
});

/** How many of the newest erasures a purge is recorded for: more than can end between two purges. */
const MAX_PURGED = 64;

/** A transaction that has read more than this takes no further step, since one step may read some megabytes. */
const MAX_READ = { bytes: 1024 * 1024, documents: 520, ranges: 360 };

/** Takes as many steps as fit into one transaction, and schedules the next. */
function goOn(ctx: MutationCtx, erasureId: Id<"erasures">): Promise<Erasures.PublicErasure> {
  return gathered(ctx, () => takeSteps(ctx, erasureId));
}

async function takeSteps(ctx: MutationCtx, erasureId: Id<"erasures">): Promise<Erasures.PublicErasure> {
  for (let row = await read(ctx, erasureId); ;) {
    const changes = await nextStep(ctx, row);
    if (changes === null) return Erasures.toPublic(row);
    await writeErasure(ctx, row, { ...row, ...changes, step: row.step + 1 });
    const { status } = row;
    row = await read(ctx, erasureId);
    const { bytesRead, documentsRead, databaseQueries } = await ctx.meta.getTransactionMetrics();
    const isFull =
      bytesRead.used > MAX_READ.bytes ||
      documentsRead.used > MAX_READ.documents ||
      databaseQueries.used > MAX_READ.ranges;
    // Each phase starts in a new transaction: the search for what is left must see the last erasure committed.
    if (isFull || row.status !== status) {
      const next = { erasureId, step: row.step };
      const ends = row.status === "done" || (row.status === "planned" && row.by === undefined);
      if (!ends) await ctx.scheduler.runAfter(0, internal.erasures.functions.step, next);
      return Erasures.toPublic(row);
    }
  }
}

async function nextStep(ctx: MutationCtx, row: Doc<"erasures">): Promise<Plan.Changes | null> {
  switch (row.status) {
    case "planning":
      return await Plan.step(ctx, row);
    case "planned": {
      if (row.by === undefined) return null;
      const selected = await ctx.db
        .query("erasureItems")
        .withIndex("by_number", (q) => q.eq("erasureId", row._id).eq("number", 0))
        .unique();
      const ids = [...(selected === null ? [] : [selected.id]), ...row.dependentRows.map(({ _id }) => _id)];
      await Audit.record(ctx, row.by, ids, united(row.matched, row.dependents));
      return await Run.start(ctx, Date.now(), row);
    }
    case "erasing":
      return await Run.step(ctx, Date.now(), currentSettings(), row);
    case "probing":
      return await Probes.step(ctx, Date.now(), row);
    default:
      return null;
  }
}

async function read(ctx: MutationCtx, erasureId: Id<"erasures">): Promise<Doc<"erasures">> {
  const row = await ctx.db.get("erasures", erasureId);
  if (row === null) throw new Error("an erasure has no row");
  return row;
}

/** Adds up selected and dependent rows by kind. A dependent reflection counts as a memory, since it is stored as one. */
function united(matched: Record<string, number>, dependents: Record<string, number>): Record<string, number> {
  const all = { ...matched };
  for (const [kind, count] of Object.entries(dependents)) {
    const name = kind === "reflection" ? "memory" : kind;
    all[name] = (all[name] ?? 0) + count;
  }
  return all;
}

/**
 * Consolidation: the salience of unused memories decays, new memories join clusters of similar ones, and clusters that are
 * themes become core memories. It is an action of many small transactions, so that the service keeps answering. Each step
 * records its progress, so the next run continues there after a crash or when the time is up.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { timeTaken } from "../../mind/time/timeSince";
import type { UnclusteredMemory } from "./assign";
import { withoutKey, type Claimed } from "../idempotency/idempotency";
import { keepLease } from "../leases/keepLease";
import { areMany, clusterMany, type Clustered } from "./manyNew";
import type { Run } from "./schedule";
import { MAX_VECTOR_HITS } from "./unclustered";
import { nearMemories } from "../search/vectorSearch";
import { bestEffort } from "../lib/bestEffort";
import { labelThemes } from "./labelThemes";
import { pollUntil } from "../lib/pollUntil";

export const consolidated = v.object({
  /** New memories processed, including reflections, which join no cluster. */
  memoriesProcessed: v.number(),
  /** Core memories created or updated. */
  clustersFound: v.number(),
  coreMemoriesCreated: v.number(),
  coreMemoriesUpdated: v.number(),
  /** Memories whose salience was lowered. */
  memoriesDecayed: v.number(),
  /** In ms. */
  duration: v.number(),
});
type Consolidated = Infer<typeof consolidated>;

/** Memories that decay in one transaction. */
const DECAY_BATCH = 48;
/** Salience is computed as of the full hour, so a second run within the hour has nothing to write. */
const HOUR_MS = 3_600_000;

/** Until when each phase may start new steps, in ms since the run began. A run ends within about two minutes. */
const DECAY_DEADLINE_MS = 20_000;
const CLUSTER_DEADLINE_MS = 75_000;
const MODEL_DEADLINE_MS = 90_000;
const LABEL_DEADLINE_MS = 110_000;
/** How long a request waits for another run. */
const MAX_WAIT_MS = 150_000;
/** The pause before an autonomous agent continues an unfinished run. */
const CONTINUE_AFTER_MS = 5_000;

/** Consolidates every memory stored before the call. Waits while another run is under way; null if that takes too long. */
export async function consolidate(ctx: ActionCtx, claimed: Claimed = {}): Promise<Consolidated | null> {
  return await pollUntil(() => consolidateUnlessBusy(ctx, withoutKey(claimed)), MAX_WAIT_MS);
}

/** Run by the cron job and after an unfinished run. Does nothing while autonomy is off or nothing is due. */
export const runScheduled = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (currentSettings().autonomy && (await ctx.runMutation(internal.consolidation.functions.due, {})))
      await consolidateUnlessBusy(ctx);
  },
});

/** Null if another run is under way or takes over. */
async function consolidateUnlessBusy(ctx: ActionCtx, claimed: Claimed = {}): Promise<Consolidated | null> {
  const startedAt = Date.now();
  const begun = await ctx.runMutation(internal.consolidation.functions.begin, { ...claimed });
  if (begun === null) return null;
  const { run } = begun;
  const lease = keepLease(ctx, "consolidation", run);
  try {
    const { caughtUp, ...done } = await runSteps(ctx, { ...begun, ...askedBy(claimed) }, startedAt);
    await ctx.runMutation(internal.consolidation.functions.end, { run, caughtUp });
    if (!caughtUp && currentSettings().autonomy)
      await ctx.scheduler.runAfter(CONTINUE_AFTER_MS, internal.consolidation.run.runScheduled, {});
    return { ...done, duration: timeTaken(startedAt, Date.now()) };
  } catch (error) {
    // A run that was paused for long has lost its lease to another run and can't write any more.
    const isOurs = await bestEffort("could not end a failed consolidation", async () => {
      const renewed = await ctx.runMutation(internal.leases.keepLease.renew, { job: "consolidation", run });
      if (renewed) await ctx.runMutation(internal.consolidation.functions.release, { run });
      return renewed;
    });
    if (isOurs === false) return null;
    throw error;
  } finally {
    lease.stop();
  }
}

function askedBy({ claim }: Claimed): Omit<Run, "run"> {
  return { asked: claim && { who: claim.who } };
}

/** `caughtUp`: nothing is left for the next run. */
async function runSteps(
  ctx: ActionCtx,
  { from, total, ...run }: Run & { from: number; total: number },
  now: number,
) {
  const late = (ms: number) => () => Date.now() - now > ms;
  const decayed = await decay(ctx, run.run, now, late(DECAY_DEADLINE_MS));
  const clustered = await clusterNew(ctx, run, { from, total, now }, late(CLUSTER_DEADLINE_MS));
  const deadlines = { asking: late(MODEL_DEADLINE_MS), extracting: late(LABEL_DEADLINE_MS) };
  const { created, changed, done } = await labelThemes(ctx, { ...run, now }, deadlines);
  const updated = new Set([...clustered.changed, ...changed].filter((id) => !created.has(id)));
  return {
    memoriesProcessed: clustered.count,
    clustersFound: created.size + updated.size,
    coreMemoriesCreated: created.size,
    coreMemoriesUpdated: updated.size,
    memoriesDecayed: decayed.count,
    caughtUp: decayed.done && clustered.done && done,
  };
}

/** Writes the salience that memories have lost by the full hour. */
async function decay(ctx: ActionCtx, run: number, now: number, late: () => boolean) {
  const at = Math.floor(now / HOUR_MS) * HOUR_MS;
  for (let count = 0; ;) {
    const batch = { run, at, limit: DECAY_BATCH };
    const decayed = await ctx.runMutation(internal.consolidation.functions.decay, batch);
    count += decayed;
    if (decayed < DECAY_BATCH) return { count, done: true };
    if (late()) return { count, done: false };
  }
}

/** Assigns new memories to clusters, in the order of their creation. */
async function clusterNew(
  ctx: ActionCtx,
  run: Run,
  { from, total, now }: { from: number; total: number; now: number },
  late: () => boolean,
): Promise<Clustered> {
  const model = currentSettings().embedding?.model ?? "";
  if (model === "" && areMany({ from, total }))
    return await clusterMany(ctx, run, { from, total, reinforcedAt: now }, late);
  const baseline =
    model === "" ? 0 : await ctx.runQuery(internal.consolidation.functions.baseline, { model, total });
  const changed = new Set<Id<"clusters">>();
  let count = 0;
  for (let at = from; at < total;) {
    if (late()) return { count, changed, done: false };
    const { places, to } = await ctx.runQuery(internal.consolidation.functions.next, { from: at, total });
    const memories: UnclusteredMemory[] = [];
    for (const place of places) {
      const memory = await searched(ctx, model, place);
      if (memory !== null) memories.push(memory);
    }
    const batch = { ...run, from: at, to, model, baseline, reinforcedAt: now, memories };
    for (const id of await ctx.runMutation(internal.consolidation.functions.assign, batch)) changed.add(id);
    count += places.length;
    at = to;
  }
  return { count, changed, done: true };
}

/** The memory at `place` with those that a search finds near it; null for one that joins no cluster. */
async function searched(ctx: ActionCtx, model: string, place: number): Promise<UnclusteredMemory | null> {
  const vectorIds = await nearestVectors(ctx, model, place);
  return await ctx.runQuery(internal.consolidation.functions.unclustered, { model, place, vectorIds });
}

/** The vectors nearest to that of the memory at `place`; none if it has no vector of the model in use. */
async function nearestVectors(ctx: ActionCtx, model: string, place: number): Promise<Id<"vectors">[]> {
  if (model === "") return [];
  const found = await ctx.runQuery(internal.consolidation.functions.vectorAt, { model, place });
  if (found === null) return [];
  const { vector, scope } = found;
  return await nearMemories(ctx, "job", { model, vector }, { scope, limit: MAX_VECTOR_HITS });
}

/**
 * Consolidation: memories fade, new ones join the clusters that they are like, and what enough memories share becomes a core
 * memory. An action of many small transactions, so that the service answers meanwhile. Each step leaves everything true and
 * says how far it has come: a run that dies, or has no more time, is gone on with by the next.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, type ActionCtx } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { timeTaken } from "../../mind/time/timeSince";
import type { Newcomer } from "./clusters";
import { keepLease } from "../lib/keepLease";
import { MOST_VECTOR_HITS } from "./newcomers";
import { nearMemoriesForJob } from "../search/nearMemories";
import { bestEffort } from "../lib/bestEffort";
import { wordThemes } from "./nameThemes";
import { pollUntil } from "../lib/pollUntil";

/** What one run did. */
export interface Consolidated {
  /** New memories that were gone through; reflections among them join nothing. */
  readonly memoriesProcessed: number;
  /** Core memories that these made or changed. */
  readonly clustersFound: number;
  readonly coreMemoriesCreated: number;
  readonly coreMemoriesUpdated: number;
  /** Memories whose salience was written down anew. */
  readonly memoriesDecayed: number;
  /** In milliseconds. */
  readonly duration: number;
}

export type Outcome =
  ({ readonly kind: "done"; readonly caughtUp: boolean } & Consolidated) | { readonly kind: "busy" };

/** New memories that join in one transaction, at places that are multiples of this: a run resumed goes in the same steps. */
const BATCH = 8;
/** Memories that fade in one transaction. */
const FADING = 48;
/** Salience is written down as of the full hour: two runs within it have the same to write, so the second has nothing. */
const HOUR_MS = 3_600_000;

/** How long the parts of a run may begin new steps, in ms since its beginning. All of it ends within about two minutes. */
const FADE_UNTIL_MS = 20_000;
const JOIN_UNTIL_MS = 75_000;
const ASK_UNTIL_MS = 90_000;
const WORD_UNTIL_MS = 110_000;
/** How long a request waits for another run, in milliseconds. */
const LONGEST_WAIT_MS = 150_000;

/**
 * Runs consolidation once there is no other run, so that what was remembered before the call is consolidated after it;
 * `busy` where that takes too long.
 */
export async function consolidate(ctx: ActionCtx): Promise<Outcome> {
  const done = await pollUntil(async () => {
    const outcome = await consolidateUnlessBusy(ctx);
    return outcome.kind === "busy" ? null : outcome;
  }, LONGEST_WAIT_MS);
  return done ?? { kind: "busy" };
}

/** By the clock and after a run that left something over; nothing while autonomy is off, or while nothing is due. */
export const runScheduled = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (currentSettings().autonomy && (await ctx.runMutation(internal.consolidation.functions.due, {})))
      await consolidateUnlessBusy(ctx);
    return null;
  },
});

/** The pause before the agent goes on by itself with what a run left over. */
const BREATH_MS = 5_000;

async function consolidateUnlessBusy(ctx: ActionCtx): Promise<Outcome> {
  const startedAt = Date.now();
  const begun = await ctx.runMutation(internal.consolidation.functions.begin, {});
  if (begun.kind === "busy") return begun;
  const { run } = begun;
  const lease = keepLease(ctx, "consolidation", run);
  try {
    const done = await runThrough(ctx, begun, startedAt);
    await ctx.runMutation(internal.consolidation.functions.end, { run, caughtUp: done.caughtUp });
    if (!done.caughtUp && currentSettings().autonomy)
      await ctx.scheduler.runAfter(BREATH_MS, internal.consolidation.run.runScheduled, {});
    return { kind: "done", ...done, duration: timeTaken(startedAt, Date.now()) };
  } catch (error) {
    // Whoever was paused for long has lost the claim, and with it every further write: the other goes on.
    const isOurs = await bestEffort("a consolidation that failed was not ended", async () => {
      const renewed = await ctx.runMutation(internal.lib.leaseFunctions.renew, { job: "consolidation", run });
      if (renewed) await ctx.runMutation(internal.consolidation.functions.release, { run });
      return renewed;
    });
    if (isOurs === false) return { kind: "busy" };
    throw error;
  } finally {
    lease.stop();
  }
}

async function runThrough(
  ctx: ActionCtx,
  { run, from, total }: { run: number; from: number; total: number },
  startedAt: number,
): Promise<Omit<Consolidated, "duration"> & { caughtUp: boolean }> {
  const late = (ms: number) => () => Date.now() - startedAt > ms;
  const faded = await fade(ctx, run, startedAt, late(FADE_UNTIL_MS));
  const joined = await joinNew(ctx, { run, from, total, reinforcedAt: startedAt }, late(JOIN_UNTIL_MS));
  const words = { asking: late(ASK_UNTIL_MS), wording: late(WORD_UNTIL_MS) };
  const { created, changed, done } = await wordThemes(ctx, { run, now: startedAt }, words);
  const updated = new Set([...joined.changed, ...changed].filter((id) => !created.has(id)));
  return {
    memoriesProcessed: joined.count,
    clustersFound: created.size + updated.size,
    coreMemoriesCreated: created.size,
    coreMemoriesUpdated: updated.size,
    memoriesDecayed: faded.count,
    caughtUp: faded.done && joined.done && done,
  };
}

/** Writes down what time has taken by the full hour. */
async function fade(ctx: ActionCtx, run: number, now: number, late: () => boolean) {
  const at = Math.floor(now / HOUR_MS) * HOUR_MS;
  for (let count = 0; ;) {
    const faded = await ctx.runMutation(internal.consolidation.functions.fade, { run, at, most: FADING });
    count += faded;
    if (faded < FADING) return { count, done: true };
    if (late()) return { count, done: false };
  }
}

/** Takes new memories into clusters, in the order in which they were made. */
async function joinNew(
  ctx: ActionCtx,
  { run, from, total, reinforcedAt }: { run: number; from: number; total: number; reinforcedAt: number },
  late: () => boolean,
): Promise<{ count: number; changed: Set<Id<"clusters">>; done: boolean }> {
  const model = currentSettings().embedding?.model ?? "";
  const baseline =
    model === "" ? 0 : await ctx.runQuery(internal.consolidation.functions.baseline, { model, total });
  const changed = new Set<Id<"clusters">>();
  for (let at = from; at < total;) {
    if (late()) return { count: at - from, changed, done: false };
    const to = Math.min(total, (Math.floor(at / BATCH) + 1) * BATCH);
    const newcomers: Newcomer[] = [];
    for (let place = at; place < to; place += 1) {
      const vectorIds = await nearInMeaning(ctx, model, place);
      const found = await ctx.runQuery(internal.consolidation.functions.newcomer, {
        model,
        place,
        vectorIds,
      });
      if (found !== null) newcomers.push(found);
    }
    const step = { run, from: at, to, model, baseline, reinforcedAt, newcomers };
    for (const id of await ctx.runMutation(internal.consolidation.functions.join, step)) changed.add(id);
    at = to;
  }
  return { count: total - from, changed, done: true };
}

/** The vectors nearest to that of the memory at `place`; none where it has none by the model in use. */
async function nearInMeaning(ctx: ActionCtx, model: string, place: number): Promise<Id<"vectors">[]> {
  if (model === "") return [];
  const vector = await ctx.runQuery(internal.consolidation.functions.vectorAt, { model, place });
  return vector === null ? [] : await nearMemoriesForJob(ctx, { model, vector }, { most: MOST_VECTOR_HITS });
}

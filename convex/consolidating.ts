/**
 * Consolidation: memories fade, new ones are compared with those before them, and what is alike becomes a core memory.
 * An action of many small transactions, so that the service answers meanwhile. Each step leaves everything true and says
 * how far it has come: a run that dies, or has no more time, is gone on with by the next.
 */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, type ActionCtx } from "./_generated/server";
import { compareAll, measureStrangers } from "./comparing";
import { currentSettings } from "./currentSettings";
import { enterThemes } from "./enteringThemes";
import { letReflectionsGo } from "./lettingGo";
import { timeTaken } from "../mind/time/timeSince";
import { RENEW_EVERY_MS } from "./model/consolidation";
import { orWarn } from "./orWarn";
import { regroupAround, type Step, type Tally } from "./regrouping";
import { RunMemory } from "./runMemory";
import { wordThemes } from "./theming";
import { waitFor } from "./waiting";

/** What one run did. */
export interface Consolidated {
  /**
   * Memories that were gone through: the new ones, of which reflections are not compared, those that have a vector only
   * now, and those that were near to reflections when these were let go of.
   */
  readonly memoriesProcessed: number;
  /** Core memories that these runs' memories made or changed. */
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

/** New memories are compared so many at a time, at places that are multiples of this: a run resumed goes in the same steps. */
const BATCH = 32;
/** Memories that are compared again in one run, because their vectors came after they were compared by words alone. */
const MOST_REVISITED = 256;
/** Memories looked through for such. */
const LOOKED_THROUGH = 500;
/** Memories that fade in one transaction. */
const FADING = 48;
/** Salience is written down as of the full hour: two runs within it have the same to write, so the second has nothing. */
const HOUR_MS = 3_600_000;

/** How long the parts of a run may begin new steps, in ms since its beginning. All of it ends within about two minutes. */
const FADE_UNTIL_MS = 20_000;
const COMPARE_UNTIL_MS = 75_000;
const ASK_UNTIL_MS = 90_000;
const WORD_UNTIL_MS = 110_000;
/** How long a request waits for another run, in milliseconds. */
const LONGEST_WAIT_MS = 150_000;

/**
 * Runs consolidation once there is no other run, so that what was remembered before the call is consolidated after it;
 * `busy` where that takes too long.
 */
export async function consolidate(ctx: ActionCtx): Promise<Outcome> {
  const done = await waitFor(async () => {
    const outcome = await consolidateUnlessBusy(ctx);
    return outcome.kind === "busy" ? null : outcome;
  }, LONGEST_WAIT_MS);
  return done ?? { kind: "busy" };
}

/** By the clock and after a run that left something over; nothing while autonomy is off, or while nothing is due. */
export const alone = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (currentSettings().autonomy && (await ctx.runMutation(internal.consolidation.due, {})))
      await consolidateUnlessBusy(ctx);
    return null;
  },
});

/** The pause before the agent goes on by itself with what a run left over. */
const BREATH_MS = 5_000;

async function consolidateUnlessBusy(ctx: ActionCtx): Promise<Outcome> {
  const startedAt = Date.now();
  const begun = await ctx.runMutation(internal.consolidation.begin, {});
  if (begun.kind === "busy") return begun;
  const { run } = begun;
  const stopRenewing = keepClaim(ctx, run);
  try {
    const done = await runThrough(ctx, begun, startedAt);
    await ctx.runMutation(internal.consolidation.end, { run, caughtUp: done.caughtUp });
    if (!done.caughtUp && currentSettings().autonomy)
      await ctx.scheduler.runAfter(BREATH_MS, internal.consolidating.alone, {});
    return { kind: "done", ...done, duration: timeTaken(startedAt, Date.now()) };
  } catch (error) {
    // Whoever was paused for long has lost the claim, and with it every further write: the other goes on.
    const isOurs = await orWarn("a consolidation that failed was not ended", async () => {
      const renewed = await ctx.runMutation(internal.consolidation.renew, { run });
      if (renewed) await ctx.runMutation(internal.consolidation.release, { run });
      return renewed;
    });
    if (isOurs === false) return { kind: "busy" };
    throw error;
  } finally {
    stopRenewing();
  }
}

async function runThrough(
  ctx: ActionCtx,
  { run, from, total, letGo }: { run: number; from: number; total: number; letGo: boolean },
  startedAt: number,
): Promise<Omit<Consolidated, "duration"> & { caughtUp: boolean }> {
  const late = (ms: number) => () => Date.now() - startedAt > ms;
  await enterThemes(ctx, run);
  const memory = new RunMemory(ctx, run, currentSettings().embedding?.model ?? "");
  const tally: Tally = { founded: new Set(), changed: new Set() };
  const faded = await fade(ctx, run, startedAt, late(FADE_UNTIL_MS));
  const step = { reinforcedAt: startedAt, tally };
  const strangers = await measureStrangers(ctx, memory.model, total);
  const aim = { from, total, strangers, step };
  const freed = letGo ? NOTHING_LEFT : await letReflectionsGo(ctx, memory, aim, late(COMPARE_UNTIL_MS));
  const compared = freed.done
    ? await compareNew(ctx, memory, aim, late(COMPARE_UNTIL_MS))
    : { count: 0, done: false };
  const worded = await wordThemes(ctx, memory, { asking: late(ASK_UNTIL_MS), wording: late(WORD_UNTIL_MS) });
  for (const id of worded.reworded) if (!tally.founded.has(id)) tally.changed.add(id);
  return {
    memoriesProcessed: freed.count + compared.count,
    clustersFound: tally.founded.size + tally.changed.size,
    coreMemoriesCreated: tally.founded.size,
    coreMemoriesUpdated: tally.changed.size,
    memoriesDecayed: faded.count,
    caughtUp: faded.done && compared.done && worded.done,
  };
}

const NOTHING_LEFT = { count: 0, done: true };

/** Writes down what time has taken by the full hour. */
async function fade(ctx: ActionCtx, run: number, now: number, late: () => boolean) {
  const at = Math.floor(now / HOUR_MS) * HOUR_MS;
  for (let count = 0; ;) {
    const faded = await ctx.runMutation(internal.consolidation.fade, { run, at, most: FADING });
    count += faded;
    if (faded < FADING) return { count, done: true };
    if (late()) return { count, done: false };
  }
}

/** Compares and regroups new memories, then those that have a vector only now. */
async function compareNew(
  ctx: ActionCtx,
  memory: RunMemory,
  { from, total, strangers, step }: { from: number; total: number; strangers: number; step: Step },
  late: () => boolean,
): Promise<{ count: number; done: boolean }> {
  let at = from;
  while (at < total) {
    if (late()) return { count: at - from, done: false };
    const end = Math.min(total, (Math.floor(at / BATCH) + 1) * BATCH);
    const places = Array.from({ length: end - at }, (_, i) => at + i);
    const compared = await compareAll(ctx, memory, places, strangers);
    await regroupAround(ctx, memory, compared, { from: at, to: end, step });
    memory.tidy();
    at = end;
  }
  const revisited = await revisit(ctx, memory, { from: at, strangers, step }, late);
  return { count: at - from + revisited.count, done: revisited.done };
}

/**
 * Compares memories anew whose vectors came late, by a provider that was away or configured later, and regroups around
 * them. So many a run: what they are near to by their words holds meanwhile.
 */
async function revisit(
  ctx: ActionCtx,
  memory: RunMemory,
  { from, strangers, step }: { from: number; strangers: number; step: Step },
  late: () => boolean,
): Promise<{ count: number; done: boolean }> {
  if (memory.model === "") return { count: 0, done: true };
  let count = 0;
  while (count < MOST_REVISITED) {
    if (late()) return { count, done: false };
    const outdated = await ctx.runQuery(internal.consolidation.outdated, {
      model: memory.model,
      below: from,
      looked: LOOKED_THROUGH,
    });
    if (outdated.length === 0) return { count, done: true };
    const places = outdated.slice(0, BATCH).sort((a, b) => a - b);
    const compared = await compareAll(ctx, memory, places, strangers);
    await regroupAround(ctx, memory, compared, { from, to: from, step });
    memory.tidy();
    count += places.length;
  }
  return { count, done: false };
}

/** Renews the run's claim until it is stopped. */
function keepClaim(ctx: ActionCtx, run: number): () => void {
  const renew = async () => {
    try {
      await ctx.runMutation(internal.consolidation.renew, { run });
    } catch (error) {
      // One missed renewal is harmless; whoever has lost the claim can't write.
      console.warn(
        `consolidation's claim was not renewed: ${error instanceof Error ? error.message : "unknown"}`,
      );
    }
  };
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);
  return () => clearInterval(timer);
}

/** The life of a tick: it begins by taking the lock, renews its lease, and ends once, by finishing, failing or being lost. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { SituationPassage } from "../../mind/tick/situation";
import { eventMemories } from "../mind/ticks/learning";
import { reflexTick, type TickWords } from "../mind/ticks/reflexes";
import { timeSince } from "../../mind/time/timeSince";
import type { Trigger } from "../../mind/enums";
import type { Settings } from "../settings";
import { artifactType, latents, learned, mood, ungrounded } from "../validators";
import * as AfterTick from "./afterTick";
import * as Agent from "./agent";
import * as Artifacts from "./artifacts";
import * as Events from "./events";
import * as Given from "./given";
import * as Learning from "./learning";
import * as Lock from "./lock";
import * as Logs from "./logs";
import { DEFAULT_CONFIDENCE } from "./memories";
import * as Musing from "./musing";
import * as Presence from "./presence";
import * as Remarks from "./remarks";
import * as Setbacks from "./setbacks";
import * as Situations from "./situation";
import { eventsTaken, limitsOf } from "./takenUp";
import * as Vitals from "./vitals";

/** The cron's first run and the service's start come together; within this time they are one tick. */
const SELF_START_GAP_MS = 30_000;
/** How long to wait before trying again, where the running tick's lease says nothing better. */
const RETRY_MS = 5_000;

export const begun = v.union(
  v.object({ kind: v.literal("begun"), tickId: v.id("ticks") }),
  v.object({ kind: v.literal("busy"), retryAfterMs: v.number() }),
  v.object({ kind: v.literal("skipped") }),
);

/**
 * Whose fault it is that a tick failed: the provider's, whatever it is asked; of what it was `asked`, so that it may do better
 * without some of it; our own; or nobody's, where others wrote at the same time.
 */
export const fault = literals("provider", "asked", "own", "contention");

/** The model's answer as `finish` takes it: words, what it learned, and where it would have the affect. */
export const deliberation = v.object({
  summary: v.string(),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts: v.array(v.object({ type: artifactType, content: v.string() })),
  proposal: v.object({ ...latents.fields, mood, confidence: v.number() }),
  basedOn: v.array(v.id("events")),
  // Checked against the events; its numbers are those of the events that the tick was shown.
  memories: v.array(learned),
  // Numbers of the memories, and of the passages of knowledge, that the tick was shown.
  usedMemories: v.array(v.number()),
  usedPassages: v.array(v.number()),
  ungrounded: v.optional(v.array(ungrounded)),
  tokens: v.object({ input: v.number(), output: v.number() }),
  modelMs: v.number(),
});

export const finished = v.union(
  v.object({
    kind: v.literal("done"),
    ...Agent.publicState.pick("mood", "health", "volatility").fields,
    summary: v.string(),
    detail: v.string(),
    remark: v.optional(v.string()),
    artifacts: v.array(v.object({ type: artifactType, content: v.string() })),
  }),
  v.object({ kind: v.literal("lost") }),
);

/** Takes the lock for a new tick, unless one is running. A tick whose lease ran out is lost and gives it up. */
export async function begin(ctx: MutationCtx, now: number, trigger: Trigger): Promise<Infer<typeof begun>> {
  const lock = await Lock.read(ctx);
  if (Lock.isTaken(lock, now)) {
    return { kind: "busy", retryAfterMs: Math.min(RETRY_MS, lock.leaseUntil - now) };
  }
  const byItself = trigger === "schedule" || trigger === "start";
  if (byItself && timeSince(lock.selfStartedAt, now) < SELF_START_GAP_MS) return { kind: "skipped" };
  if (lock.owner !== null) await lose(ctx, lock.owner, now, "its lease ran out");
  const cause = trigger === "schedule" && (await isFirstSinceStart(ctx)) ? "start" : trigger;
  const tickId = await ctx.db.insert("ticks", { trigger: cause, startedAt: now, outcome: "running" });
  await Lock.write(ctx, {
    owner: tickId,
    leaseUntil: now + Lock.LEASE_MS,
    ...(byItself ? { selfStartedAt: now } : {}),
  });
  return { kind: "begun", tickId };
}

/** Whether no tick has ended since the service started: what was due while it was stopped comes before the start's own tick. */
async function isFirstSinceStart(ctx: MutationCtx): Promise<boolean> {
  const vitals = await Vitals.find(ctx);
  return vitals !== null && (vitals.lastEnd?.at ?? 0) < vitals.startedAt;
}

/** Extends the lease; false when the lock has gone to another. */
export async function renew(ctx: MutationCtx, now: number, tickId: Id<"ticks">): Promise<boolean> {
  if (!(await Lock.isHeldBy(ctx, tickId))) return false;
  await Lock.write(ctx, { leaseUntil: now + Lock.LEASE_MS });
  return true;
}

/**
 * Commits all that a tick did and frees the lock, or, where the lock has gone to another, changes nothing.
 * Without a deliberation the reflexes write the words; `skipped` says why the model was not asked.
 */
export async function finish(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tick: {
    tickId: Id<"ticks">;
    eventIds: readonly Id<"events">[];
    memoryIds: readonly Id<"memories">[];
    knowledgeIds: readonly Id<"knowledge">[];
    /** The passages behind `knowledgeIds`, in their order. */
    knowledge: readonly SituationPassage[];
    /** Events that wait beyond `eventIds`, as far as they were counted. */
    waiting: number;
    deliberation: Infer<typeof deliberation> | null;
    skipped: string;
  },
): Promise<Infer<typeof finished>> {
  const row = await running(ctx, tick.tickId);
  if (row === null) return { kind: "lost" };
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { eventIds, memoryIds, knowledgeIds, knowledge, waiting } = tick;
  const gathered = await Situations.gather(ctx, now, settings, row.trigger, {
    kind: "shown",
    eventIds,
    memoryIds,
    knowledge,
    waiting,
  });
  const { deliberation: answer } = tick;
  const affect =
    answer === null
      ? gathered.affect
      : Affect.capTick(agent.affect, Affect.accept(gathered.affect, answer.proposal));
  const felt = Agent.felt(affect);
  const words: TickWords = answer ?? reflexTick(gathered.situation, { ...felt, latents: affect.now });
  const { summary, detail, artifacts } = words;
  const remark = words.remark === undefined ? {} : { remark: words.remark };

  await ctx.db.patch("agent", agent._id, {
    ...felt,
    affect,
    routine: gathered.routine,
    summary,
    updatedAt: now,
  });
  const timestamp = await Logs.add(ctx, now, {
    tickId: tick.tickId,
    mood: felt.mood,
    health: felt.health,
    routine: gathered.routine,
    summary,
    detail,
    ...remark,
    events: gathered.eventIds.length,
  });
  for (const { type, content } of artifacts) {
    await Artifacts.add(ctx, { tickId: tick.tickId, type, content, timestamp });
  }
  const learned = await Learning.remember(ctx, now, settings, {
    situation: gathered.situation,
    learned: answer?.memories ?? eventMemories(gathered.situation),
    mood: felt.mood,
    confidence: answer?.proposal.confidence ?? DEFAULT_CONFIDENCE,
  });
  const [musedOn] = behind(words.musedOn === undefined ? [] : [words.musedOn], gathered.memoryIds);
  if (musedOn !== undefined) await Musing.note(ctx, now, musedOn);
  await Musing.leave(ctx, now, gathered.eventIds, gathered.situation.events);
  if (answer === null && words.remark !== undefined)
    await Remarks.note(ctx, now, words.remark, gathered.eventIds.length === 0);
  await Presence.touch(ctx, now, behind(words.usedMemories, gathered.memoryIds));
  await Events.markRead(ctx, tick.tickId, gathered.eventIds, gathered.situation.events);
  await ctx.db.patch("ticks", tick.tickId, {
    endedAt: now,
    outcome: "succeeded",
    applied: { ...affect.now, mood: affect.mood },
    read: {
      events: gathered.eventIds.length,
      logs: gathered.situation.logs.length,
      memories: gathered.memoryIds.length,
      knowledge: knowledgeIds.length,
    },
    learned,
    ...(await Given.soFar(ctx)),
    usedKnowledge: behind(words.usedPassages, knowledgeIds),
    ...(answer === null
      ? { author: "reflex", skipped: tick.skipped }
      : {
          author: "model",
          basedOn: answer.basedOn,
          proposed: answer.proposal,
          ungrounded: answer.ungrounded ?? [],
          tokens: answer.tokens,
          modelMs: answer.modelMs,
        }),
  });
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.ended(vitals, {
      at: now,
      outcome: "succeeded",
      asked: answer === null ? { kind: "not asked" } : { kind: "answered" },
    }),
  );
  await Lock.write(ctx, { owner: null });
  // Where a model is configured, only a tick in which it answered shows that it can.
  const alike = answer !== null || settings.llm === null;
  await Setbacks.succeeded(ctx, { usually: limitsOf(settings).events, alike });
  await AfterTick.follow(ctx, now, settings);
  const made = artifacts.map(({ type, content }) => ({ type, content }));
  return {
    kind: "done",
    ...felt,
    summary,
    detail,
    ...remark,
    artifacts: made,
  };
}

/**
 * Records that a tick failed and frees the lock; its events stay pending, but for one that is to blame for it.
 * `eventIds`: what it took up, where it came so far. Nothing where the lock has gone to another.
 */
export async function fail(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tickId: Id<"ticks">,
  failure: {
    reason: string;
    fault: Infer<typeof fault>;
    eventIds?: readonly Id<"events">[];
  },
): Promise<void> {
  if ((await running(ctx, tickId)) === null) return;
  await ctx.db.patch("ticks", tickId, { endedAt: now, outcome: "failed", error: failure.reason });
  if (failure.fault === "asked" || failure.fault === "own") {
    const taken = failure.eventIds ?? (await eventsTaken(ctx, settings));
    const usually = limitsOf(settings).events;
    await Setbacks.failed(ctx, tickId, taken, { usually, passing: failure.fault === "asked" });
  }
  const byProvider = failure.fault === "provider" || failure.fault === "asked";
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.ended(vitals, {
      at: now,
      outcome: "failed",
      error: failure.reason,
      asked: byProvider ? { kind: "failed", reason: failure.reason } : { kind: "not asked" },
    }),
  );
  await Lock.write(ctx, { owner: null });
}

/** Records that a tick did not come back. The caller frees the lock or gives it to another. */
export async function lose(ctx: MutationCtx, tickId: Id<"ticks">, now: number, error: string): Promise<void> {
  await ctx.db.patch("ticks", tickId, { endedAt: now, outcome: "lost", error });
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.ended(vitals, { at: now, outcome: "lost", error, asked: { kind: "not asked" } }),
  );
}

/** The ids behind the numbers of what a tick was shown, each once; a number of nothing shown is dropped. */
function behind<T>(numbers: readonly number[], shown: readonly T[]): T[] {
  return [...new Set(numbers)].flatMap((number) => shown[number - 1] ?? []);
}

/** The tick's row while it owns the lock, else null. */
async function running(ctx: MutationCtx, tickId: Id<"ticks">): Promise<Doc<"ticks"> | null> {
  return (await Lock.isHeldBy(ctx, tickId)) ? await ctx.db.get("ticks", tickId) : null;
}

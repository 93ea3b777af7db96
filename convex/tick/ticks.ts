/** The life of a tick: it begins by taking the lock, renews its lease, and ends once, by finishing, failing or being lost. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { Trigger } from "../../mind/enums";
import { withEffect } from "../../mind/journal/effect";
import { timeSince } from "../../mind/time/timeSince";
import type { Settings } from "../lib/settings";
import { artifactType, impact, latents, mood, remembered, ungrounded, writer } from "../lib/validators";
import * as AfterTick from "./afterTick";
import * as Agent from "../agent/state";
import * as Artifacts from "../agent/artifacts";
import * as Events from "../agent/events";
import * as NewSinceLastTick from "./newSinceLastTick";
import * as TickInputs from "./inputs";
import * as Learn from "./learn";
import * as Lease from "../lib/lease";
import * as Notes from "../agent/notes";
import * as Logs from "../agent/logs";
import * as Elapse from "../agent/elapse";
import * as PoisonEvents from "./poisonEvents";
import * as Activation from "../memories/activation";
import * as Vitals from "../agent/vitals";

/** The cron's first run and the service's start come together; within this time they are one tick. */
const SELF_START_GAP_MS = 30_000;
/** How long to wait before trying again, where the running tick's lease says nothing better. */
const RETRY_MS = 5_000;

export const begun = v.union(
  v.object({ kind: v.literal("begun"), tickId: v.id("ticks"), run: v.number() }),
  v.object({ kind: v.literal("busy"), retryAfterMs: v.number() }),
  v.object({ kind: v.literal("skipped") }),
);

/**
 * Whose fault it is that a tick failed: the provider's, whatever it is asked; of what it was `asked`, so that it may do better
 * without some of it; our own; or nobody's, where a failing provider was left alone (`unasked`) or others wrote at the same time.
 */
export const fault = literals("provider", "asked", "unasked", "own", "contention");

const artifacts = v.array(v.object({ type: artifactType, content: v.string() }));
/** A reply for each note that the tick read to its end. */
const replies = v.array(v.object({ eventId: v.id("events"), text: v.string(), writer }));
/** Numbers of the memories, and of the passages of knowledge, that the tick was shown. */
const used = { usedMemories: v.array(v.number()), usedPassages: v.array(v.number()) };

/** The model's answer as `finish` takes it: its words, and where it would have the affect. */
export const deliberation = v.object({
  summary: v.string(),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  proposal: v.object({ ...latents.fields, mood, confidence: v.number() }),
  basedOn: v.array(v.id("events")),
  ...used,
  ungrounded: v.optional(v.array(ungrounded)),
  tokens: v.object({ input: v.number(), output: v.number() }),
  modelMs: v.number(),
});

/** The journal's words as `finish` takes them, and why the model was not asked or not heeded. */
const journal = v.object({
  lead: v.string(),
  body: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  ...used,
  skipped: v.string(),
});

/** All that a tick did, for `finish` to write. */
export const work = v.object({
  tickId: v.id("ticks"),
  /** What it read: of each event how far, null where to the end. */
  events: v.array(v.object({ eventId: v.id("events"), readTo: v.union(v.null(), v.number()) })),
  /** How many log entries it was shown. */
  logs: v.number(),
  memoryIds: v.array(v.id("memories")),
  knowledgeIds: v.array(v.id("knowledge")),
  /** How the notes among the events move the affect. */
  notes: v.array(v.object({ sentiment: v.number(), novelty: v.number(), impact })),
  learned: v.array(remembered),
  replies,
  words: v.union(
    v.object({ author: v.literal("model"), ...deliberation.fields }),
    v.object({ author: v.literal("reflex"), ...journal.fields }),
  ),
});

export const finished = v.union(
  v.object({
    kind: v.literal("done"),
    tickId: v.id("ticks"),
    ...Agent.publicState.pick("mood", "health", "volatility").fields,
    summary: v.string(),
    detail: v.string(),
    remark: v.optional(v.string()),
    artifacts,
  }),
  v.object({ kind: v.literal("lost") }),
);

/** Takes the lease for a new tick, unless one is running. A tick whose lease expired is lost and gives it up. */
export async function begin(ctx: MutationCtx, now: number, trigger: Trigger): Promise<Infer<typeof begun>> {
  const lease = await Lease.read(ctx, "tick");
  if (Lease.isActive(lease, "tick", now))
    return { kind: "busy", retryAfterMs: Math.min(RETRY_MS, lease.expiresAt - now) };
  const byItself = trigger === "schedule" || trigger === "start";
  const selfStartedAt = (await Vitals.find(ctx))?.selfStartedAt ?? 0;
  if (byItself && timeSince(selfStartedAt, now) < SELF_START_GAP_MS) return { kind: "skipped" };
  await loseRunning(ctx, now, "its lease ran out");
  const run = await Lease.acquire(ctx, "tick", now);
  if (run === null) throw new Error("the tick's lease was taken within the transaction that found it free");
  const cause = trigger === "schedule" && (await isFirstSinceStart(ctx)) ? "start" : trigger;
  const tickId = await ctx.db.insert("ticks", { trigger: cause, run, startedAt: now, outcome: "running" });
  if (byItself) await Vitals.update(ctx, now, () => ({ selfStartedAt: now }));
  return { kind: "begun", tickId, run };
}

/** Whether no tick has ended since the service started: what was due while it was stopped comes before the start's own tick. */
async function isFirstSinceStart(ctx: MutationCtx): Promise<boolean> {
  const vitals = await Vitals.find(ctx);
  return vitals !== null && (vitals.lastEnd?.at ?? 0) < vitals.startedAt;
}

/**
 * Commits all that a tick did and frees the lock, or, where the lock has gone to another, changes nothing. It writes and does
 * not think: only the affect is computed here, from the agent's row as it is now, and with it the figures that the journal
 * tells of it.
 */
export async function finish(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { tickId, events, logs, memoryIds, knowledgeIds, notes, learned, replies, words }: Infer<typeof work>,
): Promise<Infer<typeof finished>> {
  const tick = await running(ctx, tickId);
  if (tick === null) return { kind: "lost" };
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, agent.affect, now, settings);
  const moved = Affect.applyEvents(rested, notes);
  const accepted = words.author === "model" ? Affect.applyProposal(moved, words.proposal) : moved;
  const affect = Affect.capTick(agent.affect, accepted);
  const felt = Agent.visibleState(affect);
  const [last] = await Logs.recent(ctx, 1);
  const { summary, detail, remark } =
    words.author === "model"
      ? words
      : withEffect(words, last ?? Elapse.initialAffect(now, settings), { ...felt, latents: affect.now });
  const told = { summary, detail, ...(remark === undefined ? {} : { remark }) };

  await ctx.db.patch("agent", agent._id, { ...felt, affect, routine, summary, updatedAt: now });
  const { mood, health } = felt;
  const entry = { tickId, mood, health, routine, ...told, events: events.length };
  const timestamp = await Logs.add(ctx, now, entry);
  for (const { type, content } of words.artifacts)
    await Artifacts.add(ctx, { tickId, type, content, timestamp });
  const learnedIds = await Learn.storeLearned(ctx, now, settings, learned, { mood, routine, memoryIds });
  await Activation.touch(ctx, now, idsAt(words.usedMemories, memoryIds));
  await Events.markRead(ctx, tickId, events);
  for (const { eventId, ...reply } of replies)
    await Notes.answer(ctx, eventId, { ...reply, at: now, tickId });
  await ctx.db.patch("ticks", tickId, {
    endedAt: now,
    outcome: "succeeded",
    applied: { ...affect.now, mood },
    read: { events: events.length, logs, memories: memoryIds.length, knowledge: knowledgeIds.length },
    learned: learnedIds,
    ...(await NewSinceLastTick.soFar(ctx)),
    usedKnowledge: idsAt(words.usedPassages, knowledgeIds),
    author: words.author,
    ...(words.author === "reflex"
      ? { skipped: words.skipped }
      : {
          basedOn: words.basedOn,
          proposed: words.proposal,
          ungrounded: words.ungrounded ?? [],
          tokens: words.tokens,
          modelMs: words.modelMs,
        }),
  });
  const asked = { kind: words.author === "model" ? "answered" : "not asked" } as const;
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "succeeded", asked }),
  );
  await Lease.release(ctx, "tick", tick.run);
  // Where a model is configured, only a tick in which it answered shows that it can.
  const alike = words.author === "model" || settings.llm === null;
  await PoisonEvents.succeeded(ctx, { usually: TickInputs.limitsOf(settings).events, alike });
  await AfterTick.scheduleFollowUps(ctx, now, settings);
  return { kind: "done", tickId, ...felt, ...told, artifacts: words.artifacts };
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
  const tick = await running(ctx, tickId);
  if (tick === null) return;
  await ctx.db.patch("ticks", tickId, { endedAt: now, outcome: "failed", error: failure.reason });
  if (failure.fault === "asked" || failure.fault === "own") {
    const taken = failure.eventIds ?? (await TickInputs.take(ctx, settings)).rows.map(({ _id }) => _id);
    const usually = TickInputs.limitsOf(settings).events;
    await PoisonEvents.failed(ctx, tickId, taken, { usually, passing: failure.fault === "asked" });
  }
  const byProvider = failure.fault === "provider" || failure.fault === "asked";
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, {
      at: now,
      outcome: "failed",
      error: failure.reason,
      asked: byProvider
        ? { kind: "failed", reason: failure.reason, ofText: failure.fault === "asked" }
        : { kind: "not asked" },
    }),
  );
  await Lease.release(ctx, "tick", tick.run);
}

/** Records that the tick that held the lease did not come back. The caller frees the lease or takes it. */
export async function loseRunning(ctx: MutationCtx, now: number, error: string): Promise<void> {
  // Ticks begin one after the other, so only the newest can be running.
  const tick = await ctx.db.query("ticks").order("desc").first();
  if (tick?.outcome !== "running") return;
  await ctx.db.patch("ticks", tick._id, { endedAt: now, outcome: "lost", error });
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "lost", error, asked: { kind: "not asked" } }),
  );
}

/** The ids behind the numbers of what a tick was shown, each once; a number of nothing shown is dropped. */
function idsAt<T>(numbers: readonly number[], shown: readonly T[]): T[] {
  return [...new Set(numbers)].flatMap((number) => shown[number - 1] ?? []);
}

/** The tick's row while it holds the lease, else null. */
async function running(ctx: MutationCtx, tickId: Id<"ticks">): Promise<Doc<"ticks"> | null> {
  const tick = await ctx.db.get("ticks", tickId);
  return tick !== null && (await Lease.holds(ctx, "tick", tick.run)) ? tick : null;
}

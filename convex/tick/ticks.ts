/** The life of a tick: it begins by taking the lease of ticks, and ends once: finished, failed or lost. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import type { Trigger } from "../../mind/enums";
import { proposalClamps } from "../../mind/affect/clamps";
import { applyCorrections } from "../../mind/affect/correction";
import { withEffect } from "../../mind/journal/effect";
import { unrepeated } from "../../mind/journal/stateSummary";
import { timeSince } from "../../mind/time/timeSince";
import { hooks } from "../hooks";
import type { Settings } from "../lib/settings";
import {
  artifactType,
  clamp,
  impact,
  latents,
  mood,
  remembered,
  ungrounded,
  writer,
} from "../lib/validators";
import * as AfterTick from "./afterTick";
import * as Agent from "../agent/state";
import { writeAgent } from "../agent/rows";
import * as Artifacts from "../agent/artifacts";
import * as Events from "../agent/events";
import * as NewSinceLastTick from "./newSinceLastTick";
import * as TickInputs from "./inputs";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as Learn from "./learn";
import * as Lease from "../leases/lease";
import * as Machine from "../lib/machine";
import * as Notes from "../agent/notes";
import * as Logs from "../agent/logs";
import * as Elapse from "../agent/elapse";
import * as PoisonEvents from "./poisonEvents";
import * as Receipts from "./receipts";
import * as DueReminders from "../reminders/due";
import * as Reminders from "../reminders/reminders";
import * as PushEvents from "../push/pushEvents";
import * as Activation from "../memories/activation";
import * as Vitals from "../vitals/vitals";
import { tickTables } from "./tables";

/** After a start, the cron and the start itself both ask for a tick. Only the first within this time runs. */
const SELF_START_GAP_MS = 30_000;
/** When to try again while a tick is running, or sooner if its lease expires sooner. */
const RETRY_MS = 5_000;

export const begun = v.union(
  v.object({ kind: v.literal("begun"), tickId: v.id("ticks"), run: v.number() }),
  v.object({ kind: v.literal("busy"), retryAfterMs: v.number() }),
  v.object({ kind: v.literal("skipped") }),
  /** The machine's clock is in doubt. */
  v.object({ kind: v.literal("paused"), reason: v.string() }),
);

/**
 * Why a tick failed. `provider`: the model's provider fails whatever it is asked. `asked`: the model failed over this prompt, and
 * may answer one with fewer events. `unasked`: the circuit breaker was open. `own`: an internal error. `contention`: write
 * conflicts or erasures.
 */
export const fault = literals("provider", "asked", "unasked", "own", "contention");

const artifacts = v.array(v.object({ type: artifactType, content: v.string() }));
/** A reply for each note that the tick read to its end. */
const replies = v.array(v.object({ eventId: v.id("events"), text: v.string(), writer }));
/** The numbers, from 1, of the shown memories and passages that the words draw on. */
const used = { usedMemories: v.array(v.number()), usedPassages: v.array(v.number()) };

/** The model's checked answer: its words, and the affect that it proposes. */
export const deliberation = v.object({
  summary: v.string(),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  proposal: v.object({ ...latents.fields, mood, confidence: v.number() }),
  /** The values of the proposal that were out of range. */
  clamps: v.array(clamp),
  basedOn: v.array(v.id("events")),
  /** The numbers of the memories that the model proposes to pin. */
  pins: v.array(v.number()),
  ...used,
  ungrounded: v.optional(v.array(ungrounded)),
});

/** The model and what asking it cost; absent if it was not asked. */
export const model = tickTables.ticks.validator.fields.model;

/** The journal's words. `skipped`: why the model was not asked or its answer not used. */
const journal = v.object({
  lead: v.string(),
  body: v.string(),
  remark: v.optional(v.string()),
  artifacts,
  ...used,
  skipped: v.string(),
});

/** Everything that `finish` writes for a tick. */
export const work = v.object({
  tickId: v.id("ticks"),
  /** The events it read. `readTo`: the code points read so far; null if it read to the end. */
  events: v.array(v.object({ eventId: v.id("events"), readTo: v.union(v.null(), v.number()) })),
  /** How many log entries it was shown. */
  logs: v.number(),
  memoryIds: v.array(v.id("memories")),
  knowledgeIds: v.array(v.id("knowledge")),
  /** Words of its own that the model was shown. */
  shownWords: v.optional(
    v.object({
      logEntries: v.array(v.id("logs")),
      artifacts: v.array(v.id("artifacts")),
      turns: v.array(v.id("events")),
      themes: v.number(),
    }),
  ),
  /** The erasure epoch when its inputs were read. */
  epoch: v.number(),
  /** The scope of its events, and of all that it writes. */
  scope: v.string(),
  /** How the notes among the events move the affect. */
  notes: v.array(v.object({ sentiment: v.number(), novelty: v.number(), impact })),
  /** Sentiments that the model corrected. */
  corrections: v.array(v.object({ eventId: v.id("events"), from: v.number(), to: v.number(), impact })),
  learned: v.array(remembered),
  replies,
  /** The reminders that notes asked for. */
  reminders: v.array(v.object({ eventId: v.id("events"), text: v.string(), at: v.number(), setBy: writer })),
  model,
  words: v.union(
    v.object({ author: v.literal("model"), ...deliberation.fields }),
    v.object({ author: v.literal("reflex"), ...journal.fields }),
  ),
});

export const done = Agent.publicState.pick("mood", "health", "volatility", "summary").extend({
  kind: v.literal("done"),
  tickId: v.id("ticks"),
  detail: v.string(),
  remark: v.optional(v.string()),
  artifacts,
});

export const finished = v.union(
  done,
  v.object({ kind: v.literal("lost") }),
  /** Something was erased after the inputs were read: nothing was written, and the tick still holds the lease. */
  v.object({ kind: v.literal("overtaken") }),
);

/**
 * Takes the lease for a new tick, unless one is running. A tick whose lease has expired is recorded as lost.
 * @param who the name of the caller who asked for the tick
 */
export async function begin(
  ctx: MutationCtx,
  now: number,
  trigger: Trigger,
  who?: string,
): Promise<Infer<typeof begun>> {
  const { clock = "ok" } = Machine.checks();
  if (clock !== "ok") return { kind: "paused", reason: clock };
  const lease = await Lease.read(ctx, "tick");
  if (Lease.isActive(lease, "tick", now))
    return { kind: "busy", retryAfterMs: Math.min(RETRY_MS, lease.expiresAt - now) };
  const byItself = trigger === "schedule" || trigger === "start";
  const selfStartedAt = (await Vitals.find(ctx))?.selfStartedAt ?? 0;
  if (byItself && timeSince(selfStartedAt, now) < SELF_START_GAP_MS) return { kind: "skipped" };
  await loseRunning(ctx, now, "its lease ran out");
  const run = await Lease.acquire(ctx, "tick", now);
  if (run === null) throw new Error("the tick's lease was taken within the transaction that found it free");
  for (const { tickId, eventId } of await DueReminders.comeDue(ctx, now))
    await Receipts.addDue(ctx, tickId, eventId);
  const cause = trigger === "schedule" && (await isFirstSinceStart(ctx)) ? "start" : trigger;
  const tickId = await Receipts.begin(ctx, { trigger: cause, who, run, startedAt: now });
  if (byItself) await Vitals.update(ctx, now, () => ({ selfStartedAt: now }));
  return { kind: "begun", tickId, run };
}

/** How long after a tick the next may follow by itself: a caller who waited to send POST /tick comes first. */
const NEXT_AFTER_MS = 1_000;

/** Begins a tick that nobody waits for, and schedules its work. Returns false if one is running. */
export async function run(ctx: MutationCtx, now: number, trigger: Trigger, who?: string): Promise<boolean> {
  const begun = await begin(ctx, now, trigger, who);
  if (begun.kind !== "begun") return false;
  const { tickId, run } = begun;
  await ctx.scheduler.runAfter(0, internal.tick.run.complete, { tickId, run });
  return true;
}

/** Whether no tick has ended since the service started. If so, an overdue scheduled tick counts as the start's. */
async function isFirstSinceStart(ctx: MutationCtx): Promise<boolean> {
  const vitals = await Vitals.find(ctx);
  return vitals !== null && (vitals.lastEnd?.at ?? 0) < vitals.startedAt;
}

/**
 * Commits everything that a tick did and releases the lease. Changes nothing if the tick lost the lease (`lost`) or something
 * was erased meanwhile (`overtaken`). Only the affect, and the journal's sentence about it, are computed here, because feed
 * events may have moved the affect since the tick gathered.
 */
export async function finish(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  done: Infer<typeof work>,
): Promise<Infer<typeof finished>> {
  const { tickId, scope, events, memoryIds, knowledgeIds, notes, corrections } = done;
  const { learned, replies, reminders, words } = done;
  const tick = await running(ctx, tickId);
  if (tick === null) return { kind: "lost" };
  if ((await ErasureEpoch.current(ctx)) !== done.epoch) return { kind: "overtaken" };
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, agent.affect, now, settings);
  const { state: moved, clamps } = applyCorrections(Affect.applyEvents(rested, notes), corrections);
  const accepted = words.author === "model" ? Affect.applyProposal(moved, words.proposal) : moved;
  const affect = Affect.capTick(agent.affect, accepted);
  const felt = Agent.visibleState(affect);
  const [last] = await Logs.recent(ctx, 1);
  const written =
    words.author === "model"
      ? words
      : withEffect(words, last ?? Elapse.initialAffect(now, settings), { ...felt, latents: affect.now });
  // No entry says the same as the last one, which the tick may not have been shown, since it may be of another scope.
  const { tickCount = 0 } = (await Vitals.find(ctx)) ?? {};
  const summary = unrepeated(written.summary, last?.summary, tickCount + 1);
  const told = { summary, detail: written.detail, remark: written.remark };

  const { mood, health, volatility } = felt;
  const labelled = scope === "" ? {} : { scope };
  const entry = { tickId, mood, health, volatility, routine, ...told, ...labelled, events: events.length };
  const { id: log, timestamp } = await Logs.add(ctx, now, entry);
  const shown = { ...felt, routine, summary, summaryOf: { log }, updatedAt: now };
  await writeAgent(ctx, agent, { ...agent, ...shown, affect });
  const artifactIds: Id<"artifacts">[] = [];
  for (const { type, content } of words.artifacts)
    artifactIds.push(await Artifacts.add(ctx, { tickId, type, content, ...labelled, timestamp }));
  const learnedIds = await Learn.storeLearned(ctx, now, settings, learned, {
    scope,
    tickId,
    mood,
    routine,
    memoryIds,
  });
  await Activation.touch(ctx, now, idsAt(words.usedMemories, memoryIds));
  await Events.markRead(ctx, tickId, events);
  for (const { eventId, to } of corrections) await Events.correctSentiment(ctx, eventId, to);
  for (const { eventId, ...reply } of replies)
    await Notes.answer(ctx, eventId, { ...reply, at: now, tickId });
  const reminderIds = await Reminders.setForNotes(ctx, now, reminders, tickId);
  const byModel = words.author === "model" ? words : null;
  await Receipts.end(ctx, tick, {
    endedAt: now,
    outcome: "succeeded",
    author: words.author,
    ...(words.author === "reflex" ? { skipped: words.skipped } : { ungrounded: words.ungrounded ?? [] }),
    shown: {
      events: events.map(({ eventId }) => eventId),
      logs: done.logs,
      ...done.shownWords,
      memories: memoryIds,
      knowledge: [...new Set(knowledgeIds)],
    },
    used: {
      events: byModel?.basedOn ?? [],
      memories: idsAt(words.usedMemories, memoryIds),
      knowledge: idsAt(words.usedPassages, knowledgeIds),
    },
    ...(byModel === null || byModel.pins.length === 0
      ? {}
      : { proposedPins: idsAt(byModel.pins, memoryIds) }),
    written: {
      log,
      artifacts: artifactIds,
      memories: learnedIds,
      answered: replies.map(({ eventId }) => eventId),
      ...(reminderIds.length === 0 ? {} : { reminders: reminderIds }),
    },
    affect: {
      before: feltOf(agent.affect),
      proposed: byModel?.proposal,
      clamps: [
        ...(byModel === null
          ? []
          : [...byModel.clamps, ...proposalClamps(moved, byModel.proposal, accepted, affect)]),
        ...clamps,
      ],
      corrections: corrections.map(({ eventId, from, to }) => ({ eventId, from, to })),
      applied: feltOf(affect),
    },
    model: done.model,
    ...(await NewSinceLastTick.soFar(ctx)),
  });
  const asked = { kind: words.author === "model" ? "answered" : "not asked" } as const;
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "succeeded", asked }),
  );
  await Lease.release(ctx, "tick", tick.run);
  await PushEvents.add(ctx, now, { type: "tick.completed", subject: tickId });
  await ctx.scheduler.runAfter(0, hooks.healthMayHaveChanged, {});
  // If a model is configured, the ticks that failed asked it, so one that did not is no comparison.
  const sameWriter = words.author === "model" || settings.llm === null;
  await PoisonEvents.succeeded(ctx, { usualMost: TickInputs.limitsOf(settings).events, sameWriter });
  await AfterTick.scheduleFollowUps(ctx, now, settings, tickId);
  if (events.length > 0 || (await Events.isCalled(ctx)))
    await ctx.scheduler.runAfter(NEXT_AFTER_MS, internal.tick.functions.beginNext, {});
  return { kind: "done", tickId, ...felt, ...told, artifacts: words.artifacts };
}

/**
 * Records that a tick failed and releases the lease. Its events stay pending, except one that is found to be the cause.
 * Changes nothing if the tick lost the lease. `eventIds`: the events that it read, if it got that far.
 */
export async function fail(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  tickId: Id<"ticks">,
  failure: {
    reason: string;
    fault: Infer<typeof fault>;
    model?: Doc<"ticks">["model"];
    eventIds?: readonly Id<"events">[];
  },
): Promise<void> {
  const tick = await running(ctx, tickId);
  if (tick === null) return;
  const { reason: error, model } = failure;
  await Receipts.end(ctx, tick, { endedAt: now, outcome: "failed", error, model });
  if (failure.fault === "asked" || failure.fault === "own") {
    const taken = failure.eventIds ?? (await TickInputs.take(ctx, settings)).rows.map(({ _id }) => _id);
    const usualMost = TickInputs.limitsOf(settings).events;
    const transient = failure.fault === "asked";
    await PoisonEvents.failed(ctx, now, settings, tickId, taken, { usualMost, transient });
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
  await PushEvents.add(ctx, now, { type: "tick.failed", subject: tickId });
  await ctx.scheduler.runAfter(0, hooks.healthMayHaveChanged, {});
}

/** Records the running tick, if there is one, as lost. The caller then releases or takes the lease. */
export async function loseRunning(ctx: MutationCtx, now: number, error: string): Promise<void> {
  // Ticks begin one after the other, so only the newest can be running.
  const tick = await ctx.db.query("ticks").order("desc").first();
  if (tick?.outcome !== "running") return;
  await Receipts.end(ctx, tick, { endedAt: now, outcome: "lost", error });
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "lost", error, asked: { kind: "not asked" } }),
  );
  await PushEvents.add(ctx, now, { type: "tick.failed", subject: tick._id });
}

/** The ids of the things with these numbers, each once. Numbers out of range are dropped. */
function idsAt<T>(numbers: readonly number[], shown: readonly T[]): T[] {
  return [...new Set(numbers.flatMap((number) => shown[number - 1] ?? []))];
}

/** The agent's feeling and health for a receipt. */
function feltOf({ now, mood, health }: Affect.AffectState) {
  return { ...now, mood, health };
}

/** The tick's row while it holds the lease, else null. */
async function running(ctx: MutationCtx, tickId: Id<"ticks">): Promise<Doc<"ticks"> | null> {
  const tick = await ctx.db.get("ticks", tickId);
  return tick !== null && (await Lease.holds(ctx, "tick", tick.run)) ? tick : null;
}

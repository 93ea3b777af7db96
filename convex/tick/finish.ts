/** The end of a tick that succeeded: one transaction writes all that it did. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import * as Affect from "../../mind/affect/affect";
import { proposalClamps } from "../../mind/affect/clamps";
import { applyCorrections } from "../../mind/affect/correction";
import { withEffect } from "../../mind/journal/effect";
import type { Trigger } from "../../mind/enums";
import { unrepeated } from "../../mind/journal/stateSummary";
import * as Artifacts from "../agent/artifacts";
import * as Elapse from "../agent/elapse";
import * as Events from "../agent/events";
import * as Logs from "../agent/logs";
import * as Notes from "../agent/notes";
import { writeAgent } from "../agent/rows";
import * as Agent from "../agent/state";
import { hooks } from "../hooks";
import * as Lease from "../leases/lease";
import * as ErasureEpoch from "../lib/erasureEpoch";
import type { Settings } from "../lib/settings";
import * as Activation from "../memories/activation";
import * as PushEvents from "../push/pushEvents";
import * as Reminders from "../reminders/reminders";
import * as Vitals from "../vitals/vitals";
import * as AfterTick from "./afterTick";
import * as TickInputs from "./inputs";
import * as Learn from "./learn";
import * as NewSinceLastTick from "./newSinceLastTick";
import * as PartialReplies from "./partialReplies";
import * as PoisonEvents from "./poisonEvents";
import * as Receipts from "./receipts";
import { running } from "./running";
import type { finished, work } from "./validators";

type Work = Infer<typeof work>;

/** How long after a tick the next may follow by itself: a caller who waited to send POST /tick comes first. */
const NEXT_AFTER_MS = 1_000;

/**
 * Commits everything that a tick did and releases the lease. Changes nothing if the tick lost the lease (`lost`) or something
 * was erased meanwhile (`overtaken`). Only the affect, and the journal's sentence about it, are computed here, because feed
 * events may have moved the affect since the tick gathered.
 */
export async function finish(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  done: Work,
): Promise<Infer<typeof finished>> {
  const { tickId, words } = done;
  const tick = await running(ctx, tickId);
  if (tick === null) return { kind: "lost" };
  if ((await ErasureEpoch.current(ctx)) !== done.epoch) {
    await PartialReplies.clear(ctx);
    return { kind: "overtaken" };
  }
  const moved = await moveAffect(ctx, now, settings, done);
  const stored = await wordsToStore(ctx, now, settings, words, moved, tick.trigger);
  const written = await write(ctx, now, settings, done, moved, stored);
  await Receipts.end(ctx, tick, {
    endedAt: now,
    outcome: "succeeded",
    ...receiptOf(done, moved),
    written,
    ...(await NewSinceLastTick.soFar(ctx)),
  });
  await followUp(ctx, now, settings, tick, done);
  const { quietSince: _, ...said } = stored;
  return { kind: "done", tickId, ...moved.felt, ...said, artifacts: words.artifacts };
}

type Moved = Awaited<ReturnType<typeof moveAffect>>;

/** Computes the affect after the tick: time, its events, and what the model proposes, within the bounds of one tick. */
async function moveAffect(ctx: MutationCtx, now: number, settings: Settings, done: Work) {
  const { notes, corrections, words } = done;
  const agent = await Agent.ensure(ctx, now, settings.timeZone);
  const { affect: rested, routine } = await Elapse.elapsedAffect(ctx, agent.affect, now, settings);
  const { state: moved, clamps } = applyCorrections(Affect.applyEvents(rested, notes), corrections);
  const accepted = words.author === "model" ? Affect.applyProposal(moved, words.proposal) : moved;
  const affect = Affect.capTick(agent.affect, accepted);
  const proposed =
    words.author === "model"
      ? [...words.clamps, ...proposalClamps(moved, words.proposal, accepted, affect)]
      : [];
  return { agent, routine, affect, felt: Agent.visibleState(affect), clamps: [...proposed, ...clamps] };
}

type StoredWords = Awaited<ReturnType<typeof wordsToStore>>;

/** The words as they are stored. The journal's state the stored figures. */
async function wordsToStore(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  words: Work["words"],
  { affect, felt }: Moved,
  trigger: Trigger,
) {
  const [last] = await Logs.recent(ctx, 1);
  const { summary, detail, remark } =
    words.author === "model"
      ? words
      : withEffect(words, last ?? Elapse.initialAffect(now, settings), { ...felt, latents: affect.now });
  const quietSince = words.author === "model" ? undefined : words.quietSince;
  // A run of quiet ticks reads as one line. Whoever asks for a tick gets words of its own.
  if (quietSince !== undefined && trigger === "schedule") return { summary, detail, remark, quietSince };
  // No other entry says the same as the last one, which the tick may not have been shown, since it may be of another scope.
  const { tickCount = 0 } = (await Vitals.find(ctx)) ?? {};
  return { summary: unrepeated(summary, last?.summary, tickCount + 1), detail, remark, quietSince };
}

/** Writes the state and all that the tick made. Returns what the receipt names. */
async function write(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  done: Work,
  { agent, affect, routine, felt }: Moved,
  stored: StoredWords,
): Promise<NonNullable<Doc<"ticks">["written"]>> {
  const { tickId, scope, events, memoryIds, corrections, learned, replies, words } = done;
  const { mood, health, volatility } = felt;
  const labelled = scope === "" ? {} : { scope };
  const entry = { tickId, mood, health, volatility, routine, ...stored, ...labelled, events: events.length };
  const { id: log, timestamp } = await Logs.add(ctx, now, entry);
  const shown = { ...felt, routine, summary: stored.summary, summaryOf: { log }, updatedAt: now };
  await writeAgent(ctx, agent, { ...agent, ...shown, affect });
  const artifacts: Id<"artifacts">[] = [];
  for (const { type, content } of words.artifacts)
    artifacts.push(await Artifacts.add(ctx, { tickId, type, content, ...labelled, timestamp }));
  const learning = { scope, tickId, mood, routine, memoryIds };
  const memories = await Learn.storeLearned(ctx, now, settings, learned, learning);
  await Activation.touch(ctx, now, idsAt(words.usedMemories, memoryIds));
  await Events.markRead(ctx, tickId, events);
  for (const { eventId, to } of corrections) await Events.correctSentiment(ctx, eventId, to);
  for (const { eventId, ...reply } of replies)
    await Notes.answer(ctx, eventId, { ...reply, at: now, tickId });
  const reminders = await Reminders.setForNotes(ctx, now, done.reminders, tickId);
  const answered = replies.map(({ eventId }) => eventId);
  return { log, artifacts, memories, answered, ...(reminders.length === 0 ? {} : { reminders }) };
}

/** What the receipt says of the tick's inputs, words and affect. */
function receiptOf(done: Work, { agent, affect, clamps }: Moved) {
  const { events, memoryIds, knowledgeIds, corrections, words } = done;
  const byModel = words.author === "model" ? words : null;
  return {
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
    affect: {
      before: feltOf(agent.affect),
      proposed: byModel?.proposal,
      clamps,
      corrections: corrections.map(({ eventId, from, to }) => ({ eventId, from, to })),
      applied: feltOf(affect),
    },
    model: done.model,
  };
}

/** Releases the lease, tells of the tick, and schedules what follows from it. */
async function followUp(
  ctx: MutationCtx,
  now: number,
  settings: Settings,
  { _id: tickId, run }: Doc<"ticks">,
  { events, words }: Work,
): Promise<void> {
  const asked = { kind: words.author === "model" ? "answered" : "not asked" } as const;
  await Vitals.update(ctx, now, (vitals) =>
    Vitals.afterTick(vitals, { at: now, outcome: "succeeded", asked }),
  );
  await Lease.release(ctx, "tick", run);
  await PushEvents.add(ctx, now, { type: "tick.completed", subject: tickId });
  await ctx.scheduler.runAfter(0, hooks.healthMayHaveChanged, {});
  // If a model is configured, the ticks that failed asked it, so one that did not is no comparison.
  const sameWriter = words.author === "model" || settings.llm === null;
  await PoisonEvents.succeeded(ctx, { usualMost: TickInputs.limitsOf(settings).events, sameWriter });
  await AfterTick.scheduleFollowUps(ctx, now, settings, tickId);
  if (events.length > 0 || (await Events.isCalled(ctx)))
    await ctx.scheduler.runAfter(NEXT_AFTER_MS, internal.tick.functions.beginNext, {});
}

/** The ids of the things with these numbers, each once. Numbers out of range are dropped. */
function idsAt<T>(numbers: readonly number[], shown: readonly T[]): T[] {
  return [...new Set(numbers.flatMap((number) => shown[number - 1] ?? []))];
}

/** The agent's feeling and health for a receipt. */
function feltOf({ now, mood, health }: Affect.AffectState) {
  return { ...now, mood, health };
}
